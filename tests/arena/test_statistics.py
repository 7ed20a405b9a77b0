"""The numbers are those of the published formulas, and the test errs as seldom as it says."""

from __future__ import annotations

from math import log, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenchips.arena.statistics import Pentanomial, Sprt, elo, expected
from tenchips.arena.text import elo_text, score_text

# What Fishtest's raw statistics say of the pentanomial results of a real test, 256 games.
PUBLISHED = Pentanomial((13, 37, 50, 25, 3))


def test_scores_and_elo() -> None:
    assert PUBLISHED.score == pytest.approx(0.43750, abs=5e-6)
    assert PUBLISHED.deviation**2 == pytest.approx(0.05762, abs=5e-6)
    assert PUBLISHED.elo[0] == pytest.approx(-43.6578, abs=5e-5)
    assert PUBLISHED.normalized_elo == pytest.approx(-63.97, abs=5e-3)
    low, high = PUBLISHED.elo[1:]
    assert low < -43.66 < high
    # The published interval comes from a likelihood and not from a normal approximation.
    assert (low, high) == (pytest.approx(-75.5, abs=2.5), pytest.approx(-15.4, abs=2.5))


def test_the_published_likelihood_ratios() -> None:
    # There the bounds are 0 and 4 normalised Elo, which make a score of 0.50391.
    assert Sprt(0, 4, model="normalized").ratio(PUBLISHED) == pytest.approx(-0.54912, abs=5e-6)
    assert Sprt(0, 2.716).ratio(PUBLISHED) == pytest.approx(-0.53772, abs=1e-4)
    assert expected(2.716) == pytest.approx(0.50391, abs=5e-6)
    assert Sprt(0, 4).bounds == (pytest.approx(-2.9444, abs=5e-5), pytest.approx(2.9444, abs=5e-5))


def test_the_interval_is_wald_s() -> None:
    pairs = Pentanomial((10, 20, 40, 20, 10))
    assert pairs.score == 0.5
    assert pairs.error == pytest.approx(1.96 * sqrt(0.075 / 100), rel=1e-3)
    assert pairs.superiority == pytest.approx(0.5)


def test_elo_by_its_definition() -> None:
    assert elo(10 / 11) == pytest.approx(400)
    assert expected(400) == pytest.approx(10 / 11)
    assert elo(0.0) == -float("inf")
    assert elo(1.0) == float("inf")


def test_pairs_that_all_came_out_alike_have_the_exact_interval() -> None:
    # The tabulated 95 % limits of Clopper and Pearson for 5 of 5, 8 of 8 and 10 of 10.
    for pairs, low in ((5, 0.4782), (8, 0.6306), (10, 0.6915)):
        sweep, swept = Pentanomial((0, 0, 0, 0, pairs)), Pentanomial((pairs, 0, 0, 0, 0))
        assert sweep.interval == pytest.approx((low, 1.0), abs=5e-5)
        assert swept.interval == pytest.approx((0.0, 1 - low), abs=5e-5)
        assert sweep.elo == (float("inf"), pytest.approx(elo(low), abs=0.1), float("inf"))
        assert sweep.superiority == 1 - 0.5 ** (pairs + 1) == pytest.approx(1 - swept.superiority)
    low, high = Pentanomial((0, 0, 9, 0, 0)).interval
    assert low == pytest.approx(1 - high)
    assert 0.3 < low < 0.5


def test_a_sweep_says_something_true() -> None:
    """16 to 0 is no proof of infinite strength, and no reason to know nothing."""
    sweep = Pentanomial((0, 0, 0, 0, 8))
    assert score_text(sweep) == "100.0% (with 95% confidence at least 63.1%)"
    assert elo_text(sweep.elo) == "at least +93"
    assert elo_text(Pentanomial((8, 0, 0, 0, 0)).elo) == "at most -93"


def test_without_pairs_nothing_is_known() -> None:
    assert Pentanomial().interval == (0.0, 1.0)
    assert Pentanomial().score == 0.5
    assert Sprt(0, 10).ratio(Pentanomial()) == 0.0


