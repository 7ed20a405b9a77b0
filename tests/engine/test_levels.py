"""The levels: legal, repeatable, within their means, and wrong in the ways they are meant to be."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tenchips import Board, Move, Rules
from tenchips.core import Position
from tenchips.engine import LEVELS, TOP, Engine, EngineError, Limit
from tenchips.engine.levels import LevelSearch, Situation, strain
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal

UNDER_THE_TOP = list(LEVELS)
GAMES = [
    "",
    "33 21 44 64 04 46",
    "13 55 05 31 16 64 23 40 35 61 63 60 41",
    # Both players step.
    "52 31 41 63 24 36 33 53 02 21 46 35 54 67 64 65 66 55 72 13",
    "26 42 61 44 41 22 24 16 72 17 54 51 76 56 74 67 14 23 32 64 74-53",
]
# One move wins, with a plain network: 03-21-54-44-46-76.
PLAIN_WIN = "51 31 73 53 76 33 46 55 42 35 44 13 54 11 21 10", "03"
# One move wins, with all ten chips in 06-46-44-34-12-13-31-42-62-71.
HARD_WIN = "31 24 12 55 13 64 34 33 42 57 44 67 71 51 62 27 46 50", "06"
# One move wins, a step: 30-36-46-24-23-67.
STEP_WIN = (
    "22 54 72 52 16 27 11 23 25 24 66 46 61 51 44 64 65 31 42 30 72-41 27-36 16-15",
    "31-67",
)
# White threatens to win, and one move stops it.
THREAT = "13 55 05 31 16 64 23 40 35 61 63 60 41", "15"


def found(level: int, position: tuple[str, str], seeds: int = 40) -> float:
    """How often a level plays the one right move."""
    game, move = position
    board = Board(moves=game)
    hits = 0
    for seed in range(seeds):
        with Engine(level=level, seed=seed) as engine:
            hits += str(engine.play(board).move) == move
    return hits / seeds


@pytest.mark.parametrize("level", UNDER_THE_TOP)
@pytest.mark.parametrize("game", GAMES)
def test_a_level_moves_legally_within_its_means(level: int, game: str) -> None:
    board = Board(moves=game)
    with Engine(level=level, seed=1) as engine:
        info = engine.play(board)
    assert info.move in board.legal_moves
    assert 1 <= info.depth <= LEVELS[level].depth + 1
    # The shallowest look, a few nodes a move, is always finished.
    assert info.nodes <= LEVELS[level].nodes + 4 * len(board.legal_moves)
    assert board == Board(moves=game)


@pytest.mark.parametrize("level", UNDER_THE_TOP)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_move(level: int, game: str) -> None:
    with Engine(level=level, seed=7) as engine, Engine(level=level, seed=7, hash=1) as other:
        engine.play(Board(moves="33"))  # what was asked before does not matter
        one, two = (some.analyse(Board(moves=game), lines=3) for some in (engine, other))
    assert [(info.move, info.score, info.nodes) for info in one] == [
        (info.move, info.score, info.nodes) for info in two
    ]


@pytest.mark.parametrize("level", UNDER_THE_TOP)
def test_without_a_seed_games_differ(level: int) -> None:
    moves = set()
    for _ in range(30):
        with Engine(level=level) as engine:
            moves.add(engine.play(Board()).move)
    assert len(moves) > 1


@pytest.mark.parametrize("level", [0, TOP + 1, -1])
def test_other_levels_are_refused(level: int) -> None:
    with pytest.raises(EngineError, match=f"the levels are from 1 to 10, not {level}"):
        Engine(level=level)


def test_the_top_level_is_the_engine_itself() -> None:
    board, limit = Board(moves="33 21 44 64 04 46"), Limit(depth=5)
    with Engine() as engine, Engine(level=TOP, seed=3) as top:
        one, two = engine.play(board, limit), top.play(board, limit)
    assert (one.move, one.score, one.nodes) == (two.move, two.score, two.nodes)


def test_levels_see_more_and_more() -> None:
    for lower, upper in pairwise(LEVELS.values()):
        assert lower.depth <= upper.depth
        if lower.depth == upper.depth:
            assert lower.sight <= upper.sight
            assert lower.noise >= upper.noise


# What they see and overlook


@pytest.mark.parametrize(
    ("network", "move", "hardness"),
    [
        ("03 21 54 44 46 76", "03", 0),
        ("40 44 34 16 36 47", "40", 1),  # a line of four
        ("40 22 12 15 35 57", "14-57", 2),  # a step
        ("06 46 44 34 12 13 31 42 62 71", "06", 5),  # ten chips, and a line of four
    ],
)
def test_strain(network: str, move: str, hardness: int) -> None:
    assert strain(tuple(network.split()), Move.parse(move)) == hardness


@pytest.mark.parametrize("level", UNDER_THE_TOP)
def test_nobody_overlooks_a_plain_win(level: int) -> None:
    assert found(level, PLAIN_WIN, 10) == 1


@pytest.mark.parametrize("position", [HARD_WIN, STEP_WIN, THREAT])
def test_what_is_hard_to_see_is_seen_more_often_higher_up(position: tuple[str, str]) -> None:
    low, middle, high = (found(level, position) for level in (1, 5, 9))
    assert low < 0.5
    assert low < middle < high + 0.1
    assert high > 0.85


def test_a_beginner_sees_some_threats() -> None:
    assert 0 < found(2, THREAT) < 1


def test_a_move_that_leaves_the_opponent_stuck_wins() -> None:
    board = Board(moves="55 61 64 20 12 23 62 17 24 36 52 60 21 43 76 53 15")
    with Engine(level=9, seed=1) as engine:
        info = engine.play(board)
    board.push(info.move)
    assert info.score.plies == 1
    assert board.outcome() is not None


# Limits, lines and house rules


@pytest.mark.parametrize("limit", [Limit(depth=1), Limit(nodes=1), Limit(time=0), Limit(clock=0)])
def test_limits_make_a_level_think_less(limit: Limit) -> None:
    board = Board(moves=GAMES[1])
    with Engine(level=9, seed=1) as engine:
        assert engine.play(board).depth > 1
        info = engine.play(board, limit)
    assert info.depth == 1
    assert info.move in board.legal_moves


def test_several_lines_come_best_first() -> None:
    board = Board(moves=GAMES[1])
    with Engine(level=6, seed=1) as engine:
        infos = engine.analyse(board, lines=5)
        everything = engine.analyse(board, lines=1000)
    assert [info.rank for info in infos] == [1, 2, 3, 4, 5]
    assert all(one.score >= two.score for one, two in pairwise(infos))
    assert {info.move for info in everything} == set(board.legal_moves)


def test_a_level_told_to_stop_has_a_move() -> None:
    signal = Signal()
    signal.set()
    position = Position.of(Board(moves=GAMES[3]))
    look = LevelSearch(LEVELS[9], Situation(position), Random(1), Searcher(Table(1), signal))
    assert sorted(move.action for move in look.rated_moves()) == position.legal_actions()


def test_the_step_limit_is_seen() -> None:
    """With one step left there is nothing to search: it wins on the spot or it is a draw."""
    board = Board(moves=GAMES[3], rules=Rules(step_limit=1))
    with Engine(level=9, seed=2) as engine:
        info = engine.play(board)
    assert (str(info.move), info.score.plies, info.nodes) == ("64-75", 1, 0)


def test_a_third_occurrence_is_a_draw() -> None:
    position = Position.of(Board(moves=GAMES[1]))
    action = position.legal_actions()[0]
    position.push(action)
    key = position.key
    position.pop()
    plain, drawn = (
        LevelSearch(LEVELS[9], Situation(position, keys), Random(1), Searcher(Table(1), Signal()))
        for keys in ((), (key,))
    )
    points = [
        {move.action: move.points for move in look.rated_moves()}[action] for look in (plain, drawn)
    ]
    assert points[0] != points[1]


# The ladder, in small: `benchmarks/levels.py` plays it in full.


@pytest.mark.parametrize(("upper", "lower", "least"), [(1, 0, 13), (4, 1, 14), (8, 4, 15)])
def test_a_higher_level_wins(upper: int, lower: int, least: float) -> None:
    """Of 20 games, from ten openings played from both sides; 0 is a random mover."""
    score = 0.0
    with Engine(level=upper, seed=1) as above, Engine(level=max(lower, 1), seed=1) as below:
        for seed in range(20):
            luck = Random(seed // 2)
            board = Board()
            for _ in range(5):
                board.push(luck.choice(list(board.legal_moves)))
            upper_turn = board.turn if seed % 2 else board.turn.other
            while (outcome := board.outcome()) is None:
                if board.turn is upper_turn:
                    board.push(above.play(board).move)
                elif lower:
                    board.push(below.play(board).move)
                else:
                    board.push(luck.choice(list(board.legal_moves)))
            score += 0.5 if outcome.winner is None else outcome.winner is upper_turn
    assert score >= least
