"""`Board`: a game of Network in progress, and the judge of everything done to it.

A board knows the chips, whose turn it is, the moves that led there and the house rules. It says
which moves are legal, why another is not, which networks stand and how the game has ended. It is
plain Python made to be read and asked; `tenchips.core` is its fast twin for searching, and the
tests hold the two equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sized
from itertools import pairwise

from tenchips.notation import (
    ADDS,
    START,
    STEPS,
    Move,
    NotationError,
    PositionText,
    parse_square,
    parse_squares,
    squares_text,
)
from tenchips.rules import (
    CHIPS,
    SHORTEST_NETWORK,
    Fault,
    FaultKind,
    Flaw,
    IllegalMove,
    ImpossiblePosition,
    NetworkRule,
    Outcome,
    Reason,
    Refusal,
    Rules,
    Termination,
)
from tenchips.squares import (
    BLACK,
    COLORS,
    CORNERS,
    GOAL_BITS,
    GOALS,
    INNER_BITS,
    NAMES,
    NEIGHBOURS,
    NUMBERS,
    SYMMETRIES,
    USABLE_BITS,
    WHITE,
    Bits,
    Color,
    Square,
    Symmetry,
    bits,
    direction_between,
    names,
    nearest,
    numbers,
    squares_between,
)

Network = tuple[Square, ...]
Links = dict[int, list[tuple[int, int]]]


class Board:
    """A game of Network: start, moves so far, and what the rules say about them.

    >>> board = Board()
    >>> board.push("33")
    Move.parse('33')
    >>> board.position
    '8/8/8/3W4/8/8/8/8 b 0 1'
    >>> len(board.legal_moves), "02" in board.legal_moves
    (47, False)
    >>> print(board.why_illegal("02"))
    Black may not use 02: it is in White's goal
    >>> board
    Board(moves='33')
    """

    __slots__ = ("_chips", "_judged", "_moves", "_outcome", "_past", "_start", "number", "rules",
                 "steps", "turn")  # fmt: skip

    turn: Color
    """The player to move."""
    steps: int
    """Step moves made so far in the game."""
    number: int
    """The full-move number, from 1; it rises after Black's moves."""
    rules: Rules
    """The house rules this game is played by."""

    def __init__(
        self,
        position: str = START,
        rules: Rules = Rules(),
        moves: str | Iterable[Move | str] = (),
    ) -> None:
        """Set up a position and play moves from it, all checked.

        >>> Board("8/8/8/3W4/8/8/8/8 b 0 1").turn
        BLACK
        >>> Board("W7/8/8/8/8/8/8/8 w 0 1")
        Traceback (most recent call last):
        tenchips.rules.ImpossiblePosition: this position cannot occur: chip in the corner 00; \
White has 1 and Black 0 on the board, so it is Black's turn
        """
        self._set(PositionText.parse(position), rules)
        if faults := self.status():
            raise ImpossiblePosition(faults)
        for move in moves.split() if isinstance(moves, str) else moves:
            self.push(move)

    @classmethod
    def diagram(
        cls,
        white: str | Iterable[Square] = (),
        black: str | Iterable[Square] = (),
        turn: Color = WHITE,
        *,
        steps: int = 0,
        number: int = 1,
        rules: Rules = Rules(),
        moves: str | Iterable[Move | str] = (),
    ) -> Board:
        """Put chips on the board as they are, without asking whether a game could get there.

        `status` says what is wrong with such a position; `moves` are not checked either.

        >>> board = Board.diagram(black="20 60 42 13 33 25 35 55 65 57", turn=BLACK)
        >>> "-".join(min(board.networks(BLACK)))
        '20-25-35-13-33-55-57'
        """
        chips = [
            bits(parse_squares(some) if isinstance(some, str) else map(parse_square, some))
            for some in (white, black)
        ]
        if both := names(chips[WHITE] & chips[BLACK]):
            raise NotationError(
                f"a square holds one chip, and both colours are given {' '.join(both)}"
            )
        board = cls.__new__(cls)
        board._set(PositionText(chips[WHITE], chips[BLACK], turn, steps, number), rules)
        for move in moves.split() if isinstance(moves, str) else moves:
            board.push_unchecked(Move.parse(move) if isinstance(move, str) else move)
        return board

    def _set(self, start: PositionText, rules: Rules) -> None:
        self._start = start
        self._chips = [start.white, start.black]
        self.turn = start.turn
        self.steps = start.steps
        self.number = start.number
        self.rules = rules
        self._moves: list[Move] = []
        self._past: list[tuple[Bits, Bits]] = []
        self._judged = False
        self._outcome: Outcome | None = None

    # What stands on the board

    def chips(self, color: Color) -> frozenset[Square]:
        """The squares that hold a colour's chips.

        >>> Board(moves="33 44").chips(WHITE)
        frozenset({'33'})
        """
        return frozenset(names(self._chips[color]))

    def hand(self, color: Color) -> int:
        """How many chips a colour still has to place.

        >>> Board(moves="33").hand(WHITE)
        9
        """
        return max(0, CHIPS - self._chips[color].bit_count())

    def color_at(self, square: Square) -> Color | None:
        """The colour of the chip on a square, or None.

        >>> Board(moves="33").color_at("33")
        WHITE
        """
        bit = 1 << NUMBERS[parse_square(square)]
        return WHITE if self._chips[WHITE] & bit else BLACK if self._chips[BLACK] & bit else None

    def sights(self, square: Square) -> tuple[Square, ...]:
        """The chips of either colour that are in straight, clear view of a square.

        >>> Board(moves="33 35 53").sights("33")
        ('35', '53')
        """
        number, occupied = NUMBERS[parse_square(square)], self._occupied
        seen = (nearest(number, direction, occupied) for direction in range(8))
        return tuple(sorted(NAMES[chip] for chip in seen if chip >= 0))

    def links(self, color: Color) -> Iterator[tuple[Square, Square]]:
        """The pairs of a colour's chips that see each other.

        >>> list(Board(moves="33 35 53").links(WHITE))
        [('33', '53')]
        """
        for chip, seen in self._links(color).items():
            for direction, other in seen:
                if direction < 4:
                    yield NAMES[chip], NAMES[other]

    @property
    def position(self) -> str:
        """The position as text: rows, side to move, steps made, full-move number."""
        return str(self._text)

    @property
    def start(self) -> str:
        """The position the game began from, as text."""
        return str(self._start)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made since the start."""
        return tuple(self._moves)

    @property
    def _text(self) -> PositionText:
        white, black = self._chips
        return PositionText(white, black, self.turn, self.steps, self.number)

    @property
    def _occupied(self) -> Bits:
        return self._chips[WHITE] | self._chips[BLACK]

    def _links(self, color: Color) -> Links:
        """For each chip of a colour, by number: the directions in which it sees another one."""
        own, occupied = self._chips[color], self._occupied
        links: Links = {chip: [] for chip in numbers(own)}
        for chip, seen in links.items():
            for direction in range(4):
                other = nearest(chip, direction, occupied)
                if other >= 0 and own >> other & 1:
                    seen.append((direction, other))
                    links[other].append((direction ^ 4, chip))
        return links

    # Moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: iterate over them, count them, or ask whether one is among them.

        >>> len(Board().legal_moves)
        48
        >>> next(iter(Board().legal_moves))
        Move.parse('01')
        """
        return LegalMoves(self)

    def why_illegal(self, move: Move | str) -> Refusal | None:
        """Why a move may not be made now, or None if it may.

        >>> refusal = Board(moves="33 10 34 20").why_illegal("43")
        >>> refusal.reason, refusal.squares
        (<Reason.CLUSTER: 'cluster'>, ('33', '34'))
        >>> print(refusal)
        43 would join 33 34 to a group of 3 white chips: at most 2 may touch
        """
        if isinstance(move, str):
            move = Move.parse(move)
        if (outcome := self.outcome()) is not None:
            return Refusal(Reason.GAME_OVER, outcome.network, f"the game is over: {outcome}")
        return self._wrong_kind(move) or self._bad_origin(move) or self._bad_target(move)

    def _wrong_kind(self, move: Move) -> Refusal | None:
        hand = self.hand(self.turn)
        if move.is_add and not hand:
            sentence = f"{self.turn} has no chip left to add: make a step move like 33-45"
        elif not move.is_add and hand:
            chips = "1 chip" if hand == 1 else f"{hand} chips"
            sentence = f"{self.turn} still has {chips} in hand: make an add move like 33"
        else:
            return None
        return Refusal(Reason.WRONG_KIND, (), sentence)

    def _bad_origin(self, move: Move) -> Refusal | None:
        if move.origin is None:
            return None
        if not self._chips[self.turn] >> NUMBERS[move.origin] & 1:
            holder = (
                "it is empty" if self.color_at(move.origin) is None else "it holds an enemy chip"
            )
            sentence = f"{self.turn} has no chip on {move.origin}: {holder}"
            return Refusal(Reason.NOT_YOUR_CHIP, (move.origin,), sentence)
        if move.to == move.origin:
            sentence = f"a step ends on another square than {move.origin}, where it began"
            return Refusal(Reason.SAME_SQUARE, (move.to,), sentence)
        return None

    def _bad_target(self, move: Move) -> Refusal | None:
        color, to = self.turn, NUMBERS[move.to]
        if move.to in CORNERS:
            sentence = f"nobody may use {move.to}: corners are dead"
            return Refusal(Reason.CORNER, (move.to,), sentence)
        if not USABLE_BITS[color] >> to & 1:
            sentence = f"{color} may not use {move.to}: it is in {color.other}'s goal"
            return Refusal(Reason.GOAL, (move.to,), sentence)
        lifted = 0 if move.origin is None else 1 << NUMBERS[move.origin]
        if (self._occupied ^ lifted) >> to & 1:
            return Refusal(Reason.OCCUPIED, (move.to,), f"{move.to} already holds a chip")
        own = self._chips[color] ^ lifted
        if _open_squares(color, own, own) >> to & 1:
            return None
        touching = _group(to, own | 1 << to) ^ 1 << to
        sentence = (
            f"{move.to} would join {squares_text(touching)} to a group of "
            f"{touching.bit_count() + 1} {str(color).lower()} chips: at most 2 may touch"
        )
        return Refusal(Reason.CLUSTER, names(touching), sentence)

    def push(self, move: Move | str) -> Move:
        """Make a move, or raise `IllegalMove` (`NotationError` for a text that is no move).

        >>> board = Board()
        >>> board.push("00")
        Traceback (most recent call last):
        tenchips.rules.IllegalMove: nobody may use 00: corners are dead
        """
        if isinstance(move, str):
            move = Move.parse(move)
        if refusal := self.why_illegal(move):
            raise IllegalMove(refusal)
        self.push_unchecked(move)
        return move

    def push_unchecked(self, move: Move) -> None:
        """Make a move known to be legal. An illegal one leaves the board in disorder."""
        self._past.append((self._chips[WHITE], self._chips[BLACK]))
        self._moves.append(move)
        self._chips[self.turn] |= 1 << NUMBERS[move.to]
        if move.origin is not None:
            self._chips[self.turn] &= ~(1 << NUMBERS[move.origin])
            self.steps += 1
        self.number += self.turn
        self.turn = self.turn.other
        self._judged = False

    def pop(self) -> Move:
        """Take the last move back and return it; `IndexError` if there is none.

        >>> board = Board(moves="33 44")
        >>> board.pop(), board
        (Move.parse('44'), Board(moves='33'))
        """
        if not self._moves:
            raise IndexError("there is no move to take back")
        move = self._moves.pop()
        self._chips[:] = self._past.pop()
        self.turn = self.turn.other
        self.number -= self.turn
        self.steps -= not move.is_add
        self._judged = False
        return move

    def _targets(self) -> Iterator[tuple[Square | None, Bits]]:
        """For each place a chip can come from (None: the hand), where it may go."""
        own, occupied = self._chips[self.turn], self._occupied
        if own.bit_count() < CHIPS:
            yield None, _open_squares(self.turn, own, occupied)
            return
        for chip in numbers(own):
            bit = 1 << chip
            yield NAMES[chip], _open_squares(self.turn, own ^ bit, occupied ^ bit) & ~bit

    # Networks and the end of the game

    def networks(self, color: Color) -> Iterator[Network]:
        """All networks of a colour, each once: from the left to the right goal for White, from
        the upper to the lower for Black.

        >>> board = Board.diagram(black="20 25 35 13 33 55 57", white="56")
        >>> list(board.networks(BLACK))
        []
        """
        own = self._chips[color]
        first, last = (own & goal for goal in GOAL_BITS[color])
        inner = own & INNER_BITS
        if first and last and inner.bit_count() >= SHORTEST_NETWORK - 2:
            links = self._links(color)
            for chip in numbers(first):
                for path in _paths((chip,), -1, links, inner | last, last):
                    yield tuple(NAMES[number] for number in path)

    def why_not_network(
        self, squares: str | Iterable[Square], color: Color | None = None
    ) -> Flaw | None:
        """Which rule of networks a sequence of chips breaks, and where; None if it is a network.

        The colour is that of the first chip unless given.

        >>> board = Board.diagram(black="20 60 42 13 33 25 35 55 65 57")
        >>> print(board.why_not_network("60-42-33-35-55-57"))
        a network turns at every chip on its way, and 60-42-33 goes straight on
        >>> board.why_not_network("60-65-55-33-35-57") is None
        True
        """
        path = (
            parse_squares(squares)
            if isinstance(squares, str)
            else tuple(map(parse_square, squares))
        )
        if color is None:
            color = BLACK if path and self.color_at(path[0]) is BLACK else WHITE
        return (
            self._not_own(path, color)
            or _bad_length(path)
            or _bad_goals(path, color)
            or _chip_twice(path)
            or self._bad_lines(path)
            or _no_turn(path)
        )

    def _not_own(self, path: Network, color: Color) -> Flaw | None:
        strange = tuple(square for square in path if self.color_at(square) is not color)
        if not strange:
            return None
        sentence = f"{color} has no chip on {' '.join(strange)}"
        return Flaw(NetworkRule.OWN_CHIPS, strange, sentence)

    def _bad_lines(self, path: Network) -> Flaw | None:
        for start, end in pairwise(path):
            if direction_between(start, end) is None:
                sentence = f"{start} and {end} are not on one straight line"
                return Flaw(NetworkRule.STRAIGHT_LINES, (start, end), sentence)
            between = tuple(s for s in squares_between(start, end) if self.color_at(s) is not None)
            if between:
                sentence = f"there is a chip between {start} and {end}: {' '.join(between)}"
                return Flaw(NetworkRule.CLEAR_LINES, between, sentence)
        return None

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on.

        A network of the player who did not just move counts first; then one of the mover.

        >>> print(Board.diagram(black="20 25 35 13 33 55 57").outcome())
        Black wins with the network 20-25-35-33-55-57
        """
        if not self._judged:
            self._outcome = self._judge()
            self._judged = True
        return self._outcome

    def _judge(self) -> Outcome | None:
        for color in (self.turn, self.turn.other):
            network = min(self.networks(color), key=lambda path: (len(path), path), default=None)
            if network:
                return Outcome(color, Termination.NETWORK, network)
        if not any(targets for _, targets in self._targets()):
            winner = self.turn.other if self.rules.no_move == "loss" else None
            return Outcome(winner, Termination.NO_MOVE)
        if 0 < self.rules.repetition <= self.repetitions():
            return Outcome(None, Termination.REPETITION)
        if 0 < self.rules.step_limit <= self.steps:
            return Outcome(None, Termination.STEP_LIMIT)
        return None

    def repetitions(self) -> int:
        """How often the position has occurred since the start, with the same player to move.

        >>> Board().repetitions()
        1
        """
        return 1 + self._past[-2::-2].count((self._chips[WHITE], self._chips[BLACK]))

    # Possible and impossible positions

    def status(self) -> tuple[Fault, ...]:
        """Everything about the position that no game can produce; empty if it is sound.

        >>> for fault in Board.diagram(white="01 70", black="02 33 34 44", turn=BLACK).status():
        ...     print(fault)
        chip in the corner 70
        black chip in White's goal: 02
        the chips 33 34 44 touch: at most 2 chips of a colour may
        White has 2 and Black 4 on the board, which no alternation of moves gives
        the full-move number is 4 after 6 moves, not 1
        """
        return (*self._misplaced(), *self._clusters(), *self._miscounted())

    def _misplaced(self) -> Iterator[Fault]:
        corners = bits(CORNERS)
        if self._occupied & corners:
            squares = names(self._occupied & corners)
            yield Fault(FaultKind.CORNER, squares, f"chip in the corner {' '.join(squares)}")
        for color in COLORS:
            if wrong := self._chips[color] & ~USABLE_BITS[color] & ~corners:
                sentence = (
                    f"{str(color).lower()} chip in {color.other}'s goal: {squares_text(wrong)}"
                )
                yield Fault(FaultKind.GOAL, names(wrong), sentence)

    def _clusters(self) -> Iterator[Fault]:
        for color in COLORS:
            rest = self._chips[color]
            while rest:
                group = _group(next(numbers(rest)), rest)
                rest ^= group
                if group.bit_count() > 2:
                    sentence = (
                        f"the chips {squares_text(group)} touch: at most 2 chips of a colour may"
                    )
                    yield Fault(FaultKind.CLUSTER, names(group), sentence)

    def _miscounted(self) -> Iterator[Fault]:
        white, black = (self._chips[color].bit_count() for color in COLORS)
        for color, count in ((WHITE, white), (BLACK, black)):
            if count > CHIPS:
                sentence = f"{color} has {count} chips: there are {CHIPS} a side"
                yield Fault(FaultKind.CHIPS, names(self._chips[color]), sentence)
        full = white == black == CHIPS
        counts = f"White has {white} and Black {black} on the board"
        turn = BLACK if (self.steps % 2 if full else white > black) else WHITE
        if not 0 <= white - black <= 1:
            sentence = f"{counts}, which no alternation of moves gives"
            yield Fault(FaultKind.TURN, (), sentence)
        elif self.turn is not turn:
            after = f"with {self.steps} for the step moves it is" if full else f"{counts}, so it is"
            yield Fault(FaultKind.TURN, (), f"{after} {turn}'s turn")
        if self.steps and not full:
            sentence = f"{counts}, so no step move has been made, not {self.steps}"
            yield Fault(FaultKind.STEPS, (), sentence)
        elif self.steps < 0:
            sentence = f"the number of step moves made is 0 or more, not {self.steps}"
            yield Fault(FaultKind.STEPS, (), sentence)
        made = white + black + self.steps
        if self.number != made // 2 + 1:
            sentence = (
                f"the full-move number is {made // 2 + 1} after {made} moves, not {self.number}"
            )
            yield Fault(FaultKind.NUMBER, (), sentence)

    # Symmetry

    def transform(self, symmetry: Symmetry) -> Board:
        """The same game on the board turned; a transposition exchanges the colours too.

        With the colours exchanged Black has begun, which `status` will say.

        >>> Board(moves="12 34").transform(Symmetry(flip_x=True))
        Board(moves='62 44')
        """
        start = self._start
        colors = COLORS[::-1] if symmetry.swaps_colors else COLORS
        white, black = (
            [symmetry(square) for square in names((start.white, start.black)[color])]
            for color in colors
        )
        return Board.diagram(
            white,
            black,
            colors[start.turn],
            steps=start.steps,
            number=start.number,
            rules=self.rules,
            moves=[
                Move(symmetry(move.to), move.origin and symmetry(move.origin))
                for move in self._moves
            ],
        )

    def canonical(self) -> Board:
        """Of the four images that keep the colours, the one whose position text comes first
        (then whose start and moves do).

        >>> Board(moves="62").canonical() == Board(moves="15").canonical()
        True
        """
        images = (self.transform(symmetry) for symmetry in SYMMETRIES[:4])
        return min(images, key=lambda board: (board.position, board.start, repr(board.moves)))

    # The board as a Python object

    def copy(self) -> Board:
        """A board of its own with the same history."""
        other = Board.__new__(Board)
        other._set(self._start, self.rules)
        other._chips[:] = self._chips
        other.turn, other.steps, other.number = self.turn, self.steps, self.number
        other._moves, other._past = self._moves[:], self._past[:]
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Board:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Boards are equal if nothing that can still happen tells them apart: the same position,
        house rules, and earlier positions that could come again."""
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self._text == other._text
            and self.rules == other.rules
            and self._recurring() == other._recurring()
        )

    def __hash__(self) -> int:
        """The hash of the position as it is now: push on a copy while a board is in a set."""
        return hash((self._text, self.rules))

    def _recurring(self) -> Counter[tuple[Bits, Bits, bool]]:
        """The earlier positions that step moves can bring back, with who was to move."""
        return Counter(
            (white, black, (len(self._past) - ply) % 2 == 0)
            for ply, (white, black) in enumerate(self._past)
            if white.bit_count() >= CHIPS and black.bit_count() >= CHIPS
        )

    def __repr__(self) -> str:
        begun = Board.__new__(Board)
        begun._set(self._start, self.rules)
        name, start, arguments = "Board", self._start, []
        if begun.status():
            name = "Board.diagram"
            arguments += [f"{squares_text(start.white)!r}", f"{squares_text(start.black)!r}"]
            arguments += [f"{start.turn!r}", f"steps={start.steps}", f"number={start.number}"]
        elif self.start != START:
            arguments.append(repr(self.start))
        if self.rules != Rules():
            arguments.append(f"rules={self.rules!r}")
        if self._moves:
            arguments.append(f"moves={' '.join(map(str, self._moves))!r}")
        return f"{name}({', '.join(arguments)})"

    def __str__(self) -> str:
        from tenchips.render import text  # drawing is a room further on

        return text.draw(self)

    def _repr_svg_(self) -> str:
        """The board as notebooks show it."""
        from tenchips.render import svg  # drawing is a room further on

        return svg.draw(self)


