"""How good a player is, measured against the truth: positions of the data set, one move in each.

Four measures, from the same positions every time:

- *value*: in how many positions the player's own score is on the side that wins;
- *kept*: of the won positions in which some move gives the win away, in how many it plays one that
  does not. Choosing at random keeps a known share;
- *delay*: where its move keeps the win and both distances are exact, how many plies later than the
  shortest win it comes;
- *haste*: in lost positions, how many plies sooner than necessary it loses.

Who plays is a text, as `tenchips play` knows players. Nothing here is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from tenchips.errors import TenchipsError
from tenchips.executors import InProcess, Runner
from tenchips.learning.dataset import Dataset, Example, example_of
from tenchips.learning.proofs import LOSS, WIN, Proofs
from tenchips.notation import Move
from tenchips.players import Allowance, Human, Player, PlayerFault, check_players, make_player

CERTAIN: Final = 1.96
"""Standard errors to each side of a 95 % interval."""

CHUNK: Final = 20
"""Positions that are given to one player; another gets the next ones."""

NODES: Final = 100_000
"""Nodes for the distance after the player's move."""

PHASES: Final = {"to 11 chips": 0, "12 to 15 chips": 12, "16 to 19 chips": 16, "steps": 20}
"""Parts of the game by the chips on the board, with the number that each begins at."""


class EvaluationError(TenchipsError):
    """A player that cannot be evaluated."""


@dataclass(frozen=True)
class Answer:
    """What a player did in a position."""

    example: Example
    move: Move | None
    """None if it made none that is legal; `fault` says why."""
    points: int | None
    """Its score of the position, if it gave one."""
    regret: int | None
    """Plies lost, if its move kept the value and both distances are exact."""
    fault: str = ""

    @property
    def keeps(self) -> bool:
        """Whether the move keeps the value."""
        return self.move is not None and self.move.action in self.example.actions

    @property
    def is_value_right(self) -> bool | None:
        """Whether its score is on the right side, if it gave one."""
        if self.points is None:
            return None
        return (self.points > 0) == (self.example.value == WIN) and self.points != 0

    @property
    def phase(self) -> str:
        """The part of the game."""
        return _phase(self.example)


