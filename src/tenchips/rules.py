"""House rules, outcomes, and what can be wrong with a move, a network or a position.

A `Refusal` says why a move is illegal, a `Flaw` why a sequence of chips is not a network, and a
`Fault` why a position cannot have come from a game; each has the squares concerned and a sentence
for people. This module only defines them; `Board` decides when they apply.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import Final, Literal, TypeAlias, get_args

from tenchips.errors import NotationError, TenchipsError, check_type
from tenchips.squares import WHITE, Color, Square

CHIPS: Final = 10
"""How many chips each player has."""

SHORTEST_NETWORK: Final = 6
"""The fewest chips in a network."""

LARGEST_GROUP: Final = 2
"""The most chips of a colour that may touch one another."""

NoMove: TypeAlias = Literal["loss", "draw"]
MAX_RULE: Final = 999_999


@dataclass(frozen=True)
class Rules:
    """The house rules, which answer what the rules of the game leave open.

    `no_move`: what it means for a player to have no legal move. `repetition`: at which
    occurrence of a position the game is drawn. `step_limit`: after how many step moves it is
    drawn. `0` turns either of the last two off.

    >>> Rules(repetition=0)
    Rules(no_move='loss', repetition=0, step_limit=200)
    >>> str(Rules())
    'no_move=loss repetition=3 step_limit=200'
    """

    no_move: NoMove = "loss"
    repetition: int = 3
    step_limit: int = 200

    def __post_init__(self) -> None:
        check_type("no_move", self.no_move, str, "'loss' or 'draw'")
        check_type("repetition", self.repetition, int, "an int")
        check_type("step_limit", self.step_limit, int, "an int")
        if self.no_move not in get_args(NoMove):
            raise NotationError(f"no_move is loss or draw, not {str(self.no_move)[:40]!r}")
        if self.repetition == 1 or not 0 <= self.repetition <= MAX_RULE:
            raise NotationError(
                f"repetition is 0 (off) or from 2 to {MAX_RULE}, not {self.repetition}"
            )
        if not 0 <= self.step_limit <= MAX_RULE:
            raise NotationError(f"step_limit is 0 (off) or up to {MAX_RULE}, not {self.step_limit}")

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read `name=value` words; what is not named keeps its default.

        >>> Rules.parse("repetition=2")
        Rules(no_move='loss', repetition=2, step_limit=200)
        """
        check_type("rules", text, str, "a text like 'repetition=2'")
        values: dict[str, str] = {}
        known = [field.name for field in fields(cls)]
        for word in text.replace(",", " ").split():
            name, equals, value = word.partition("=")
            if name not in known or not equals:
                raise NotationError(
                    f"{word[:40]!r} is not a rule: write name=value with one of {', '.join(known)}"
                )
            if name in values:
                raise NotationError(f"the rule {name} is given twice")
            if name != "no_move" and not (value.isascii() and value.isdigit() and len(value) < 7):
                raise NotationError(
                    f"{name} is a whole number from 0 to {MAX_RULE}, not {value[:40]!r}"
                )
            values[name] = value
        return cls(
            no_move=values.get("no_move", cls.no_move),  # type: ignore[arg-type]
            repetition=int(values.get("repetition", cls.repetition)),
            step_limit=int(values.get("step_limit", cls.step_limit)),
        )

    def __str__(self) -> str:
        return " ".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))


class Termination(Enum):
    """How a game ended. The value is the text that records carry.

    >>> Termination("no move")
    <Termination.NO_MOVE: 'no move'>
    """

    NETWORK = "network"
    NO_MOVE = "no move"
    REPETITION = "repetition"
    STEP_LIMIT = "step limit"
    RESIGNATION = "resignation"
    TIME = "time"
    ILLEGAL_MOVE = "illegal move"