class LegalMoves(Sized, Iterable[Move]):
    """The legal moves of a board as it is now.

    >>> moves = Board(moves="33 44").legal_moves
    >>> len(moves), Move("01") in moves, "44" in moves
    (46, True, False)
    """

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        if self._board.outcome() is not None:
            return iter(())
        moves: list[Move] = []
        for origin, targets in self._board._targets():
            to = names(targets)
            moves += [STEPS[origin, square] for square in to] if origin else [ADDS[s] for s in to]
        return iter(moves)

    def __len__(self) -> int:
        if self._board.outcome() is not None:
            return 0
        return sum(targets.bit_count() for _, targets in self._board._targets())

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = Move.parse(move)
            except NotationError:
                return False
        return isinstance(move, Move) and self._board.why_illegal(move) is None

    def __repr__(self) -> str:
        return f"<LegalMoves {' '.join(map(str, self))}>"


def _open_squares(color: Color, own: Bits, occupied: Bits) -> Bits:
    """The squares where a chip of a colour may be put, given its other chips: not next to two
    of them, nor next to one that has a neighbour already."""
    near = near_two = 0
    for chip in numbers(own):
        near_two |= near & NEIGHBOURS[chip]
        near |= NEIGHBOURS[chip]
    for chip in numbers(own & near):
        near_two |= NEIGHBOURS[chip]
    return USABLE_BITS[color] & ~occupied & ~near_two