class Share(NamedTuple):
    """So many of so many."""

    right: int
    of: int

    @property
    def share(self) -> float | None:
        """As a number from 0 to 1."""
        return self.right / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the share that so many more would show (Wilson, 1927).

        >>> [round(end, 2) for end in Share(9, 10).interval], Share(0, 0).interval
        ([0.6, 0.98], None)
        """
        if not self.of:
            return None
        share, weight = self.right / self.of, CERTAIN**2 / self.of
        middle = share + weight / 2
        half = sqrt(weight * (share * (1 - share) + weight / 4))
        return (middle - half) / (1 + weight), (middle + half) / (1 + weight)

    @classmethod
    def among(cls, some: Iterable[bool | None]) -> Share:
        """How many are true of those that are true or false."""
        known = [one for one in some if one is not None]
        return cls(sum(known), len(known))


@dataclass(frozen=True)
class Measures:
    """What answers come to."""

    positions: int
    value: Share
    kept: Share
    chance: float | None
    """The share of wins that a random move keeps in the same positions."""
    delay: float | None
    haste: float | None
    faults: int

    @classmethod
    def of(cls, answers: Sequence[Answer]) -> Measures:
        """Count."""
        won = [answer for answer in answers if answer.example.value == WIN]
        return cls(
            len(answers),
            Share.among(answer.is_value_right for answer in answers),
            Share.among(answer.keeps for answer in won),
            _mean(_chance(answer.example) for answer in won),
            _mean(one.regret for one in won if one.regret is not None),
            _mean(
                one.regret
                for one in answers
                if one.example.value == LOSS and one.regret is not None
            ),
            sum(bool(answer.fault) for answer in answers),
        )

    def as_json(self) -> dict[str, Any]:
        """The measures as JSON can hold them; shares as numbers."""
        return {
            **asdict(self),
            "value": self.value.share,
            "kept": self.kept.share,
            "won": self.kept.of,
        }


def by_phase(answers: Sequence[Answer]) -> dict[str, Measures]:
    """The measures of each part of the game."""
    return {
        phase: Measures.of([answer for answer in answers if answer.phase == phase])
        for phase in PHASES
    }


def choose_examples(dataset: Dataset, count: int, seed: int) -> list[Example]:
    """Positions of the test part, as many of each phase: two won ones, in which some move gives
    the win away, to one that is lost."""
    if count < 1:
        raise EvaluationError(f"the number of positions is at least 1, not {count}")
    turns = [(phase, value) for value in (WIN, LOSS, WIN) for phase in PHASES]
    each = -(-count // len(turns))
    pools: dict[tuple[str, int], list[Example]] = {turn: [] for turn in turns}
    for row in Random(seed).sample(dataset.rows["test"], len(dataset.rows["test"])):
        example = example_of(row)
        if example.value == LOSS or _chance(example) < 1:
            pools[_phase(example), example.value].append(example)
        if all(len(pool) >= each * turns.count(turn) for turn, pool in pools.items()):
            break
    chosen: list[Example] = []
    while len(chosen) < count and any(pools.values()):
        for turn in turns:
            if pools[turn] and len(chosen) < count:
                chosen.append(pools[turn].pop())
    return chosen


def evaluate(
    player: str,
    examples: Sequence[Example],
    seed: int = 1,
    seconds: float = 0.1,
    workers: Runner | None = None,
) -> Iterator[list[Answer]]:
    """The answers of a player, some at a time, in the order in which they come."""
    check_evaluable(player)
    rest = iter(enumerate(examples))
    chunks = iter(lambda: tuple(islice(rest, CHUNK)), ())
    ask = partial(_ask, player, seed, seconds)
    for _, answers in (workers or InProcess()).run(ask, chunks):
        yield answers


def check_evaluable(player: str) -> None:
    """Refuse people, and programs that do not start.

    >>> check_evaluable("human")
    Traceback (most recent call last):
    tenchips.learning.evaluation.EvaluationError: people are not evaluated: name a program
    """
    seat = make_player(player)
    if isinstance(seat, Human):
        raise EvaluationError("people are not evaluated: name a program")
    check_players([seat])
    seat.close()


def _ask(
    text: str, seed: int, seconds: float, examples: Sequence[tuple[int, Example]]
) -> list[Answer]:
    """Ask a player of our own about some positions: no answer depends on other chunks."""
    player = make_player(text, seed=seed + examples[0][0])
    assert not isinstance(player, Human)
    proofs = Proofs(NODES)
    try:
        return [_answer(player, example, seconds, proofs) for _, example in examples]
    finally:
        player.close()


def _answer(player: Player, example: Example, seconds: float, proofs: Proofs) -> Answer:
    board = example.board()
    try:
        player.begin(board.turn)
        move = player.choose(board, Allowance(move=seconds, margin=60.0))
    except PlayerFault as fault:
        return Answer(example, None, None, None, fault.sentence)
    thought = player.thought
    points = None if thought is None else thought.score.points
    return Answer(example, move, points, _regret(example, move, proofs))


def _regret(example: Example, move: Move, proofs: Proofs) -> int | None:
    """By how many plies the move makes a win longer or a loss shorter."""
    if not example.is_exact or move.action not in example.actions:
        return None
    position = example.position()
    position.push(move.action)
    after = proofs.value(position)
    if not after.is_exact or after.plies is None:
        return None
    longer = after.plies + 1 - example.plies
    return longer if example.value == WIN else -longer


def _phase(example: Example) -> str:
    chips = (example.key.white | example.key.black).bit_count()
    return [name for name, first in PHASES.items() if chips >= first][-1]


def _chance(example: Example) -> float:
    """The share of the legal moves that keep the value."""
    return len(example.actions) / len(example.position().legal_actions())


def _mean(numbers: Iterable[float]) -> float | None:
    known = list(numbers)
    return fmean(known) if known else None
