"""Random positions for the tests: reached by legal play, and rich in what seldom happens.

Played at random a game is dull: few chips see each other, nobody wins, nobody is stuck. Here the
players like moves that link their chips or that crowd one of them, and every so often all moves
of a position are looked through for one that ends the game. A seed gives the same positions on
every machine. The boards are live: use each before asking for the next, and leave it as it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from tenchips import BLACK, WHITE, Board, Color, Move, Rules, Termination
from tenchips.squares import COLORS, SYMMETRIES

ENDLESS = Rules(repetition=0, step_limit=0)
NO_MOVE_GAME = "55 61 64 20 12 23 62 17 24 36 52 60 21 43 76 53 15 46"
VECTORS = json.loads((Path(__file__).parent / "vectors" / "perft.json").read_text())["positions"]
BLOCKED = [vector["position"] for vector in VECTORS if vector["perft"] == {"1": 0}]

KINDS = ("add", "step", "mover's network", "handed over", "both at once", "no move")


def kind(board: Board) -> str:
    """What a position is an example of; one of `KINDS`."""
    outcome = board.outcome()
    if outcome is None:
        return "add" if board.hand(board.turn) else "step"
    if outcome.termination is Termination.NO_MOVE:
        return "no move"
    if outcome.winner is not board.turn:
        return "mover's network"
    mover = board.turn.other
    return "both at once" if any(board.networks(mover)) else "handed over"


def boards(seed: int, count: int) -> Iterator[Board]:
    """That many boards, of every kind in lively proportion."""
    rng = Random(seed)
    left = count
    while left > 0:
        maker = rng.choices((linked, crowded, blocked), (30, 3, 5))[0]
        for board in maker(rng):
            yield board
            left -= 1
            if not left:
                return


def linked(rng: Random) -> Iterator[Board]:
    """The later positions of a game in which both like to see their own chips, with its ends."""
    board = Board(rules=ENDLESS)
    plies = rng.randint(8, 34)
    greed = rng.choice((0.0, 0.5, 0.9))
    while len(board.moves) < plies:
        moves = list(board.legal_moves)
        if not moves:
            return
        if rng.random() < greed:
            moves = [_best(board, rng.sample(moves, min(6, len(moves))), _own_links)]
        board.push_unchecked(rng.choice(moves))
        if board.outcome() is not None and rng.random() < 0.8:
            board.pop()  # most games go on: a win ends the way to the step phase
            board.push_unchecked(rng.choice(list(board.legal_moves)))
        if rng.random() < len(board.moves) / 40:
            yield board
    yield from ends(board, rng)


def ends(board: Board, rng: Random) -> Iterator[Board]:
    """Up to six positions one move on in which the game is over, one of each way first."""
    moves = list(board.legal_moves)
    rng.shuffle(moves)
    found: dict[str, list[Move]] = {}
    for move in moves:
        board.push_unchecked(move)
        if board.outcome() is not None:
            found.setdefault(kind(board), []).append(move)
        board.pop()
    for some in found.values():
        for move in some[:2]:
            board.push_unchecked(move)
            yield board
            board.pop()


def crowded(rng: Random) -> Iterator[Board]:
    """The last positions of a game in which both leave one of them as few moves as they can."""
    board = Board(rules=ENDLESS)
    poor = rng.choice((WHITE, BLACK))

    def crowd(board: Board) -> int:
        moves = _moves_of(board, poor)
        return -100 if moves is None else -moves

    while board.hand(poor):
        moves = list(board.legal_moves)
        if not moves:
            return
        board.push_unchecked(_best(board, rng.sample(moves, min(12, len(moves))), crowd))
        if len(board.moves) >= 13:
            yield board


def blocked(rng: Random) -> Iterator[Board]:
    """A position with no move or hardly one, found by changing a known one, and the one before.

    Its chips are put down in a random order: any order is legal that makes no network too soon.
    """
    seed = rng.choice((Board(moves=NO_MOVE_GAME), *map(Board, BLOCKED)))
    seed = seed.transform(rng.choice(SYMMETRIES[:4]))
    for _ in range(rng.randint(0, 12)):
        seed = _changed(seed, rng)
    orders = [sorted(seed.chips(color)) for color in COLORS]
    for order in orders:
        rng.shuffle(order)
    board = Board(rules=ENDLESS)
    while any(orders):
        if board.outcome() is not None:
            return
        board.push(orders[board.turn].pop())
        if sum(map(len, orders)) < 2:
            yield board


def _changed(board: Board, rng: Random) -> Board:
    """The board with one chip elsewhere, if that leaves the player to move one move at most."""
    color = rng.choice(COLORS)
    chips = [set(board.chips(WHITE)), set(board.chips(BLACK))]
    chips[color].remove(rng.choice(sorted(chips[color])))
    places = list(Board.diagram(chips[WHITE], chips[BLACK], color).legal_moves)
    if places:
        chips[color].add(rng.choice(places).to)
        changed = Board.diagram(chips[WHITE], chips[BLACK], board.turn)
        if _moves_of(changed, board.turn) in (0, 1):
            return changed
    return board


def _best(board: Board, moves: list[Move], worth: Callable[[Board], int]) -> Move:
    """The move after which the board is worth most."""

    def after(move: Move) -> int:
        board.push_unchecked(move)
        try:
            return worth(board)
        finally:
            board.pop()

    return max(moves, key=after)


def _own_links(board: Board) -> int:
    return sum(1 for _ in board.links(board.turn.other))


def _moves_of(board: Board, color: Color) -> int | None:
    """How many moves a colour would have if it were its turn; None if the game is won."""
    there = Board.diagram(board.chips(WHITE), board.chips(BLACK), color, rules=ENDLESS)
    outcome = there.outcome()
    if outcome is not None and outcome.termination is Termination.NETWORK:
        return None
    return len(there.legal_moves)


def there_and_back(position: str, rules: Rules) -> Board:
    """A game of four plies in which both step and go back, so its first position comes twice."""
    rng = Random(1969)
    while True:
        board = Board(position, rules=rules)
        for _ in range(2):
            board.push(rng.choice(list(board.legal_moves)))
        for move in tuple(board.moves):
            back = Move(move.origin or "", move.to)
            if board.outcome() or board.why_illegal(back):
                break
            board.push(back)
        if len(board.moves) == 4:
            return board