@settings(derandomize=True)
@given(
    st.lists(st.integers(0, 60), min_size=5, max_size=5),
    st.sampled_from(["logistic", "normalized"]),
)
def test_the_ratio_is_that_of_the_best_fits(counts: list[int], model: str) -> None:
    """A loser's results seen from the other side turn the test around."""
    there = Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))
    back = Pentanomial((counts[4], counts[3], counts[2], counts[1], counts[0]))
    test = Sprt(-7, 7, model=model)  # type: ignore[arg-type]
    assert test.ratio(there) == pytest.approx(-test.ratio(back), abs=1e-6)


def test_the_fit_beats_every_other_distribution_with_its_mean() -> None:
    from tenchips.arena.statistics import SCORES, _fit_mean, _mean

    luck, seen = Random(1), [0.1, 0.25, 0.3, 0.2, 0.15]
    fit = _fit_mean(seen, 0.6)
    assert _mean(fit) == pytest.approx(0.6)
    assert sum(fit) == pytest.approx(1.0)
    best = sum(share * log(p) for share, p in zip(seen, fit, strict=True))
    for _ in range(2000):
        other = [p * (0.5 + luck.random()) for p in fit]
        # Bring the mean back by the two ends.
        total = sum(other)
        other = [p / total for p in other]
        off = _mean(other) - 0.6
        other[0] += off / (SCORES[4] - SCORES[0])
        other[4] -= off / (SCORES[4] - SCORES[0])
        if min(other) > 0:
            assert sum(s * log(p) for s, p in zip(seen, other, strict=True)) <= best + 1e-12


def outcome(luck: Random, score: float, draws: float) -> float:
    """The points of a game with an expected score."""
    if luck.random() < draws:
        return 0.5
    return float(luck.random() < (score - draws / 2) / (1 - draws))


def decide(luck: Random, difference: float, test: Sprt) -> tuple[str, int]:
    """A match of two whose strength is known: White is better off, and few games are drawn."""
    counts, pairs = [0] * 5, 0
    while True:
        for _ in range(5):
            points = outcome(luck, expected(difference + 60), 0.1)
            points += outcome(luck, expected(difference - 60), 0.1)
            counts[round(2 * points)] += 1
            pairs += 1
        results = Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))
        if (verdict := test.verdict(results)) is not None:
            return verdict, pairs


@pytest.mark.parametrize(("difference", "right"), [(0.0, "H0"), (60.0, "H1")])
def test_the_error_rates_hold_in_simulated_matches(difference: float, right: str) -> None:
    """A thousand matches under each hypothesis, with 5 % risks: were the risk really 5 %, more
    than 70 errors would come once in five hundred seeds."""
    luck, test = Random(5), Sprt(0, 60)
    verdicts = [decide(luck, difference, test) for _ in range(1000)]
    wrong = sum(verdict != right for verdict, _ in verdicts)
    assert 10 <= wrong <= 70
    assert sum(pairs for _, pairs in verdicts) / 1000 < 400


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    luck, inside = Random(3), 0
    for _ in range(600):
        points = [
            outcome(luck, expected(70), 0.2) + outcome(luck, expected(-10), 0.2) for _ in range(100)
        ]
        _, low, high = Pentanomial.of(points).elo
        truth = elo((expected(70) + expected(-10)) / 2)
        inside += low < truth < high
    assert 0.92 <= inside / 600 <= 0.98


@pytest.mark.parametrize(
    "words", [["elo0=0"], ["elo0=0", "elo1=x"], ["elo0=0", "elo2=3"], ["elo0=5", "elo1=5"],
              ["elo0=0", "elo1=9999"], ["elo0=0", "elo1=5", "alpha=0.9"], ["0", "5"]],
)  # fmt: skip
def test_tests_that_make_no_sense_are_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match=r"elo0|alpha"):
        Sprt.parse(words)


def test_a_test_is_read() -> None:
    assert Sprt.parse(["elo0=-3", "elo1=1.5", "alpha=0.1"]) == Sprt(-3, 1.5, alpha=0.1)
