"""The pairs of a Swiss round are new, its byes rare, its colours shared, whatever the results."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenchips.arena.pairing import has_white, lower_has_white, pair_round


def can_be_paired(players: list[int], met: set[frozenset[int]]) -> bool:
    """Whether all players have somebody new to meet: every way tried."""
    if not players:
        return True
    one, *others = players
    return any(
        frozenset((one, other)) not in met
        and can_be_paired([it for it in others if it != other], met)
        for other in others
    )


@settings(max_examples=300, deadline=None)
@given(st.integers(2, 9), st.data())
def test_nobody_meets_anybody_twice_while_that_can_be_avoided(
    players: int, data: st.DataObject
) -> None:
    pairs = [frozenset(pair) for pair in combinations(range(players), 2)]
    met = set(data.draw(st.lists(st.sampled_from(pairs), unique=True)))
    byes = data.draw(st.dictionaries(st.integers(0, players - 1), st.integers(0, 2)))
    order = data.draw(st.permutations(range(players)))
    paired = pair_round(order, met, byes)
    assert sorted(p for pair in paired for p in pair if p is not None) == list(range(players))
    resting = [one for one, other in paired if other is None]
    assert len(resting) == players % 2
    fewest = min(byes.get(player, 0) for player in range(players))
    assert all(byes.get(player, 0) == fewest for player in resting)
    may_rest = [p for p in order if byes.get(p, 0) == fewest] if players % 2 else [None]
    repeated = [pair for pair in paired if frozenset(pair) in met]
    possible = [
        player for player in may_rest if can_be_paired([p for p in order if p != player], met)
    ]
    assert bool(repeated) == (not possible)
    if possible and resting:
        assert resting == [possible[-1]]


@settings(max_examples=60, deadline=None)
@given(st.integers(12, 40), st.integers(0, 10**6))
def test_in_five_rounds_byes_come_once_and_colours_stay_balanced(players: int, seed: int) -> None:
    luck = Random(seed)
    points, colors = defaultdict[int, float](float), defaultdict[int, str](str)
    met, byes = set[frozenset[int]](), Counter[int]()
    for _ in range(5):
        order = sorted(range(players), key=lambda player: (-points[player], player))
        lead = {p: text.count("W") - text.count("B") for p, text in colors.items()}
        for one, other in pair_round(order, met, byes, lead):
            if other is None:
                byes[one] += 1
                points[one] += 1
                continue
            assert frozenset((one, other)) not in met
            met.add(frozenset((one, other)))
            assert has_white(one, other, colors) != has_white(other, one, colors)
            white, black = (one, other) if has_white(one, other, colors) else (other, one)
            assert lead.get(white, 0) <= lead.get(black, 0)
            colors[white] += "W"
            colors[black] += "B"
            score = luck.choice((0.0, 0.5, 1.0))
            points[one] += score
            points[other] += 1 - score
    assert max(byes.values(), default=0) <= 1
    assert all(abs(text.count("W") - text.count("B")) <= 2 for text in colors.values())


@pytest.mark.parametrize("players", range(2, 31))
def test_where_everybody_meets_everybody_colours_differ_by_one_at_most(players: int) -> None:
    whites = Counter[int]()
    for one, other in combinations(range(players), 2):
        whites[one if lower_has_white(one, other) else other] += 1
    assert all(abs(2 * whites[player] - (players - 1)) <= 1 for player in range(players))


def test_two_hundred_players_who_have_met_often_are_paired_at_once() -> None:
    """Trying one pair after the other would take longer than anybody lives."""
    met, order = set[frozenset[int]](), list(range(200))
    for _ in range(20):
        pairs = pair_round(order, met, {})
        assert not any(frozenset(pair) in met for pair in pairs)
        met |= {frozenset((one, other)) for one, other in pairs if other is not None}
