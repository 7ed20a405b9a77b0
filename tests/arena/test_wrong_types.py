"""An argument of a wrong type is refused at the call, by name, with the type it should have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tenchips import Board
from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant
from tenchips.arena.match import Match
from tenchips.arena.referee import play
from tenchips.arena.tournament import Tournament
from tenchips.book import Certificate
from tenchips.engine import Engine
from tenchips.engine.review import review
from tenchips.executors import Workers
from tenchips.players import RandomPlayer, make_player
from tenchips.record import Record

any_type: Any = lambda value: value  # noqa: E731

CHANCE = Entrant("Chance", "random")
CONTROL = TimeControl(move=1.0)
PLAYER = RandomPlayer(seed=1)

CALLS: list[tuple[str, Callable[[], object]]] = [
    ("move must be a number of seconds or None, not '5'", lambda: TimeControl(any_type("5"))),
    ("margin must be a number of seconds, not None", lambda: TimeControl(1, margin=any_type(None))),
    ("text must be a text like '60+0.5', not 5", lambda: TimeControl.parse(any_type(5))),
    ("first and second must be a tuple", lambda: Match(any_type("a"), CHANCE, 2, CONTROL)),
    ("games must be an int, not '2'", lambda: Match(CHANCE, CHANCE, any_type("2"), CONTROL)),
    ("control must be a TimeControl", lambda: Match(CHANCE, CHANCE, 2, any_type(1.0))),
    ("entrants must be a tuple or list", lambda: Tournament(any_type("ab"), CONTROL)),
    ("entrants must be a tuple or list", lambda: Tournament(any_type(("a", "b")), CONTROL)),
    ("control must be a TimeControl", lambda: Tournament((CHANCE, CHANCE), any_type(1.0))),
    ("text must be a text like 'machine:level=3'", lambda: Entrant.parse(any_type(3))),
    ("text must be a text like 'machine:level=3'", lambda: make_player(any_type(None))),
    ("board must be a Board", lambda: play(PLAYER, PLAYER, any_type("start"), CONTROL)),
    ("control must be a TimeControl", lambda: play(PLAYER, PLAYER, Board(), any_type(1))),
    ("board must be a Board", lambda: PLAYER.choose(any_type("start"))),
    ("jobs must be an int, not '2'", lambda: Workers(any_type("2"))),
    ("cluster must be an address like", lambda: Workers(cluster=any_type(8786))),
    ("board must be a Board", lambda: Certificate.load().move(any_type("start"))),
    ("board must be a Board", lambda: Certificate.load().resistance(any_type(None))),
    ("record must be a Record", lambda: review(any_type("33 44"), Engine(hash=1))),
    ("engine must be an Engine", lambda: review(Record(), any_type(None))),
]


@pytest.mark.parametrize(("sentence", "call"), CALLS)
def test_a_wrong_type_is_named(sentence: str, call: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value).startswith(sentence)
