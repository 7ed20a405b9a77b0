"""The worths: one for every chip and link White can have, and the engine adds them up right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from tenchips import BLACK, WHITE, Color
from tenchips.core import Position
from tenchips.engine.search import SURE
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.engine.worths import WORTHS
from tenchips.squares import COLORS, numbers, squares_between

TABLE = Table(0.1)
SEARCHER = Searcher(TABLE, Signal())

# White may use every row but the first and the last.
USABLE = [f"{x}{y}" for x in range(8) for y in range(1, 7)]


def in_line(one: str, two: str) -> bool:
    dx, dy = int(one[0]) - int(two[0]), int(one[1]) - int(two[1])
    return dx == 0 or dy == 0 or abs(dx) == abs(dy)


def mirrored(ends: tuple[str, ...]) -> set[tuple[str, ...]]:
    """A chip or link, and where the mirrors left to right and top to bottom put it."""
    result = set()
    for flip_x in (False, True):
        for flip_y in (False, True):
            places = [(int(square[0]), int(square[1])) for square in ends]
            flipped = (f"{7 - x if flip_x else x}{7 - y if flip_y else y}" for x, y in places)
            result.add(tuple(sorted(flipped)))
    return result


def test_every_chip_and_link_has_one_worth() -> None:
    possible: set[tuple[str, ...]] = {(square,) for square in USABLE}
    possible |= {pair for pair in combinations(USABLE, 2) if in_line(*pair)}
    covered = Counter(ends for entry in WORTHS for ends in mirrored(entry))
    assert covered.keys() == possible
    assert set(covered.values()) == {1}


def test_entries_are_the_first_of_their_mirror_images() -> None:
    for entry in WORTHS:
        assert len(entry) in (1, 2)
        assert entry == min(mirrored(entry))


def test_worths_are_small() -> None:
    # A position adds up to ten chips and forty links; it must stay far from a sure win.
    assert all(abs(worth) < SURE // 100 for worth in WORTHS.values())


def test_chips_that_share_a_goal_are_in_each_others_way() -> None:
    sharing = [
        entry for entry in WORTHS if len(entry) == 2 and {square[0] for square in entry} == {"0"}
    ]
    assert len(sharing) == 9
    assert all(WORTHS[entry] < 0 for entry in sharing)


def worth(position: Position, color: Color) -> int:
    """What a colour's chips and links are worth, counted from nothing."""
    values = {ends: value for entry, value in WORTHS.items() for ends in mirrored(entry)}
    own, others = (
        # Black's squares are White's with column and row exchanged.
        [(f"{n:02o}" if color is WHITE else f"{n:02o}"[::-1]) for n in numbers(position.chips(of))]
        for of in (color, color.other)
    )
    total = sum(values[square,] for square in own)
    for pair in combinations(sorted(own), 2):
        if in_line(*pair) and not {*own, *others}.intersection(squares_between(*pair)):
            total += values[pair]
    return total


def look(position: Position, depth: int, excluded: list[int] | None = None) -> int:
    """The score of a search that goes so deep."""
    TABLE.clear()
    SEARCHER.set(position)
    score = SEARCHER.run(depth, excluded=excluded or ())
    assert score is not None
    return score


def threatened(position: Position) -> bool:
    """Whether one player or the other would win with the move."""
    white, black = position.chips(WHITE), position.chips(BLACK)
    return any(Position(white, black, color).winning_action() is not None for color in COLORS)


def walk(seed: int) -> Iterator[Position]:
    """The positions of a random game to deep in the step phase, some of them by taking back."""
    luck, position = Random(seed), Position()
    for _ in range(40):
        actions = position.legal_actions()
        if position.winner() is not None or not actions:
            return
        for action in luck.sample(actions, 2) if len(actions) > 1 else actions * 2:
            position.push(action)
            if position.winner() is None:
                yield position
            position.pop()
        yield position
        position.push(action)


@pytest.mark.parametrize("seed", range(3))
def test_a_look_without_a_move_is_the_difference_of_the_worths(seed: int) -> None:
    tempo = look(Position(), 0)
    looked = 0
    for position in walk(seed):
        if position.winning_action() is None:
            mover = position.turn
            expected = worth(position, mover) - worth(position, mover.other) + tempo
            assert look(position, 0) == expected
            looked += 1
    assert looked > 20


@pytest.mark.parametrize("seed", range(3))
def test_the_last_ply_of_a_look_is_the_add_that_gains_most(seed: int) -> None:
    looked = 0
    for position in walk(seed):
        if not position.hand(position.turn) or threatened(position):
            continue
        move, *others = position.legal_actions()
        position.push(move)
        scores = []
        if position.hand(position.turn) and not threatened(position):
            for action in position.legal_actions():
                position.push(action)
                scores.append(-look(position, 0))
                position.pop()
        position.pop()
        if scores:
            assert look(position, 2, others) == -max(scores)
            looked += 1
    assert looked > 10
