"""Everybody meets whom they should."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tenchips.arena.schedule import Kind, Pairing, PairingResult, pairings, swiss_rounds


def finished(kind: Kind, players: int, rounds: int | None = None) -> list[Pairing]:
    """Play a schedule out; the player with the smaller number always wins."""
    results: dict[Pairing, PairingResult] = {}
    luck = Random(players)
    while True:
        known = pairings(kind, players, rounds, results, bye_points=2.0)
        assert len(set(known)) == len(known)
        open_ones = [p for p in known if p.second is not None and p not in results]
        if not open_ones:
            return known
        over = luck.choice(open_ones)
        results[over] = PairingResult(2.0, 0.0, over.first)


@pytest.mark.parametrize("players", range(2, 14))
def test_in_a_round_robin_everyone_meets_everyone_once_and_nobody_twice_a_round(
    players: int,
) -> None:
    known = finished("round-robin", players)
    pairs = Counter(frozenset((p.first, p.second)) for p in known)
    assert len(pairs) == players * (players - 1) // 2
    assert set(pairs.values()) == {1}
    busy = Counter((p.round, player) for p in known for player in (p.first, p.second))
    assert set(busy.values()) == {1}
    assert max(p.round for p in known) == players - 1 + players % 2


@pytest.mark.parametrize("players", range(2, 8))
def test_in_a_gauntlet_everyone_meets_the_first(players: int) -> None:
    assert [(p.first, p.second) for p in finished("gauntlet", players)] == [
        (0, other) for other in range(1, players)
    ]


@pytest.mark.parametrize("players", range(2, 22))
def test_a_swiss_tournament(players: int) -> None:
    known = finished("swiss", players)
    rounds = swiss_rounds(players)
    assert {p.round for p in known} == set(range(1, rounds + 1))
    busy = Counter((p.round, player) for p in known for player in (p.first, p.second))
    assert all(
        busy[number, player] == 1 for number in range(1, rounds + 1) for player in range(players)
    )
    met = Counter(frozenset((p.first, p.second)) for p in known if p.second is not None)
    assert set(met.values()) == {1}
    byes = [p.first for p in known if p.second is None]
    assert len(byes) == (rounds if players % 2 else 0)
    assert len(set(byes)) == len(byes)
    # Whoever always wins has met the strongest that were there to meet, and is alone at the top.
    wins = Counter(p.first for p in known)
    assert wins[0] == rounds
    assert [player for player, won in wins.items() if won == rounds] == [0]


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (6, 5), (5, 5), (8, 7)])
def test_a_swiss_tournament_as_long_as_can_be(players: int, rounds: int) -> None:
    known = finished("swiss", players, rounds)
    assert max(p.round for p in known) == rounds
    assert sum(p.second is not None for p in known) == players // 2 * rounds


@pytest.mark.parametrize("players", range(2, 18))
def test_a_knockout(players: int) -> None:
    known = finished("knockout", players)
    met = [p for p in known if p.second is not None]
    assert len(met) == players - 1
    out = [p.second for p in met]
    assert sorted(out) == list(range(1, players))  # type: ignore[type-var]
    final = max(met)
    assert (final.first, final.second) == (0, 1)
    # The better the seed, the later it is out.
    assert all(p.first < p.second for p in met if p.second is not None)
    assert {p.first for p in known if p.second is None} == set(
        range(2 ** swiss_rounds(players) - players)
    )


def test_a_round_of_a_knockout_need_not_wait_for_the_other_half() -> None:
    results = {
        Pairing(1, 0, 7): PairingResult(2.0, 0.0, 0),
        Pairing(1, 3, 4): PairingResult(0.0, 2.0, 4),
    }
    assert Pairing(2, 0, 4) in pairings("knockout", 8, None, results, bye_points=2.0)
