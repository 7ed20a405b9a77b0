"""Whoever watches sees each game from its start to its end, move by move."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator

import pytest

from arena.people import Scripted
from tenchips import BLACK, WHITE, Board
from tenchips.arena import progress, referee
from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant
from tenchips.arena.match import Match, run
from tenchips.arena.progress import GameProgress, RunningGames, reported
from tenchips.arena.results import Results
from tenchips.executors import Workers

LIMIT = 60
"""Seconds after which a test gives up waiting."""


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningGames]:
    """The games of this very process."""
    monkeypatch.setattr(progress, "_pipe", None)
    with RunningGames() as games:
        games.begin()
        yield games


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_a_game_is_seen_move_by_move(running: RunningGames) -> None:
    seen: list[GameProgress] = []

    def look_and_play(move: str, ply: int) -> Callable[[], str]:
        def play() -> str:
            wait_for(lambda: "0a" in running.games and running.games["0a"].moves == ply)
            seen.append(running.games["0a"])
            return move

        return play

    white = Scripted("Ann", [look_and_play("33", 0), look_and_play("00", 2)])
    black = Scripted("Bob", [look_and_play("44", 1)])
    began = time.time()
    with reported("0a", "Ann", "Bob") as hook:
        game = referee.play(white, black, Board(), TimeControl(base=60.0), hook)
    assert game.fault is not None  # 00 is a corner
    assert [(each.white, each.black, each.last, each.turn) for each in seen] == [
        ("Ann", "Bob", "", WHITE), ("Ann", "Bob", "33", BLACK), ("Ann", "Bob", "44", WHITE)
    ]  # fmt: skip
    assert seen[0].left == (60.0, 60.0)
    assert seen[2].spent == pytest.approx(game.seconds, abs=1e-4)
    assert seen[2].left == pytest.approx([60 - seconds for seconds in game.seconds], abs=1e-4)
    assert began <= seen[0].since <= seen[2].since <= time.time()
    wait_for(lambda: not running.games)


def test_one_clock_runs() -> None:
    used = GameProgress("0a", "Ann", "Bob", 1, "33", BLACK, (2.0, 0.0), None, since=100.0)
    assert used.times(now=103.0) == (2.0, 3.0)
    left = GameProgress("0a", "Ann", "Bob", 2, "33", WHITE, (2.0, 4.0), (8.0, 6.0), since=100.0)
    assert left.times(now=103.0) == (5.0, 6.0)
    assert left.times(now=200.0) == (0.0, 6.0)


def test_the_longest_report_is_written_at_once() -> None:
    """POSIX promises that for 512 bytes; two processes that write more could mix their reports."""
    sent: list[GameProgress] = []
    name, key = "a" * 1000, "1000000000.1000-1000.1000"
    board = Board(moves="33 44")

    class Pipe:
        send = staticmethod(sent.append)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(progress, "_pipe", Pipe)
        with reported(key, name, name) as hook:
            referee.play(Scripted("x"), Scripted("y"), board, TimeControl(base=1.0), hook)
    assert len(pickle.dumps(sent[0])) + 4 <= 512


def test_processes_report_their_games() -> None:
    ann, bob = Entrant("Ann", "random"), Entrant("Bob", "random")
    match = Match(ann, bob, 4, TimeControl(move=60.0))
    seen = dict[str, GameProgress]()

    class Watched(dict[str, GameProgress]):
        def __setitem__(self, key: str, game: GameProgress) -> None:
            seen[key] = game
            super().__setitem__(key, game)

    with RunningGames() as running:
        running.games = Watched()
        with (
            Workers(2, begin=running.begin) as workers,
            Results(None, match.settings()) as results,
        ):
            for _ in run(match, (ann, bob), workers, results):
                pass
            played = dict(results.games)
    assert {key: (game.moves, game.white) for key, game in seen.items()} == {
        key: (len(game.moves), game.white) for key, game in played.items()
    }
    assert not running.games
