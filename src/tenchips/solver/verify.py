"""A sceptic's check of the claim that White, moving first, wins Network, or that Black does.

    python verify.py FILE [--jobs N] [--sample N] [--log LOG]

This one file needs only Python 3.9 or later, or PyPy. It reads a certificate (or its text, made by
`tenchips certificate export`) and checks every line of it by the rules of the game, written out
here as plainly as they can be. It shares no code with the program that made the certificate.

A line `position move plies` claims: in this position White, to move, plays this move and wins
within so many plies, whatever Black does. The claim holds if

  * the move is legal, and Black is not without a legal reply;
  * after every legal reply Black has not won, and the position that arises, or a mirror image of
    it, either stands in the certificate with at least two plies less, or is one in which White
    wins within the few plies that the certificate leaves out, which is searched here;
  * all this happens before the players have used up their ten chips, so that no step move and no
    rule about repetition, length or missing moves can come into it.

A certificate with a step among its moves goes further: once all White's chips are on the board, a
claim is about a step, and a position that is not in the certificate has to be won at once by one.
A step may open a line, so both colours are looked at after each: a network of the player who did
not move comes first. No win takes more than 99 plies, which the limit of 200 steps allows; and as
the plies of White's positions only go down, none of them comes again.

The plies must be two more than the most that a reply leaves, so that none can be altered. If all
claims hold, and the empty board is among them, White wins: by induction over the plies. With a
LOG what was checked is noted there, and a second run goes on where the first was stopped.

A certificate of Black says the same with the colours exchanged, from the positions after those
first moves of White that lose. It is checked on the transposed board, where columns and rows are
exchanged: there the winner plays from left to right as White does, and is called White throughout;
only the other player has one chip more.
"""

from __future__ import annotations

import argparse
import hashlib
import lzma
import multiprocessing
import random
import re
import struct
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

Board = list[str]
Claims = dict[str, tuple[int, int]]

EMPTY, WHITE, BLACK = ".WB"
CHIPS = 10
LONGEST, LONGEST_WITH_STEPS = 19, 99

# A move is a number: an add is its square, a step STEP + 64 * from + to.
STEP = 64

# Squares are numbers, 8 * column + row; their names are column and row.
SQUARES = range(64)
CORNERS = {0, 7, 56, 63}
GOALS = {
    WHITE: ([8 * 0 + i for i in range(1, 7)], [8 * 7 + i for i in range(1, 7)]),
    BLACK: ([8 * i + 0 for i in range(1, 7)], [8 * i + 7 for i in range(1, 7)]),
}
IN_GOAL = {color: {*first, *last} for color, (first, last) in GOALS.items()}
USABLE = {
    WHITE: [s for s in SQUARES if s not in CORNERS and s not in IN_GOAL[BLACK]],
    BLACK: [s for s in SQUARES if s not in CORNERS and s not in IN_GOAL[WHITE]],
}
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]


def on_board(x: int, y: int) -> bool:
    return 0 <= x < 8 and 0 <= y < 8


# RAYS[s][d]: the squares from s in direction d, the nearest first.
RAYS = [
    [
        [8 * (x + n * dx) + y + n * dy for n in range(1, 8) if on_board(x + n * dx, y + n * dy)]
        for dx, dy in DIRECTIONS
    ]
    for x in range(8)
    for y in range(8)
]
OTHER = {WHITE: BLACK, BLACK: WHITE}
OTHER_COLORS = str.maketrans(OTHER)
TOUCHING = [{ray[0] for ray in RAYS[s] if ray} for s in SQUARES]


def name(move: int, winner: str) -> str:
    squares = [move] if move < STEP else divmod(move - STEP, 64)
    return "-".join(f"{s // 8}{s % 8}"[:: 1 if winner == WHITE else -1] for s in squares)


# The rules. A board is a list of 64 squares.


def group(board: Board, square: int) -> set[int]:
    """The chips connected to the one on a square by touching, itself included."""
    color, found, border = board[square], {square}, [square]
    while border:
        for other in TOUCHING[border.pop()]:
            if board[other] == color and other not in found:
                found.add(other)
                border.append(other)
    return found