def _group(chip: int, own: Bits) -> Bits:
    """The chips connected to one by touching, itself included."""
    group, border = 0, 1 << chip
    while border:
        group |= border
        border = own & ~group & _touching(border)
    return group


def _touching(some: Bits) -> Bits:
    result = 0
    for number in numbers(some):
        result |= NEIGHBOURS[number]
    return result


def _paths(
    path: tuple[int, ...], came: int, links: Links, free: Bits, last: Bits
) -> Iterator[tuple[int, ...]]:
    """The ways to go on from a path's end to the last goal, turning at every chip."""
    for direction, chip in links[path[-1]]:
        if direction == came or len(path) == CHIPS or not free >> chip & 1:
            continue
        if not last >> chip & 1:
            yield from _paths((*path, chip), direction, links, free ^ 1 << chip, last)
        elif len(path) + 1 >= SHORTEST_NETWORK:
            yield (*path, chip)


def _bad_length(path: Network) -> Flaw | None:
    if SHORTEST_NETWORK <= len(path) <= CHIPS:
        return None
    sentence = f"a network has {SHORTEST_NETWORK} to {CHIPS} chips, and this one has {len(path)}"
    return Flaw(NetworkRule.LENGTH, path, sentence)


def _bad_goals(path: Network, color: Color) -> Flaw | None:
    first, last = GOALS[color]
    for goal in first, last:
        if path[0] in goal and path[-1] in goal:
            sentence = (
                f"a network ends in the other goal: {path[0]} and {path[-1]} are in the same one"
            )
            return Flaw(NetworkRule.GOALS_AT_THE_ENDS, (path[0], path[-1]), sentence)
    for end in path[0], path[-1]:
        if end not in first | last:
            sentence = f"a network begins and ends in {color}'s goals, and {end} is in neither"
            return Flaw(NetworkRule.GOALS_AT_THE_ENDS, (end,), sentence)
    for square in path[1:-1]:
        if square in first | last:
            sentence = f"only the first and the last chip may be in a goal, and {square} is in one"
            return Flaw(NetworkRule.NO_GOAL_INSIDE, (square,), sentence)
    return None


def _chip_twice(path: Network) -> Flaw | None:
    for index, square in enumerate(path):
        if square in path[:index]:
            sentence = f"a network passes each chip once, and {square} is there twice"
            return Flaw(NetworkRule.NO_CHIP_TWICE, (square,), sentence)
    return None


def _no_turn(path: Network) -> Flaw | None:
    for before, chip, after in zip(path, path[1:], path[2:], strict=False):
        if direction_between(before, chip) == direction_between(chip, after):
            sentence = (
                f"a network turns at every chip on its way, and {before}-{chip}-{after} "
                "goes straight on"
            )
            return Flaw(NetworkRule.TURN_AT_EVERY_CHIP, (before, chip, after), sentence)
    return None
