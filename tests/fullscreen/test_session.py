"""A game in progress, without a screen."""

from __future__ import annotations

import pytest

from tenchips import BLACK, WHITE, Board, IllegalMove, Move
from tenchips.arena.clock import TimeControl
from tenchips.fullscreen.session import Session, saved_clock
from tenchips.fullscreen.settings import OPPONENTS, Settings, resumed
from tenchips.players import Human, Machine, RandomPlayer
from tenchips.record import Record
from tenchips.rules import Termination


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def timed(base: float, increment: float) -> tuple[Session, Watch]:
    watch = Watch()
    control = TimeControl(base=base, increment=increment, margin=0.0)
    return Session(Board(), (Human(), Human()), control=control, now=watch), watch


def test_moves_are_made_at_the_end_of_the_game_whatever_is_shown() -> None:
    session = Session(Board(moves="33 44"), (Human(), Human()))
    session.to_start()
    assert session.board.moves == ()
    assert session.turn is WHITE
    session.play(Move("53"))
    assert list(map(str, session.board.moves)) == ["33", "44", "53"]
    with pytest.raises(IllegalMove):
        session.play(Move("53"))


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    session = Session(Board(), (Human(), RandomPlayer(seed=1)))
    assert not session.undo()
    session.play(Move("33"))
    session.play(Move("44"))
    assert session.undo()
    assert session.live.moves == ()
    session.play(Move("33"))
    session.resign()
    assert session.outcome is not None
    assert session.outcome.winner is BLACK  # the person gave up, although Black was to move
    assert session.undo()
    assert session.outcome is None
    assert session.record().result == "*"


def test_the_clock_runs_for_the_player_to_move_only() -> None:
    session, watch = timed(60, 2)
    watch.now = 10
    assert (session.seconds_left(WHITE), session.seconds_left(BLACK)) == (50, 60)
    session.play(Move("33"))
    watch.now = 15
    assert (session.seconds_left(WHITE), session.seconds_left(BLACK)) == (52, 55)


def test_who_runs_out_of_time_loses() -> None:
    session, watch = timed(60, 0)
    watch.now = 59
    assert not session.check_time()
    watch.now = 61
    assert session.check_time()
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.termination) == (BLACK, Termination.TIME)
    late, watch = timed(60, 0)
    watch.now = 61
    late.play(Move("33"))
    assert late.outcome is not None
    assert late.record().termination is Termination.TIME
    assert late.live.moves == ()


def test_a_pause_stops_the_clock() -> None:
    session, watch = timed(60, 0)
    watch.now = 10
    session.pause()
    watch.now = 30
    assert session.seconds_left(WHITE) == 50
    session.unpause()
    watch.now = 35
    assert session.seconds_left(WHITE) == 45


def test_a_saved_game_is_resumed_with_its_clocks_and_players() -> None:
    settings = Settings(level="2", colour="Black", clock="5 min + 5 s")
    session = settings.session()
    session.play(Move("33"))
    again = resumed(Record.parse(str(session.record())))
    assert [seat.name for seat in again.seats] == ["machine:level=2", "human"]
    assert isinstance(again.seats[WHITE], Machine)
    assert again.live.moves == (Move("33"),)
    left = again.seconds_left(WHITE)
    assert left is not None
    assert 300 < left <= 305


@pytest.mark.parametrize("name", ["ugi:touch /tmp/x", "java:x", "python:os:abort", "Ann"])
def test_no_program_is_started_because_a_file_names_it(name: str) -> None:
    assert resumed(Record(white=name)).seats[WHITE] == Human(name)


@pytest.mark.parametrize("text", ["", "1", "a b", "1e999 5", "1 2 3"])
def test_a_bad_clock_in_a_file_is_no_clock(text: str) -> None:
    tags = (("TimeControl", "60+1"), ("Clock", text))
    assert saved_clock(Record(more_tags=tags))[1] is None


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_every_opponent_of_the_menu_can_be_played(opponent: str) -> None:
    session = Settings(opponent=opponent).session()
    people = sum(isinstance(seat, Human) for seat in session.seats)
    assert people == {"a person here": 2, "watch two machines": 0}.get(opponent, 1)