def may_add(board: Board, color: str, square: int) -> bool:
    """Whether a player may add a chip to a square: no own group may get more than two chips."""
    if board[square] != EMPTY:
        return False
    own = [other for other in TOUCHING[square] if board[other] == color]
    return not own or (len(own) == 1 and len(group(board, own[0])) == 1)


def legal_adds(board: Board, color: str) -> list[int]:
    return [square for square in USABLE[color] if may_add(board, color, square)]


def legal_moves(board: Board, color: str) -> list[int]:
    """Adds while a player has a chip in hand, then steps. A step is judged after the chip has left
    its square, and may not end there."""
    if board.count(color) < CHIPS:
        return legal_adds(board, color)
    steps = []
    for origin in [square for square in SQUARES if board[square] == color]:
        board[origin] = EMPTY
        targets = legal_adds(board, color)
        board[origin] = color
        steps += [STEP + 64 * origin + target for target in targets if target != origin]
    return steps


def play(board: Board, color: str, move: int) -> None:
    if move >= STEP:
        board[(move - STEP) // 64] = EMPTY
    board[move % 64] = color


def take_back(board: Board, color: str, move: int) -> None:
    board[move % 64] = EMPTY
    if move >= STEP:
        board[(move - STEP) // 64] = color


def go_on(
    board: Board, color: str, path: list[int], came: int | None, last: list[int]
) -> list[int] | None:
    """Continue a path of chips to the last goal; the squares it takes then, or None."""
    for direction, ray in enumerate(RAYS[path[-1]]):
        if direction == came:
            continue  # the path has to turn at every chip
        for square in ray:
            if board[square] != EMPTY:
                break
        else:
            continue  # no chip that way
        if board[square] != color or square in path:
            continue
        way = ray[: ray.index(square) + 1]
        if square in last:
            if len(path) + 1 >= 6:
                return way
        elif square not in IN_GOAL[color]:
            rest = go_on(board, color, [*path, square], direction, last)
            if rest:
                return way + rest
    return None


def network(board: Board, color: str) -> set[int] | None:
    """A network of a colour: the squares of its chips and those between them, or None."""
    first, last = GOALS[color]
    if board.count(color) >= 6:
        for square in first:
            if board[square] == color:
                way = go_on(board, color, [square], None, last)
                if way:
                    return {square, *way}
    return None


def winning_adds(board: Board, color: str) -> Iterator[tuple[int, set[int]]]:
    """The adds that complete a network, each with the network. Where a goal is still empty only
    an add there can; a chip inside a network sees two others of its colour, one at its end one."""
    empty = [goal for goal in GOALS[color] if all(board[square] != color for square in goal)]
    if len(empty) == 2 or board.count(color) < 5:
        return
    sights = [0] * 64
    for square in USABLE[color]:
        if board[square] == color:
            for ray in RAYS[square]:
                for other in ray:
                    if board[other] != EMPTY:
                        break
                    sights[other] += 1
    for square in empty[0] if empty else USABLE[color]:
        needed = 1 if square in IN_GOAL[color] else 2
        if sights[square] >= needed and may_add(board, color, square):
            board[square] = color
            found = network(board, color)
            board[square] = EMPTY
            if found:
                yield square, found


def wins_by_step(board: Board, color: str, step: int) -> bool:
    """Whether a step is legal and wins at once: it must not give the opponent a network."""
    origin, target = divmod(step - STEP, 64)
    if board[origin] != color or target == origin:
        return False
    board[origin] = EMPTY
    wins = may_add(board, color, target)
    if wins:
        board[target] = color
        wins = network(board, color) is not None and network(board, OTHER[color]) is None
        board[target] = EMPTY
    board[origin] = color
    return wins


def winning_step(board: Board, color: str) -> int | None:
    """A step that wins at once, for a player with no chip in hand, or None. Where leaving a square
    opens a line that completes the network, the chip may go anywhere."""
    for origin in [square for square in SQUARES if board[square] == color]:
        board[origin] = EMPTY
        if network(board, color):
            targets = legal_adds(board, color)
        else:
            targets = [target for target, _ in winning_adds(board, color)]
        board[origin] = color
        for target in targets:
            step = STEP + 64 * origin + target
            if wins_by_step(board, color, step):
                return step
    return None


# Short wins, searched.

MEMORY = 8


class Search:
    """Whether White wins within a few plies by adding chips, or at once by a step. Moves that won
    before are tried first; that changes how long it takes and nothing else."""

    def __init__(self) -> None:
        self.won: dict[str, int] = {}
        self.favourites: dict[int, list[int]] = {}
        self.steps: list[int] = []

    def white_steps_to_win(self, board: Board) -> bool:
        """White is to move, with all chips on the board."""
        for step in self.steps:
            if wins_by_step(board, WHITE, step):
                break
        else:
            found = winning_step(board, WHITE)
            if found is None:
                return False
            step = found
        self.steps = [step, *(other for other in self.steps[:MEMORY] if other != step)]
        return True

    def white_wins(self, board: Board, plies: int) -> bool:
        """White is to move."""
        if board.count(WHITE) == CHIPS:
            return False
        if any(winning_adds(board, WHITE)):
            return True
        if plies == 1:
            return False
        key = "".join(board)
        if self.won.get(key, 99) <= plies:
            return True
        favourites = self.favourites.setdefault(plies, [])
        adds = legal_adds(board, WHITE)
        adds.sort(key=lambda add: favourites.index(add) if add in favourites else 99)
        for add in adds:
            board[add] = WHITE
            wins = self.black_loses(board, plies - 1)
            board[add] = EMPTY
            if wins:
                if len(self.won) == 200_000:
                    self.won.clear()
                self.won[key] = plies
                if add in favourites:
                    favourites.remove(add)
                favourites.insert(0, add)
                return True
        return False

    def black_loses(self, board: Board, plies: int) -> bool:
        """Black is to move. An added chip opens no line: a network that White threatens to
        complete can only be stopped on one of its squares."""
        threats = [network for _, network in winning_adds(board, WHITE)]
        if board.count(WHITE) == CHIPS or (plies == 2 and not threats):
            return False
        replies = legal_adds(board, BLACK)
        if not replies or board.count(BLACK) == CHIPS or any(winning_adds(board, BLACK)):
            return False
        for reply in replies:
            if all(reply in threat for threat in threats):
                board[reply] = BLACK
                wins = self.white_wins(board, plies - 1)
                board[reply] = EMPTY
                if not wins:
                    return False
        return True


# Positions and their mirror images. A key is the board as text.


def images(key: str) -> list[str]:
    """The board with columns, rows, both or neither reversed."""
    columns = [key[i : i + 8] for i in range(0, 64, 8)]
    mirrored = [column[::-1] for column in columns]
    return ["".join(some) for some in (columns, columns[::-1], mirrored, mirrored[::-1])]


def transposed(key: str) -> str:
    """The board with columns and rows exchanged, and the colours too."""
    return "".join(key[8 * y + x] for x in range(8) for y in range(8)).translate(OTHER_COLORS)


def text(key: str, winner: str) -> str:
    """A board with the winner to move as a position text."""
    key = key if winner == WHITE else transposed(key)
    rows = ["".join(key[8 * x + y] for x in range(8)) for y in range(8)]
    rows = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows]
    chips = key.count(winner)
    steps = int(winner == BLACK and chips == CHIPS)  # where Black steps first White has stepped
    return f"{'/'.join(rows)} {winner.lower()} {steps} {chips + 1}"


# The certificate.


def board_text(white: int, black: int) -> str:
    """The key of a position kept as two numbers, a bit for each square."""
    return "".join(WHITE if white >> s & 1 else BLACK if black >> s & 1 else EMPTY for s in SQUARES)


def unpack(data: bytes) -> tuple[Claims, int, str]:
    """The claims of a certificate file by key, the plies that it leaves out, and the winner."""
    head = re.match(
        rb"tenchips certificate (?:1|2\nwinner black|3\nwinner (?:white|black))\n"
        rb"left (\d+)\npositions (\d+)\nsha256 (\w+)\n\n",
        data,
    )
    if not head:
        sys.exit("refused: this is no certificate of version 1, 2 or 3")
    form = "<QQHB" if b"certificate 3" in head[0] else "<QQBB"
    winner = BLACK if b"winner black" in head[0] else WHITE
    claims: Claims = {}
    at = head.end()
    while at < len(data):
        if len(data) < at + 28:
            sys.exit("refused: the certificate is cut off at its end")
        white, black, count, length, check = struct.unpack_from("<QQIII", data, at)
        packed = data[at + 28 : at + 28 + length]
        if zlib.crc32(packed, zlib.crc32(data[at : at + 20])) != check:
            sys.exit(f"refused: damaged from {text(board_text(white, black), winner)} on")
        columns = lzma.decompress(packed, lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2}])
        for row in range(count):
            white, black, move, plies = struct.unpack(form, columns[row::count])
            if move >= STEP and form == "<QQBB":
                sys.exit(f"refused: a step in {text(board_text(white, black), winner)}")
            claims[board_text(white, black)] = move, plies
        at += 28 + length
    if len(claims) != int(head[2]):
        sys.exit(f"refused: it holds {len(claims)} positions, not {int(head[2])}")
    if hashlib.sha256(data[head.end() :]).hexdigest() != head[3].decode():
        sys.exit("refused: the checksum in its head is wrong")
    return claims, int(head[1]), winner


