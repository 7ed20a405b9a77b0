"""The referee ends every game, names the reason, and loses nothing of what was played."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from arena.people import Scripted, thinking
from tenchips import BLACK, WHITE, Board, Move
from tenchips.arena import referee
from tenchips.arena.clock import TimeControl
from tenchips.arena.game import Game
from tenchips.players import PlayerFault
from tenchips.record import Record

WHITES = ["01", "03", "06", "71", "73", "76"]
BLACKS = ["60", "65", "55", "33", "35", "57"]
LONG = TimeControl(move=60.0)


def game(white: Scripted, black: Scripted, control: TimeControl = LONG) -> Game:
    played = referee.play(white, black, Board(), control)
    assert Game.from_json(played.as_json()) == played
    record = played.record("a match")
    assert Record.parse(str(record)) == record
    assert record.result == played.result
    return played


def test_a_game_to_its_end() -> None:
    white, black = Scripted("Ann", WHITES), Scripted("Bob", BLACKS)
    black.thought = thinking(-3)
    played = game(white, black)
    assert (played.result, played.termination, played.fault) == ("0-1", "network", None)
    assert played.winner is BLACK
    assert (played.white, played.black, played.opening) == ("Ann", "Bob", 0)
    assert played.moves == tuple(m for pair in zip(WHITES, BLACKS, strict=True) for m in pair)
    assert len(played.seconds) == len(played.thoughts) == 12
    assert played.thoughts[:2] == ("", "-M3/3")
    assert len(played.times(WHITE)) == len(played.times(BLACK)) == 6
    assert [allowance.move for allowance in white.told if allowance] == [60.0] * 6
    record = played.record()
    assert "Opening" not in record.tags
    assert record.line.nodes[1].evaluation is not None
    assert record.line.nodes[-1].networks == (("60", "65", "55", "33", "35", "57"),)


def test_an_opening_is_given_and_marked() -> None:
    board = Board(moves="01 60 03")
    played = referee.play(Scripted("a", WHITES[2:]), Scripted("b", BLACKS[1:]), board, LONG)
    assert (played.opening, len(played.moves), len(played.seconds)) == (3, 12, 9)
    assert len(played.times(BLACK)) == 5
    assert len(played.times(WHITE)) == 4
    assert played.record().tags["Opening"] == "3 plies"


def _raise(error: Exception) -> Callable[[], str]:
    def fail() -> str:
        raise error

    return fail


@pytest.mark.parametrize(
    ("last", "kind", "termination", "sentence"),
    [
        ("77", "illegal move", "illegal move", "Ann played 77: nobody may use 77"),
        ("01-02", "illegal move", "illegal move", "White still has 8 chips in hand"),
        (_raise(RuntimeError("a\nb")), "exception", "illegal move", "RuntimeError: a b"),
        (_raise(PlayerFault("crash", "Ann died")), "crash", "illegal move", "Ann died"),
        (_raise(PlayerFault("silence", "Ann slept")), "silence", "time", "Ann slept"),
    ],
)
@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_faults_lose(
    color: int, last: str | Callable[[], str], kind: str, termination: str, sentence: str
) -> None:
    seats = [Scripted("Ann", ["03", "43", "25"]), Scripted("Ann", ["61", "15", "36"])]
    before = (["03", "43"], ["61", "15"])[color]
    seats[color] = Scripted("Ann", [*before, last])
    played = game(*seats)
    assert played.fault is not None
    assert (played.fault.color, played.fault.kind) == (color, kind)
    if color == WHITE or "White" not in sentence:
        assert sentence in played.fault.sentence
    assert "\n" not in played.fault.sentence
    assert played.termination == termination
    assert played.winner is (BLACK if color == WHITE else WHITE)
    assert len(played.moves) == (4 if color == WHITE else 5)
    assert dict(played.record().more_tags)["Fault"].startswith(f"{kind}: ")


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_one_that_cannot_begin_loses(color: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = [Scripted("Ann", WHITES), Scripted("Bob", BLACKS)]
    fail = _raise(PlayerFault("crash", "not there"))
    monkeypatch.setattr(seats[color], "begin", lambda _: fail())
    played = game(*seats)
    assert played.moves == ()
    assert played.fault is not None
    assert (played.fault.color, played.fault.sentence) == (color, "not there")


@pytest.mark.parametrize(
    ("control", "plies"),
    [
        (TimeControl(move=1.0, margin=0.0), 0),
        (TimeControl(move=1.9, margin=0.1), 12),
        (TimeControl(base=7.0, margin=0.0), 6),
        (TimeControl(base=6.0, increment=0.5, margin=0.0), 6),
    ],
)
def test_the_clock_is_strict(
    control: TimeControl, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every move takes two seconds."""
    ticks = count(0.0, 2.0)
    monkeypatch.setattr(referee, "perf_counter", lambda: next(ticks))
    played = game(Scripted("Ann", WHITES), Scripted("Bob", BLACKS), control)
    assert len(played.moves) == plies
    if plies < 12:
        assert played.fault is not None
        assert (played.fault.color, played.fault.kind) == (WHITE, "time")
        assert played.fault.sentence == f"Ann took 2.00 s: {control}"
        assert played.result == "0-1"


def test_refusals_of_legal_moves_are_kept() -> None:
    white, black = Scripted("Ann", WHITES), Scripted("Bob", BLACKS)
    black.refused = (Move("01"), Move.parse("33-44"))
    played = game(white, black)
    assert played.refused == ((BLACK, "01"), (BLACK, "33-44"))
    assert dict(played.record().more_tags)["Refused"] == "Black 01, Black 33-44"