@dataclass(frozen=True)
class Outcome:
    """The end of a game: who won (None: a draw), how, and the winning network if there is one.

    >>> print(Outcome(WHITE, Termination.NO_MOVE))
    White wins: Black has no legal move
    >>> Outcome(None, Termination.REPETITION).result
    '1/2-1/2'
    """

    winner: Color | None
    termination: Termination
    network: tuple[Square, ...] = ()

    def __post_init__(self) -> None:
        if self.winner is not None:
            check_type("winner", self.winner, Color, "WHITE, BLACK or None")
        check_type("termination", self.termination, Termination, "a Termination")
        check_type("network", self.network, tuple, "a tuple of squares")

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`, White first."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner is WHITE else "0-1"

    def __str__(self) -> str:
        loser = self.winner.other if self.winner is not None else "the player to move"
        how = {
            Termination.NETWORK: f"with the network {'-'.join(self.network)}",
            Termination.NO_MOVE: f"{loser} has no legal move",
            Termination.REPETITION: "the position was repeated",
            Termination.STEP_LIMIT: "the step limit was reached",
            Termination.RESIGNATION: f"{loser} resigned",
            Termination.TIME: f"{loser} ran out of time",
            Termination.ILLEGAL_MOVE: f"{loser} made an illegal move",
        }[self.termination]
        if self.winner is None:
            return f"Draw: {how}"
        if self.termination is Termination.NETWORK:
            return f"{self.winner} wins {how}"
        return f"{self.winner} wins: {how}"


class Reason(Enum):
    """Why a move is illegal.

    >>> from tenchips import Board
    >>> Board().why_illegal("00").reason is Reason.CORNER
    True
    """

    GAME_OVER = "game over"
    WRONG_KIND = "wrong kind of move"
    NOT_YOUR_CHIP = "not your chip"
    SAME_SQUARE = "same square"
    CORNER = "corner"
    GOAL = "goal"
    OCCUPIED = "occupied"
    CLUSTER = "cluster"


@dataclass(frozen=True)
class Refusal:
    """Why a move is illegal: the reason, the squares concerned, and a sentence.

    >>> from tenchips import Board
    >>> print(Board(moves="33").why_illegal("33"))
    33 already holds a chip
    """

    reason: Reason
    squares: tuple[Square, ...]
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class IllegalMove(TenchipsError):
    """A move that the rules do not allow; `refusal` says why.

    >>> from tenchips import Board
    >>> try:
    ...     Board(moves="33 33")
    ... except IllegalMove as error:
    ...     print(error.reason.value, *error.refusal.squares)
    occupied 33
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    @property
    def reason(self) -> Reason:
        """The reason in one word."""
        return self.refusal.reason

    def __str__(self) -> str:
        return self.refusal.sentence


class NetworkRule(Enum):
    """The rules of networks; a `Flaw` names the one that is broken.

    >>> from tenchips import Board
    >>> Board(moves="33").why_not_network("33").rule is NetworkRule.LENGTH
    True
    """

    OWN_CHIPS = "own chips"
    LENGTH = "length"
    GOALS_AT_THE_ENDS = "goals at the ends"
    NO_GOAL_INSIDE = "no goal inside"
    NO_CHIP_TWICE = "no chip twice"
    STRAIGHT_LINES = "straight lines"
    CLEAR_LINES = "clear lines"
    TURN_AT_EVERY_CHIP = "turn at every chip"


@dataclass(frozen=True)
class Flaw:
    """Why a sequence of squares is not a network: the rule it breaks, where, and a sentence.

    >>> from tenchips import Board
    >>> print(Board(moves="33").why_not_network("33-44"))
    White has no chip on 44
    """

    rule: NetworkRule
    squares: tuple[Square, ...]
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class FaultKind(Enum):
    """What can be wrong with a position.

    >>> from tenchips import Board
    >>> [fault.kind for fault in Board.diagram(white="33 00", black="44").status()]
    [<FaultKind.CORNER: 'corner'>, <FaultKind.TURN: 'turn'>, <FaultKind.NUMBER: 'number'>]
    """

    CORNER = "corner"
    GOAL = "goal"
    CLUSTER = "cluster"
    CHIPS = "chips"
    TURN = "turn"
    STEPS = "steps"
    NUMBER = "number"


@dataclass(frozen=True)
class Fault:
    """Something about a position that no game can produce.

    >>> from tenchips import Board
    >>> fault = Board.diagram(white="00").status()[0]
    >>> print(fault, fault.squares)
    chip in the corner 00 ('00',)
    """

    kind: FaultKind
    squares: tuple[Square, ...]
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class ImpossiblePosition(TenchipsError):
    """A position that no game can produce; `faults` names everything that is wrong with it.

    >>> from tenchips import Board
    >>> try:
    ...     Board("W7/8/8/8/8/8/8/8 b 0 1")
    ... except ImpossiblePosition as error:
    ...     print(*error.faults)
    chip in the corner 00
    """

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "this position cannot occur: " + "; ".join(map(str, self.faults))