def read_lines(lines: list[str]) -> tuple[Claims, int, str]:
    """The same of a certificate written as text."""
    claims: Claims = {}
    winner = BLACK if lines and " b " in lines[0] else WHITE
    square, plies = "[0-7][0-7]", r"([3-9]|[1-9]\d)"
    form = rf"([WB1-8]+/){{7}}[WB1-8]+ {winner.lower()} [01] \d+ {square}(-{square})? {plies}"
    for line in lines:
        if not re.fullmatch(form, line):
            sys.exit(f"refused: this is no line `position move plies`: {line[:80]}")
        packed, *_, move, plies = line.split()
        rows = re.sub("[1-8]", lambda run: EMPTY * int(run[0]), packed).split("/")
        if any(len(row) != 8 for row in rows):
            sys.exit(f"refused: a row of this position has not 8 squares: {line}")
        key = "".join(rows[y][x] for x in range(8) for y in range(8))
        names = move.split("-")
        if winner == BLACK:
            key, names = transposed(key), [each[::-1] for each in names]
        if any(image in claims for image in images(key)):
            sys.exit(f"refused: this position is there twice: {line}")
        *origin, target = [int(each, 8) for each in names]
        claims[key] = (STEP + 64 * origin[0] if origin else 0) + target, int(plies)
    return claims, min((plies for _, plies in claims.values()), default=2) - 2, winner


