"""Which move to play in a lost position: the one that an imperfect opponent most likely gets wrong.

Every move loses there, so the proof says nothing about them but how long each lasts. `Resistance`
asks what opponents who look 2, 3, 4 and 5 plies ahead would answer to each move, and searches those
answers: how many of these opponents would let the win slip? An answer that keeps the win leaves
the later chances to err, of which there are more the longer the loss takes.

It searches within a limit and claims nothing: that the position is lost, and in how many plies, is
for the search before it to prove.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from math import exp
from typing import Final

from tenchips.engine.info import Score
from tenchips.engine.levels import Situation
from tenchips.engine.search import MAX_DEPTH, WIN
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal

OPPONENTS: Final = (2, 3, 4, 5)
"""How many plies the opponents look ahead that a move is tried on."""

SLIP: Final = 0.1
"""The chance that an opponent errs in a later move."""

DOUBT: Final = 60
"""Hundredths by which an answer has to look worse to be chosen 2.7 times less often."""

UNKNOWN: Final = 0.25
"""The chance to be saved, at least, after an answer of which the search cannot tell who wins."""

ANSWER_NODES: Final = 15_000
"""Positions to be searched, at most, to decide an answer."""

OVERHEAD: Final = 30
"""What a search costs besides its positions, in positions."""

OPPONENT_TABLE: Final = 1
"""Megabytes of the opponents' table: with the engine's they would know too much."""


class OutOfBudgetError(Exception):
    """The limit is reached."""


class Resistance:
    """The replies to try in one lost position, and what they promise.

    >>> from tenchips.core import Position
    >>> lost = Situation(Position.of("8/8/8/8/3W4/5BB1/4W2W/8 b 0 3"))
    >>> resistance = Resistance(lost, Table(1), Signal(), nodes=100_000)
    >>> resistance.choose(lost.position.legal_actions()[0]) in lost.position.legal_actions()
    True
    """

    def __init__(
        self,
        situation: Situation,
        table: Table,
        signal: Signal,
        *,
        nodes: int | None = None,
        deadline: float | None = None,
    ) -> None:
        """The table is the engine's: it decides answers. Nodes or a deadline of `time.monotonic`
        or both limit the search; a signal that is set ends it."""
        self._situation = situation
        self._position = situation.position.copy()
        self._color = self._position.turn
        self._judge = Searcher(table, signal)
        self._opponent = Searcher(Table(OPPONENT_TABLE), signal)
        self._left, self._deadline = nodes, deadline
        self.nodes = 0
        self.chances: dict[int, float] = {}
        """The chance to be saved, of each move tried so far."""

    def choose(self, longest: int) -> int:
        """The move with the best chance, or the one that lasts longest if no other has a better
        one or there is no time to find out."""
        try:
            self.chances[longest] = self._chance(longest)
            for action in self._others(longest):
                self.chances[action] = self._chance(action)
        except OutOfBudgetError:
            pass
        return max(self.chances, key=self.chances.__getitem__, default=longest)

    def _others(self, longest: int) -> list[int]:
        """The other moves, best first by a short look."""
        looks: dict[int, int] = {}
        for action in self._position.legal_actions():
            if action != longest:
                self._position.push(action)
                if (ended := self._ended(1)) is not None:
                    looks[action] = -ended
                else:
                    self._set(self._opponent, 1)
                    looks[action] = self._run(self._opponent, OPPONENTS[0]) or 0
                self._position.pop()
        return sorted(looks, key=looks.__getitem__)

    def _chance(self, action: int) -> float:
        """The chance to be saved by a move."""
        position = self._position
        position.push(action)
        try:
            if (ended := self._ended(1)) is not None:
                return _worth(Score(ended))
            alone = len(position.legal_actions()) == 1
            answers: dict[int, float] = {}
            chances: list[float] = []
            self._set(self._opponent, 1)
            for depth in OPPONENTS:
                wins, likely = self._likely_answers(depth, alone)
                for answer in likely:
                    if answer not in answers:
                        answers[answer] = self._chance_after(answer)
                chances.append(sum(share * answers[answer] for answer, share in likely.items()))
                if wins:
                    # Those who look further see it too.
                    break
            chances += chances[-1:] * (len(OPPONENTS) - len(chances))
            return sum(chances) / len(chances)
        finally:
            position.pop()

    def _likely_answers(self, depth: int, alone: bool) -> tuple[bool, dict[int, float]]:
        """Whether an opponent who looks so far ahead sees a win; and how likely the two answers are
        that look best then."""
        score = self._run(self._opponent, depth) or 0
        best = self._opponent.best
        if alone or Score(score).is_proven:
            return Score(score).is_win, {best: 1.0}
        second_score = self._run(self._opponent, depth, excluded=[best]) or 0
        odds = exp(max(-10.0, min(0, second_score - score) / DOUBT))
        return False, {best: 1 / (1 + odds), self._opponent.best: odds / (1 + odds)}

    def _chance_after(self, answer: int) -> float:
        """The chance to be saved after an answer, by a search of it."""
        position = self._position
        position.push(answer)
        try:
            if (ended := self._ended(2)) is not None:
                return _worth(Score(ended))
            self._set(self._judge, 2)
            score = None
            for depth in range(2, MAX_DEPTH):
                deeper = self._run(self._judge, depth, nodes=ANSWER_NODES)
                if deeper is None:
                    break
                score = Score(deeper)
                if score.is_proven:
                    break
            return UNKNOWN if score is None else _worth(score)
        finally:
            position.pop()

    def _ended(self, plies: int) -> int | None:
        """The points of the side that resists if the game is over so many plies after the first
        position, else None."""
        winner = self._position.winner()
        if winner is not None:
            return WIN if winner is self._color else -WIN
        if self._position.key in self._situation.drawn:
            return 0
        if not self._position.legal_actions():
            stuck = self._situation.stuck_score * WIN
            return stuck if self._position.turn is self._color else -stuck
        return 0 if plies == self._situation.steps_left else None

    def _set(self, searcher: Searcher, plies: int) -> None:
        """Give a searcher the position so many plies after the first."""
        _, drawn, steps_left, stuck_score = self._situation
        left = -1 if steps_left < 0 else steps_left - plies
        searcher.set(self._position, drawn, left, stuck_score)

    def _run(
        self, searcher: Searcher, depth: int, nodes: int = 0, excluded: Iterable[int] = ()
    ) -> int | None:
        """Search; None if the nodes for this position are used up. The first ply may take a few
        more."""
        before = searcher.nodes
        limits = [limit for limit in (nodes, self._left and before + self._left) if limit]
        score = searcher.run(
            depth,
            deadline=self._deadline or 0.0,
            node_limit=min(limits, default=0),
            excluded=excluded,
        )
        used = searcher.nodes - before
        self.nodes += used
        if self._left is not None:
            self._left = max(0, self._left - used - OVERHEAD)
        if self._is_over(score, searcher.nodes, nodes):
            raise OutOfBudgetError
        return score

    def _is_over(self, score: int | None, searched: int, nodes: int) -> bool:
        """Whether all limits together end the search, not those of one position."""
        if self._left == 0 or (score is None and not (nodes and searched >= nodes)):
            return True
        return self._deadline is not None and time.monotonic() >= self._deadline


def _worth(score: Score) -> float:
    """The chance of the side to move to be saved: 1 if it wins; if it loses, the chance that the
    opponent errs before.

    >>> _worth(Score.win_in(3)), round(_worth(Score.win_in(-4)), 2), _worth(Score(-500))
    (1.0, 0.19, 0.25)
    """
    if score.is_win:
        return 1.0
    if score.plies is not None:
        return float(1 - (1 - SLIP) ** (-score.plies / 2))
    return max(UNKNOWN, score.chance)
