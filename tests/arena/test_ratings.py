"""Ratings are those of the literature, and hold the truth as often as they say."""

from __future__ import annotations

from random import Random

import pytest

from tenchips.arena.ratings import SCALE, HeadToHead, rate
from tenchips.arena.statistics import CERTAIN, expected

# Wins of row against column in the American League East of 1987, the example of A. Agresti's
# "Categorical Data Analysis", and the estimates and errors that fits of it give, Baltimore being 0.
WINS = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
PUBLISHED = [
    (1.5814, 0.3433),
    (1.4364, 0.3396),
    (1.2945, 0.3367),
    (1.2476, 0.3359),
    (1.1077, 0.3339),
    (0.6839, 0.3319),
]


def test_the_published_fit_of_bradley_and_terry() -> None:
    meetings = [
        HeadToHead(i, j, (WINS[i][j] + WINS[j][i]) / 2, WINS[i][j] / 2)  # type: ignore[arg-type]
        for i in range(7)
        for j in range(7)
        if i != j
    ]
    ratings = rate(7, meetings, prior=0)
    assert sum(ratings.elo) == pytest.approx(0, abs=1e-6)
    assert ratings.white == pytest.approx(0, abs=1e-6)
    for team, (estimate, error) in enumerate(PUBLISHED):
        difference, doubt = ratings.difference(team, 6)
        assert difference / SCALE == pytest.approx(estimate, abs=5e-5)
        assert doubt / SCALE / CERTAIN == pytest.approx(error, abs=5e-5)


def test_two_players_have_the_elo_of_their_score() -> None:
    ratings = rate(2, [HeadToHead(0, 1, 100, 64), HeadToHead(1, 0, 100, 36)], prior=0)
    assert ratings.difference(0, 1)[0] == pytest.approx(99.95, abs=0.01)


def test_the_worth_of_white_is_told_apart_from_strength() -> None:
    ratings = rate(2, [HeadToHead(0, 1, 100, 76), HeadToHead(1, 0, 100, 64)], prior=0)
    # White scores 70 % and the first player 56 %: the model has a difference for each.
    assert ratings.white > 100
    assert 0 < ratings.difference(0, 1)[0] < 60
    with_white = expected(ratings.white + ratings.difference(0, 1)[0])
    assert with_white == pytest.approx(0.76, abs=1e-6)


def test_who_won_everything_and_who_never_played_have_ratings() -> None:
    ratings = rate(4, [HeadToHead(0, 1, 10, 10), HeadToHead(1, 2, 10, 10)])
    assert ratings.elo[0] > ratings.elo[1] > ratings.elo[2]
    assert max(map(abs, ratings.elo)) < 2000
    assert ratings.errors[3] == max(ratings.errors)
    assert rate(3, []).elo == (0.0, 0.0, 0.0)


def test_known_strengths_are_found_as_often_as_the_errors_say() -> None:
    truth, luck, inside = [200.0, 50.0, -50.0, -200.0], Random(2), 0
    for _ in range(60):
        meetings = [
            HeadToHead(
                i, j, 20, sum(luck.random() < expected(truth[i] - truth[j] + 40) for _ in range(20))
            )
            for i in range(4)
            for j in range(4)
            if i != j
        ]
        ratings = rate(4, meetings)
        inside += sum(
            abs(rating - true) < error
            for rating, true, error in zip(ratings.elo, truth, ratings.errors, strict=True)
        )
    assert 0.9 <= inside / 240 <= 0.99