class Checker:
    """Checks the claims of a certificate."""

    def __init__(self, claims: Claims, left: int, winner: str = WHITE) -> None:
        self.claims, self.left, self.winner = claims, left, winner
        self.has_steps = any(move >= STEP for move, _ in claims.values())
        self.search = Search()

    def claim(self, key: str) -> tuple[int, int] | None:
        """What the certificate says about a position or its images."""
        for image in images(key):
            if image in self.claims:
                return self.claims[image]
        return None

    def flaw(self, key: str) -> str | None:
        """What is wrong with the claim about a position, or None if it holds."""
        board, (move, plies) = list(key), self.claims[key]
        chips, first = board.count(WHITE), name(move, self.winner)
        winner, loser = ("White", "Black") if self.winner == WHITE else ("Black", "White")
        others = board.count(BLACK)
        is_turn = others - chips == (self.winner == BLACK)
        all_down = self.has_steps and others == chips == CHIPS
        if others > CHIPS or not (is_turn or all_down):
            return f"it is not {winner}'s turn"
        if network(board, WHITE) or network(board, BLACK):
            return "the game is over"
        if plies % 2 != 1 or (not self.has_steps and 2 * chips + plies > LONGEST):
            return f"a win in {plies} plies is no win with a chip from the hand"
        if plies > LONGEST_WITH_STEPS:
            return f"a win in {plies} plies may come too late for the step limit"
        if move not in legal_moves(board, WHITE):
            return f"{winner}'s move {first} is not legal"
        play(board, WHITE, move)
        if network(board, BLACK):
            return f"{winner}'s step {first} gives {loser} a network"
        replies = legal_moves(board, BLACK)
        if not replies:
            return f"{loser} has no move after {first}"
        longest, no_hand = self.left, self.has_steps and board.count(WHITE) == CHIPS
        for reply in replies:
            play(board, BLACK, reply)
            if not (no_hand and network(board, WHITE)):
                if network(board, BLACK):
                    return f"{loser} wins with {name(reply, self.winner)} after {first}"
                known = self.claim("".join(board))
                if known:
                    longest = max(longest, known[1])
                elif not self.wins(board, no_hand):
                    line = f"{first} {name(reply, self.winner)}"
                    return f"no win within {self.left} plies after {line}"
            take_back(board, BLACK, reply)
        if plies != longest + 2:
            return f"the win is claimed in {plies} plies, and the replies make it {longest + 2}"
        return None

    def wins(self, board: Board, no_hand: bool) -> bool:
        """Whether White, to move, wins a position that the certificate leaves out."""
        if no_hand:
            return self.search.white_steps_to_win(board)
        return self.search.white_wins(board, self.left)


