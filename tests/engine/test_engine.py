"""`Engine` as people use it: limits, lines, stopping, threads, async, and clear refusals."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import tenchips
from positions import boards
from tenchips import Board, IllegalMove, Move
from tenchips.book.certificate import chips_of
from tenchips.book.exact import Exact
from tenchips.engine import Engine, EngineError, Info, Limit, Score
from tenchips.engine.options import HASH, THREADS

QUIET = "33 21 44 64 04 46"
STEPS = "64 36 53 47 61 54 33 67 35 21 16 62 01 34 04 24 03 17 41 50"
WIN_IN_ONE = "33 21 44 64 04 46 26 20 63 25"
WINNING_MOVE = "72"
PATIENT = 60.0  # seconds: what takes longer hangs

# Every move loses at once: the opponent has two threats, or one that cannot be stopped.
LOST = (
    "6B1/1W1WB3/8/6B1/2B2BW1/3W2W1/4W3/2B5 w 0 7",
    "6B1/1W1WB3/8/1W4B1/2B2BW1/3W2W1/4W3/2B1B3 w 0 8",
    "3B1B2/6W1/3B4/5WW1/3W4/3W3W/5BB1/8 b 0 6",
    "8/3BW1WW/8/W1BWW1B1/6BW/1BWB2W1/3W1B2/1B2B3 b 0 10",
    "2B2BB1/1W2W2W/2W2BB1/2BBW1W1/1W6/2B3W1/1WB1W3/6B1 w 4 13",
    "8/4WB2/2BW2B1/1W2B3/1W1W1B1W/1B1B4/2WW1W1W/1B2BB2 b 7 14",
    "8/1WBWW1B1/6W1/WBBWBW2/W1W2B2/1B1B4/2WB1B2/8 b 9 15",
)


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash=1) as engine:
        yield engine


def quiet() -> Board:
    return Board(moves=QUIET)


def won() -> Board:
    return Board(moves=f"{WIN_IN_ONE} {WINNING_MOVE}")


def in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def ends(thread: threading.Thread) -> bool:
    thread.join(PATIENT)
    return not thread.is_alive()


# Limits


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
@pytest.mark.parametrize("game", ["", QUIET, STEPS])
def test_the_depth_is_reached_exactly(game: str, depth: int, engine: Engine) -> None:
    depth = min(depth, 3) if game == STEPS else depth
    info = engine.play(Board(moves=game), Limit(depth=depth))
    assert not info.score.is_proven
    assert info.depth == depth
    assert info.seldepth >= depth - 1


def test_a_proof_needs_no_more_depth(engine: Engine) -> None:
    info = engine.play(Board(moves=WIN_IN_ONE))
    assert (info.depth, info.score, str(info.score)) == (1, Score.win_in(1), "win in 1")


@pytest.mark.parametrize("nodes", [1000, 5000, 20000])
@pytest.mark.parametrize("game", ["", QUIET, STEPS])
def test_the_nodes_are_kept_to(game: str, nodes: int, engine: Engine) -> None:
    board = Board(moves=game)
    assert engine.play(board, Limit(nodes=nodes)).nodes <= nodes + 48  # the adds of one position
    last = list(engine.stream(board, Limit(nodes=nodes)))[-1]
    assert last.nodes <= nodes + 48


@pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(time=0), Limit(clock=0)])
@pytest.mark.parametrize("game", ["", QUIET, STEPS])
def test_there_is_always_a_move(game: str, limit: Limit, engine: Engine) -> None:
    board = Board(moves=game)
    info = engine.play(board, limit)
    assert info.move in board.legal_moves
    assert info.depth == 1


def test_the_first_limit_reached_counts(engine: Engine) -> None:
    assert engine.play(quiet(), Limit(depth=2, nodes=10**9, time=PATIENT)).depth == 2
    assert engine.play(quiet(), Limit(depth=40, nodes=3000, time=PATIENT)).depth < 40


def test_a_share_of_the_clock() -> None:
    assert Limit().seconds() == (None, None)
    assert Limit(time=2).seconds() == (2, 2)
    for clock, increment in ((0, 0), (1, 0), (60, 0), (60, 2), (0.5, 30), (600, 10)):
        most, enough = Limit(clock=clock, increment=increment).seconds()
        assert most is not None
        assert enough is not None
        assert 0 <= enough <= most <= 0.8 * clock
    assert Limit(clock=60, time=1).seconds()[0] == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"depth": 0}, "a depth is from 1 to 90 plies, not 0"),
        ({"depth": 91}, "a depth is from 1 to 90 plies, not 91"),
        ({"nodes": 0}, "a number of nodes is at least 1, not 0"),
        ({"time": -1}, "time is a number of seconds, not -1"),
        ({"time": float("nan")}, "time is a number of seconds, not nan"),
        ({"clock": float("inf")}, "clock is a number of seconds, not inf"),
        ({"increment": -0.5}, "increment is a number of seconds, not -0.5"),
    ],
)
def test_a_bad_limit_is_refused(fields: dict[str, float], sentence: str) -> None:
    with pytest.raises(EngineError) as caught:
        Limit(**fields)  # type: ignore[arg-type]
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"threads": 0}, f"threads are from 1 to {THREADS.most}, not 0"),
        ({"threads": 257}, f"threads are from 1 to {THREADS.most}, not 257"),
        ({"hash": 0}, f"the hash table has from 1 to {HASH.most} MB, not 0"),
        (
            {"hash": HASH.most + 1},
            f"the hash table has from 1 to {HASH.most} MB, not {HASH.most + 1}",
        ),
    ],
)
def test_a_bad_option_is_refused(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(EngineError) as caught:
        Engine(**options)
    assert str(caught.value) == sentence


def test_a_table_larger_than_the_memory_is_one_clear_error() -> None:
    program = (
        "import resource\n"
        "from tenchips.engine import Engine\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
        "try:\n"
        f"    Engine(hash={HASH.most})\n"
        "except MemoryError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(Path(tenchips.__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=PATIENT,
    )
    assert done.stdout == f"there is no room for a hash table of {HASH.most} MB\n"
    assert (done.returncode, done.stderr) == (0, "")


# Scores


def test_scores_are_ordered_as_results_are() -> None:
    worse_to_better = [
        Score.win_in(-2), Score.win_in(-6), Score(-300), Score(0), Score(20),
        Score.win_in(9), Score.win_in(1),
    ]  # fmt: skip
    assert sorted(worse_to_better, reverse=True) == worse_to_better[::-1]
    chances = [score.chance for score in worse_to_better]
    assert chances == sorted(chances)
    assert [-score for score in worse_to_better] == sorted(-s for s in worse_to_better)[::-1]


@pytest.mark.parametrize("plies", [-12, -2, 1, 9])
def test_a_proven_score_knows_its_distance(plies: int) -> None:
    assert Score.win_in(plies).plies == plies
    assert Score.win_in(plies).is_proven
    assert (-Score.win_in(plies)).plies == -plies


def test_points_are_no_proof() -> None:
    assert Score(900).plies is None
    assert not Score(-900).is_proven


# Streams and lines


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stream_gets_deeper(threads: int) -> None:
    with Engine(hash=1, threads=threads) as engine:
        infos = list(engine.stream(quiet(), Limit(depth=6)))
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6]
    for field in ("nodes", "time"):
        values = [getattr(info, field) for info in infos]
        assert values == sorted(values)
    assert all(info.speed > 0 and 0 <= info.hashfull <= 1000 for info in infos)


@pytest.mark.parametrize("game", ["", QUIET, STEPS, WIN_IN_ONE])
def test_every_line_is_legal(game: str, engine: Engine) -> None:
    for info in engine.stream(Board(moves=game), Limit(nodes=20000), lines=2):
        board = Board(moves=game)
        for move in info.line:
            board.push(move)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_three_lines_are_three_moves_the_best_first(seed: int, threads: int) -> None:
    with Engine(hash=1, threads=threads) as engine:
        for board in boards(300 + seed, 40):
            count = min(3, len(board.legal_moves))
            if not count:
                continue
            for depth in (1, 2, 4) if board.hand(board.turn) else (1, 2):
                infos = engine.analyse(board, Limit(depth=depth), lines=3)
                assert [info.rank for info in infos] == list(range(1, count + 1))
                assert len({info.move for info in infos}) == count
                assert all(info.move in board.legal_moves for info in infos)
                scores = [info.score for info in infos]
                assert scores == sorted(scores, reverse=True), board


@pytest.mark.parametrize("nodes", [500, 2000, 5000])
def test_lines_ended_within_a_ply_are_still_different(nodes: int, engine: Engine) -> None:
    for board in boards(310, 120):
        if board.outcome() is None:
            infos = engine.analyse(board, Limit(nodes=nodes), lines=3)
            assert len({info.move for info in infos}) == len(infos), board


@pytest.mark.parametrize("game", [QUIET, STEPS])
def test_more_lines_than_moves_are_all_the_moves(game: str, engine: Engine) -> None:
    board = Board(moves=game)
    infos = engine.analyse(board, Limit(depth=2), lines=10_000)
    assert {info.move for info in infos} == set(board.legal_moves)
    assert len(infos) == len(board.legal_moves)


def test_no_lines_are_refused(engine: Engine) -> None:
    with pytest.raises(EngineError, match=r"^the number of lines is at least 1, not 0$"):
        engine.analyse(quiet(), lines=0)


def test_a_closed_stream_frees_the_engine(engine: Engine) -> None:
    stream = engine.stream(quiet())
    assert next(stream).depth == 1
    stream.close()  # type: ignore[attr-defined]
    assert engine.play(quiet(), Limit(depth=2)).depth == 2


def test_a_lost_position_is_defended_as_long_as_it_can_be() -> None:
    """The exact search says how long each move lasts."""
    board = Board("8/8/8/8/3W4/5BB1/4W2W/8 b 0 3")
    with Engine(hash=16) as engine:
        info = engine.analyse(board, Limit(nodes=300_000))[0]
        # With a depth alone nothing is left to choose the move by.
        played = engine.play(board, Limit(depth=info.depth))
    assert info.score < Score(0)
    assert info.score.is_proven
    exact, lasting = Exact(64), dict[Move, int]()
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        chips = chips_of(after)
        lasting[move] = next(plies for plies in range(1, 14, 2) if exact.wins(*chips, plies))
    assert len(set(lasting.values())) > 1
    assert lasting[info.move] == lasting[played.move] == max(lasting.values())


def test_the_board_is_left_as_it_was(engine: Engine) -> None:
    board = quiet()
    engine.analyse(board, Limit(depth=3), lines=2)
    assert board == quiet()
    assert board.moves == quiet().moves


# One after the other


def test_a_game_that_is_over_is_refused(engine: Engine) -> None:
    for ask in (engine.play, engine.analyse, engine.stream):
        with pytest.raises(EngineError, match=r"^the game is over: White wins with the network "):
            ask(won())


def test_one_search_at_a_time(engine: Engine) -> None:
    stream = engine.stream(Board())
    assert next(stream).depth == 1
    with pytest.raises(EngineError, match=r"^the engine is thinking already: stop it first, or "):
        engine.play(quiet(), Limit(depth=1))
    assert [info.depth for info in islice(stream, 3)] == [2, 3, 4]
    engine.stop()
    assert len(list(stream)) <= 1
    assert engine.play(quiet(), Limit(depth=1)).depth == 1


def test_a_question_to_a_busy_engine_does_not_undo_a_stop(engine: Engine) -> None:
    stream = engine.stream(Board())
    next(stream)
    engine.stop()
    with pytest.raises(EngineError, match="thinking already"):
        engine.play(quiet(), Limit(depth=1))
    assert len(list(islice(stream, 3))) <= 1  # at most a better move found on the way


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_ends_a_search_without_limit(threads: int) -> None:
    with Engine(hash=1, threads=threads) as engine:
        infos: list[Info] = []
        begun = threading.Event()

        def think() -> None:
            for info in engine.stream(Board()):
                infos.append(info)
                begun.set()

        thinking = in_thread(think)
        assert begun.wait(PATIENT)
        engine.stop()
        assert ends(thinking)
        assert infos[-1].move in Board().legal_moves
        assert engine.play(quiet(), Limit(depth=2)).depth == 2


def test_a_stop_before_the_first_line_counts(engine: Engine) -> None:
    stream = engine.stream(Board())
    engine.stop()
    infos: list[Info] = []
    assert ends(in_thread(lambda: infos.extend(stream)))
    assert [info.move in Board().legal_moves for info in infos] == [True]


def test_a_stop_is_not_kept_for_the_next_search(engine: Engine) -> None:
    engine.stop()
    assert engine.play(quiet(), Limit(depth=4)).depth == 4


def test_leaving_the_context_stops_the_search() -> None:
    with Engine(hash=1) as engine:
        begun = threading.Event()

        def think() -> None:
            for _ in engine.stream(Board()):
                begun.set()

        thinking = in_thread(think)
        assert begun.wait(PATIENT)
    assert ends(thinking)


# The same again


@pytest.mark.parametrize("game", ["", QUIET, STEPS])
def test_one_thread_visits_the_same_nodes_every_time(game: str) -> None:
    depth = 4 if game == STEPS else 7
    first, second = (nodes_and_lines(Engine(hash=1), game, depth) for _ in range(2))
    assert first == second


def test_clear_forgets(engine: Engine) -> None:
    first = nodes_and_lines(engine, QUIET, 6)
    assert nodes_and_lines(engine, QUIET, 6) != first  # it remembers
    engine.play(Board(moves=STEPS), Limit(depth=3))
    engine.clear()
    assert nodes_and_lines(engine, QUIET, 6) == first


def nodes_and_lines(engine: Engine, game: str, depth: int) -> list[tuple[int, Score, object]]:
    stream = engine.stream(Board(moves=game), Limit(depth=depth))
    return [(info.nodes, info.score, info.line) for info in stream]


@pytest.mark.parametrize("threads", [2, 5])
def test_several_threads_answer_as_one_does(threads: int) -> None:
    """The same results where they are proven, and legal moves everywhere."""
    with Engine(hash=1) as one, Engine(hash=1, threads=threads) as several:
        for board in boards(400, 120):
            if board.outcome() is not None:
                continue
            limit = Limit(depth=4 if board.hand(board.turn) else 2)
            alone, together = one.play(board, limit), several.play(board, limit)
            assert together.move in board.legal_moves
            if alone.score.is_proven and together.score.is_proven:
                assert (alone.score > Score(0)) == (together.score > Score(0))
            if alone.score.plies in (1, -2):
                assert together.score == alone.score


# Async


def test_async_answers_as_blocking_does() -> None:
    async def ask() -> tuple[Info, list[Info], list[int]]:
        with Engine(hash=1) as engine:
            one = await engine.aplay(quiet(), Limit(depth=4))
            engine.clear()
            lines = await engine.aanalyse(quiet(), Limit(depth=3), lines=3)
            depths = [info.depth async for info in engine.astream(quiet(), Limit(depth=5))]
            return one, lines, depths

    one, lines, depths = asyncio.run(ask())
    with Engine(hash=1) as engine:
        expected = engine.play(quiet(), Limit(depth=4))
        assert (one.nodes, one.score, one.line) == (expected.nodes, expected.score, expected.line)
        engine.clear()
        expected_lines = engine.analyse(quiet(), Limit(depth=3), lines=3)
    assert [info.line for info in lines] == [info.line for info in expected_lines]
    assert depths == [1, 2, 3, 4, 5]


def test_other_tasks_go_on_meanwhile() -> None:
    """A search without limit is stopped by a task that runs beside it."""

    async def both() -> Info:
        with Engine(hash=1) as engine:
            thinking = asyncio.create_task(engine.aplay(Board(), Limit()))
            for _ in range(20):
                await asyncio.sleep(0.001)
            assert not thinking.done()
            engine.stop()
            return await asyncio.wait_for(thinking, PATIENT)

    assert asyncio.run(both()).move in Board().legal_moves


@pytest.mark.parametrize("threads", [1, 2])
def test_cancelling_stops_the_search_and_leaves_the_engine_usable(threads: int) -> None:
    async def cancel() -> Info:
        with Engine(hash=1, threads=threads) as engine:
            thinking = asyncio.create_task(engine.aplay(Board(), Limit()))
            await asyncio.sleep(0.05)
            thinking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(thinking, PATIENT)
            return await engine.aplay(quiet(), Limit(depth=2))

    assert asyncio.run(cancel()).depth == 2


def test_a_task_cancelled_before_it_began_leaves_the_engine_usable() -> None:
    async def cancel() -> Info:
        with Engine(hash=1) as engine:
            thinking = asyncio.create_task(engine.aplay(Board(), Limit()))
            thinking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await thinking
            return await engine.aplay(quiet(), Limit(depth=2))

    assert asyncio.run(cancel()).depth == 2


def test_an_async_stream_left_early_stops() -> None:
    async def leave() -> Info:
        with Engine(hash=1) as engine:
            stream: AsyncIterator[Info] = engine.astream(Board())
            async for info in stream:
                if info.depth == 2:
                    break
            await stream.aclose()  # type: ignore[attr-defined]
            return await engine.aplay(quiet(), Limit(depth=3))

    assert asyncio.run(leave()).depth == 3


def test_a_refused_task_does_not_stop_the_one_at_work() -> None:
    async def two() -> list[int]:
        with Engine(hash=1) as engine:
            stream: AsyncIterator[Info] = engine.astream(Board(), Limit(depth=4))
            assert (await anext(stream)).depth == 1
            with pytest.raises(EngineError, match="thinking already"):
                await engine.aplay(quiet(), Limit(depth=1))
            return [info.depth async for info in stream]

    assert asyncio.run(two()) == [2, 3, 4]


def test_async_refusals_are_the_same() -> None:
    async def ask() -> None:
        with Engine(hash=1) as engine:
            with pytest.raises(EngineError, match=r"^the game is over: "):
                await engine.aplay(won())
            with pytest.raises(EngineError, match=r"^the number of lines is at least 1, not -1$"):
                await engine.aanalyse(quiet(), lines=-1)

    asyncio.run(ask())


# What public programs get wrong


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "limit", [Limit(depth=1), Limit(depth=3), Limit(nodes=1), Limit(time=0.01)]
)
@pytest.mark.parametrize("text", LOST)
def test_a_lost_position_still_gets_a_move(text: str, limit: Limit, threads: int) -> None:
    board = Board(text)
    with Engine(hash=1, threads=threads) as engine:
        infos = engine.analyse(board, limit, lines=3)
    assert infos
    assert all(info.move in board.legal_moves for info in infos)
    assert infos[0].score.plies == -2 or limit.nodes == 1


def test_a_lost_game_is_played_to_its_end(engine: Engine) -> None:
    for text in LOST:
        board = Board(text)
        winner = board.turn.other
        while (outcome := board.outcome()) is None:
            board.push(engine.play(board, Limit(depth=3)).move)
        assert outcome.winner is winner


@pytest.mark.parametrize("seed", range(4))
def test_no_move_ignores_the_moves_made(seed: int, engine: Engine) -> None:
    """Openings of every kind, whatever a book would say: the answers are legal and differ."""
    rng = Random(f"openings {seed}")
    answers: set[Move] = set()
    for plies in [0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8] * 3:
        board = Board()
        for _ in range(plies):
            board.push(rng.choice(list(board.legal_moves)))
        move = engine.play(board, Limit(depth=3)).move
        assert move in board.legal_moves
        answers.add(move)
    assert len(answers) > 5


def test_the_eleventh_chip_is_never_added(engine: Engine) -> None:
    """Adds as long as there are chips in hand, steps from then on."""
    board = Board(moves=STEPS)
    moves = board.moves
    for plies in range(12, 21):
        board = Board(moves=moves[:plies])
        for limit in (Limit(depth=1), Limit(depth=2), Limit(nodes=500)):
            for info in engine.analyse(board, limit, lines=5):
                assert info.move.is_add == (board.hand(board.turn) > 0)
                after = board.copy()
                for move in info.line:
                    assert move.is_add == (after.hand(after.turn) > 0)
                    after.push(move)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda engine: engine.play(Board(), 0.1), "limit must be a Limit"),
        (lambda engine: engine.play("33", Limit(depth=1)), "board must be a Board"),
        (lambda engine: engine.analyse(Board(), Limit(depth=1), lines="2"), "lines must be an int"),
        (lambda engine: engine.analyse(Board(), Limit(depth=1), lines=1.5), "lines must be an int"),
        (lambda engine: engine.stream(Board(), 3), "limit must be a Limit"),
        (lambda engine: engine.compare(Board(), "33"), "move must be a Move"),
        (lambda engine: Engine(hash="64"), "hash must be an int, not '64'"),
        (lambda engine: Engine(hash=1.5), "hash must be an int"),
        (lambda engine: Engine(threads=True), "threads must be an int"),
        (lambda engine: Engine(level="top"), "level must be an int"),
        (lambda engine: Engine(seed="x"), "seed must be an int or None"),
        (lambda engine: Engine(book=1), "book must be True or False"),
        (lambda engine: Limit(depth="3"), "depth must be an int or None, not '3'"),
        (lambda engine: Limit(depth=2.5), "depth must be an int or None, not 2.5"),
        (lambda engine: Limit(nodes=1e6), "nodes must be an int or None"),
        (lambda engine: Limit(time="1"), "time must be a number of seconds or None, not '1'"),
        (lambda engine: Limit(clock=[]), "clock must be a number of seconds or None"),
        (lambda engine: Limit(increment=None), "increment must be a number of seconds"),
    ],
)
def test_wrong_types_are_named(call: Callable[[Engine], object], message: str) -> None:
    with Engine(hash=1) as engine, pytest.raises(TypeError, match=re.escape(message)):
        call(engine)


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0])
def test_times_are_finite_and_not_negative(seconds: float) -> None:
    for name in ("time", "clock", "increment"):
        with pytest.raises(EngineError, match=f"{name} is a number of seconds"):
            Limit(**{name: seconds})


# Comparing moves


def test_two_moves_are_compared_at_one_depth() -> None:
    board = Board(moves="33 43 73 44")
    with Engine(hash=4) as engine:
        for depth in range(1, 7):
            engine.clear()
            best, given = engine.compare(board, Move("11"), Limit(depth=depth))
            assert given.move == Move("11")
            assert best.depth == given.depth == depth
            assert best.score >= given.score
            engine.clear()
            assert engine.analyse(board, Limit(depth=depth))[0].score <= best.score


def test_the_best_move_compared_with_itself() -> None:
    board = Board(moves="33 43 73 44")
    with Engine(hash=4) as engine:
        move = engine.play(board, Limit(depth=5)).move
        best, given = engine.compare(board, move, Limit(depth=5))
    assert best == given


def test_a_comparison_ends_with_two_proofs_or_one_win() -> None:
    """White wins in 1 with 72 or 74, and loses in 4 after 62."""
    board = Board(moves="33 21 44 64 04 46 26 20 63 25")
    with Engine(hash=4) as engine:
        best, given = engine.compare(board, Move("62"), Limit())
        assert (best.score, given.score) == (Score.win_in(1), Score.win_in(-4))
        for move in ("72", "74"):
            _, given = engine.compare(board, Move(move), Limit())
            assert given.score == Score.win_in(1)


def test_a_comparison_is_as_short_as_its_limit() -> None:
    with Engine(hash=4) as engine:
        best, given = engine.compare(Board(), Move("33"), Limit(nodes=20_000))
    assert best.depth == given.depth >= 2
    assert best.nodes <= given.nodes <= 20_000


def test_what_cannot_be_compared_is_refused() -> None:
    over = Board(moves="01 60 03 65 06 55 71 33 73 35 76 57")
    with Engine(hash=1) as engine:
        with pytest.raises(IllegalMove):
            engine.compare(Board(), Move("00"))
        with pytest.raises(EngineError, match="the game is over"):
            engine.compare(over, Move("33"))
    with Engine(level=3) as weak, pytest.raises(EngineError, match="only level 10 compares"):
        weak.compare(Board(), Move("33"))
