"""`Board`: a game of Network in progress, and the judge of everything done to it.

A board knows the chips, whose turn it is, the moves that led there and the house rules. It says
which moves are legal, why another is not, which networks there are and how the game has ended. It
is plain Python made to be read; `tenchips.core` holds its fast, compiled version for searching,
and the tests hold the two equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tenchips.errors import check_type
from tenchips.faults import find_faults
from tenchips.legality import LegalMoves, can_move, find_refusal
from tenchips.networks import Network, find_flaw, find_links, find_networks
from tenchips.notation import (
    START,
    Move,
    NotationError,
    PositionText,
    parse_move,
    parse_moves,
    parse_square,
    parse_squares,
    squares_text,
)
from tenchips.rules import (
    CHIPS,
    Fault,
    Flaw,
    IllegalMove,
    ImpossiblePosition,
    Outcome,
    Reason,
    Refusal,
    Rules,
    Termination,
)
from tenchips.squares import (
    BLACK,
    COLORS,
    NAMES,
    NUMBERS,
    SYMMETRIES,
    WHITE,
    Bits,
    Color,
    Square,
    Symmetry,
    bits,
    check_color,
    names,
    nearest,
)


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

    __slots__ = ("_chips", "_judged", "_judgements", "_moves", "_outcome", "_past", "_start",
                 "number", "rules", "steps", "turn")  # fmt: skip

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
        for move in parse_moves(moves):
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
        chips = [bits(parse_squares(white)), bits(parse_squares(black))]
        if both := names(chips[WHITE] & chips[BLACK]):
            raise NotationError(
                f"a square holds one chip, and both colours are given {' '.join(both)}"
            )
        board = cls.__new__(cls)
        board._set(PositionText(chips[WHITE], chips[BLACK], turn, steps, number), rules)
        for move in parse_moves(moves):
            board.push_unchecked(move)
        return board

    def _set(self, start: PositionText, rules: Rules) -> None:
        check_type("rules", rules, Rules, "a Rules object (Rules.parse makes one from text)")
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
        self._judgements: list[tuple[bool, Outcome | None]] = []

    # What stands on the board

    def chips(self, color: Color) -> frozenset[Square]:
        """The squares that hold a colour's chips.

        >>> Board(moves="33 44").chips(WHITE)
        frozenset({'33'})
        """
        check_color("color", color)
        return frozenset(names(self._chips[color]))

    def hand(self, color: Color) -> int:
        """How many chips a colour still has to place.

        >>> Board(moves="33").hand(WHITE)
        9
        """
        check_color("color", color)
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
        number, occupied = NUMBERS[parse_square(square)], self._chips[WHITE] | self._chips[BLACK]
        seen = (nearest(number, direction, occupied) for direction in range(8))
        return tuple(sorted(NAMES[chip] for chip in seen if chip >= 0))

    def links(self, color: Color) -> Iterator[tuple[Square, Square]]:
        """The pairs of a colour's chips that see each other.

        >>> list(Board(moves="33 35 53").links(WHITE))
        [('33', '53')]
        """
        check_color("color", color)
        for chip, seen in find_links(self._chips, color).items():
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
    def ply(self) -> int:
        """How many moves the two players have made since the game began, by the move number.

        >>> Board(moves="33 44 53").ply
        3
        """
        return 2 * (self.number - 1) + self.turn

    @property
    def key(self) -> tuple[int, int, Color]:
        """What tells positions apart, as a key for tables: White's chips, Black's chips and the
        player to move. Chips are an int with the bit `8·column + row` for each.

        >>> Board(moves="33 44 53").key == Board(moves="53 44 33").key
        True
        """
        white, black = self._chips
        return white, black, self.turn

    @property
    def _text(self) -> PositionText:
        white, black = self._chips
        return PositionText(white, black, self.turn, self.steps, self.number)

    # Moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, a sequence in rising order; none when the game is over.

        >>> moves = Board().legal_moves
        >>> len(moves), moves[0], "33" in moves
        (48, Move.parse('01'), True)
        """
        return LegalMoves(self._chips, self.turn, is_over=self.is_game_over())

    def is_legal(self, move: Move | str) -> bool:
        """Whether a move may be made now; `why_illegal` says why not.

        >>> Board().is_legal("33"), Board().is_legal("00")
        (True, False)
        """
        return self.why_illegal(move) is None

    def winning_moves(self) -> tuple[Move, ...]:
        """The legal moves that win at once, in rising order.

        >>> Board(moves="62 27 02 67 32 16 65 56 46 34 26 14").winning_moves()[0]
        Move.parse('73')
        """
        winning, mover = [], self.turn
        for move in self.legal_moves:
            self.push_unchecked(move)
            outcome = self.outcome()
            if outcome is not None and outcome.winner is mover:
                winning.append(move)
            self.pop()
        return tuple(winning)

    def why_illegal(self, move: Move | str) -> Refusal | None:
        """Why a move may not be made now, or None if it may.

        >>> refusal = Board(moves="33 10 34 20").why_illegal("43")
        >>> refusal.reason, refusal.squares
        (<Reason.CLUSTER: 'cluster'>, ('33', '34'))
        >>> print(refusal)
        43 would join 33 and 34 to a group of 3 white chips: at most 2 may touch
        """
        move = parse_move(move)
        if (outcome := self.outcome()) is not None:
            return Refusal(Reason.GAME_OVER, outcome.network, f"the game is over: {outcome}")
        return find_refusal(self._chips, self.turn, move)

    def push(self, move: Move | str) -> Move:
        """Make a move, or raise `IllegalMove` (`NotationError` for a text that is no move).

        >>> board = Board()
        >>> board.push("00")
        Traceback (most recent call last):
        tenchips.rules.IllegalMove: nobody may use 00: it is a corner
        """
        move = parse_move(move)
        if refusal := self.why_illegal(move):
            raise IllegalMove(refusal)
        self.push_unchecked(move)
        return move

    def push_unchecked(self, move: Move) -> None:
        """Make a move known to be legal. An illegal one leaves the board in a wrong state."""
        check_type("move", move, Move, "a Move")
        self._past.append((self._chips[WHITE], self._chips[BLACK]))
        self._judgements.append((self._judged, self._outcome))
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
        self._judged, self._outcome = self._judgements.pop()
        return move

    def peek(self) -> Move:
        """The last move; `IndexError` if there is none.

        >>> Board(moves="33 44").peek()
        Move.parse('44')
        """
        if not self._moves:
            raise IndexError("there is no last move")
        return self._moves[-1]

    def root(self) -> Board:
        """A new board with the position that the game began from.

        >>> Board(moves="33 44").root()
        Board()
        """
        board = Board.__new__(Board)
        board._set(self._start, self.rules)
        return board

    # Networks and the end of the game

    def networks(self, color: Color) -> Iterator[Network]:
        """All networks of a colour, each once: from the left to the right goal for White, from
        the upper to the lower for Black.

        >>> board = Board.diagram(black="20 25 35 13 33 55 57", white="56")
        >>> list(board.networks(BLACK))
        []
        """
        check_color("color", color)
        return find_networks(self._chips, color)

    def why_not_network(
        self, squares: str | Iterable[Square], color: Color | None = None
    ) -> Flaw | None:
        """Which rule of networks a sequence of chips breaks, and where; None if it is a network.

        The colour is that of the first chip unless given.

        >>> board = Board.diagram(black="20 60 42 13 33 25 35 55 65 57")
        >>> print(board.why_not_network("60-42-33-35-55-57"))
        a network turns at every chip between its ends, and 60-42-33 goes straight on
        >>> board.why_not_network("60-65-55-33-35-57") is None
        True
        """
        path = parse_squares(squares)
        if color is None:
            color = BLACK if path and self.color_at(path[0]) is BLACK else WHITE
        check_color("color", color)
        return find_flaw(path, color, self._chips)

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

    def is_game_over(self) -> bool:
        """Whether the game has ended; `outcome` says how.

        >>> Board().is_game_over()
        False
        """
        return self.outcome() is not None

    def _judge(self) -> Outcome | None:
        for color in self._contenders():
            network = min(
                find_networks(self._chips, color), key=lambda path: (len(path), path), default=None
            )
            if network:
                return Outcome(color, Termination.NETWORK, network)
        if not can_move(self._chips, self.turn):
            winner = self.turn.other if self.rules.no_move == "loss" else None
            return Outcome(winner, Termination.NO_MOVE)
        if 0 < self.rules.repetition <= self.repetitions():
            return Outcome(None, Termination.REPETITION)
        if 0 < self.rules.step_limit <= self.steps:
            return Outcome(None, Termination.STEP_LIMIT)
        return None

    def _contenders(self) -> tuple[Color, ...]:
        """Who may have a network, first the one whose network counts first. An added chip opens no
        line of sight: if nobody had a network before, only the one who added it can have one."""
        if self._moves and self._moves[-1].origin is None and self._judgements[-1] == (True, None):
            return (self.turn.other,)
        return self.turn, self.turn.other

    def repetitions(self) -> int:
        """How often the position has occurred since the start, with the same player to move.

        >>> Board().repetitions()
        1
        """
        return 1 + self._past[-2::-2].count((self._chips[WHITE], self._chips[BLACK]))

    # Possible and impossible positions

    def status(self) -> tuple[Fault, ...]:
        """Everything about the position that no game can produce; empty if one can.

        >>> for fault in Board.diagram(white="01 70", black="02 33 34 44", turn=BLACK).status():
        ...     print(fault)
        chip in the corner 70
        black chip in White's goal: 02
        the chips 33, 34 and 44 touch: at most 2 chips of the same colour may touch
        White has 2 and Black 4 on the board: White must have as many as Black, or one more
        the full-move number is 4 after 6 moves, not 1
        """
        return find_faults(self._text)

    # Editing: it begins a new game, and asks as little as `diagram` whether one could get there

    def set_chip(self, square: Square, color: Color) -> None:
        """Put a chip on a square, in place of one that is there. The moves so far are forgotten.

        >>> board = Board(moves="33 44")
        >>> board.set_chip("53", WHITE)
        >>> board.position, board.moves
        ('8/8/8/3W1W2/4B3/8/8/8 w 0 2', ())
        """
        check_color("color", color)
        self.remove_chip(square)
        self._chips[color] |= 1 << NUMBERS[square]
        self._set(self._text, self.rules)

    def remove_chip(self, square: Square) -> Color | None:
        """Take the chip off a square and return its colour. The moves so far are forgotten.

        >>> Board(moves="33 44").remove_chip("44")
        BLACK
        """
        color = self.color_at(square)
        for chips in COLORS:
            self._chips[chips] &= ~(1 << NUMBERS[square])
        self._set(self._text, self.rules)
        return color

    def set_turn(self, color: Color) -> None:
        """Let a colour move next. The moves so far are forgotten.

        >>> board = Board()
        >>> board.set_turn(BLACK)
        >>> board.turn
        BLACK
        """
        check_color("color", color)
        self.turn = color
        self._set(self._text, self.rules)

    # Symmetry

    def transform(self, symmetry: Symmetry) -> Board:
        """The same game on the board turned or mirrored; a transposition swaps the colours too.

        With the colours swapped Black has begun, which `status` reports.

        >>> Board(moves="12 34").transform(Symmetry(flip_x=True))
        Board(moves='62 44')
        """
        check_type("symmetry", symmetry, Symmetry, "a Symmetry")
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
        other = self.root()
        other._chips[:] = self._chips
        other.turn, other.steps, other.number = self.turn, self.steps, self.number
        other._moves, other._past = self._moves[:], self._past[:]
        other._judged, other._outcome = self._judged, self._outcome
        other._judgements = self._judgements[:]
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Board:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Boards are equal if every continuation ends alike on both: the same position, the same
        house rules, and the same earlier positions that could be repeated."""
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
        """The earlier positions that step moves can repeat, and whose turn it was in each."""
        return Counter(
            (white, black, (len(self._past) - ply) % 2 == 0)
            for ply, (white, black) in enumerate(self._past)
            if white.bit_count() >= CHIPS and black.bit_count() >= CHIPS
        )

    def __repr__(self) -> str:
        name, start, arguments = "Board", self._start, []
        if find_faults(start):
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
        from tenchips.render import text  # a layer above this one

        return text.draw(self)

    def _repr_svg_(self) -> str:
        """The board as notebooks show it."""
        from tenchips.render import svg  # a layer above this one

        return svg.draw(self)