# Many claims at a time.

checkers: list[Checker] = []


def start(claims: Claims, left: int, winner: str) -> None:
    checkers.append(Checker(claims, left, winner))


def check(keys: list[str]) -> tuple[list[str], str | None]:
    """Some claims, and the first flaw among them."""
    for key in keys:
        if flaw := checkers[0].flaw(key):
            return keys, f"{text(key, checkers[0].winner)}: {flaw}"
    return keys, None


def main() -> None:
    parser = argparse.ArgumentParser(description="Check a certificate of the game Network.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--sample", type=int, help="check only N claims")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--log", type=Path, help="note what was checked, and go on from there")
    options = parser.parse_args()
    try:
        data = options.file.read_bytes()
    except OSError as error:
        sys.exit(f"refused: {error}")
    lines = data.decode("ascii", "replace").splitlines()
    is_packed = data.startswith(b"tenchips certificate")
    claims, left, winner = unpack(data) if is_packed else read_lines(lines)
    digest = hashlib.sha256(data).hexdigest()
    # Where the strategy begins: the start, or the positions after first moves that lose.
    begins = [key for key in claims if key.count(EMPTY) == 64 - (winner == BLACK)]
    if not begins:
        sys.exit("refused: no claim about the start, or about a position after White's first move")
    todo = sorted(claims, key=lambda key: (key.count(WHITE), key))
    chunks = [todo[i : i + 64] for i in range(0, len(todo), 64)]
    if options.sample:
        some = random.Random(options.seed).sample(todo, min(options.sample, len(todo)))
        chunks = [some[i : i + 8] for i in range(0, len(some), 8)]
    done = {}
    if options.log and options.log.exists():
        noted = [line.split() for line in options.log.read_text().splitlines()]
        done = {words[1]: int(words[2]) for words in noted if words[0] == digest}
    log = options.log.open("a", buffering=1) if options.log else None
    began, checked, of = time.monotonic(), sum(done.values()), sum(map(len, chunks))
    print(f"{of} claims, wins within {left} plies searched, {checked} checked before", flush=True)
    rest = [chunk for chunk in chunks if chunk[0] not in done]
    with multiprocessing.Pool(options.jobs, start, (claims, left, winner)) as pool:
        for chunk, flaw in pool.imap(check, rest):
            if flaw:
                sys.exit(f"refused: {flaw}")
            checked += len(chunk)
            if log:
                print(digest, chunk[0], len(chunk), file=log)
            if checked % 1024 < len(chunk):
                print(f"{checked} of {of}, {time.monotonic() - began:.0f} s", flush=True)
    result = "White wins"
    if winner == BLACK:
        losing = [name(key.index(BLACK), BLACK) for key in begins]
        result = f"Black wins after {' or '.join(sorted(losing))}"
    what = "sampled claims hold" if options.sample else f"claims hold: {result}"
    print(f"all {checked} {what} ({digest}, {time.monotonic() - began:.0f} s)")


if __name__ == "__main__":
    main()
