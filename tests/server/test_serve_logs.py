"""What is logged: lines for machines or for people, and never what opens a door."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest

from tenchips.server import logs


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _leave_logging_as_it_was() -> Iterator[None]:
    before = {name: logging.getLogger(name).handlers for name in ("tenchips", "uvicorn")}
    yield
    for name, handlers in before.items():
        logging.getLogger(name).handlers = handlers
        logging.getLogger(name).propagate = True
    logging.captureWarnings(False)


def test_machines_read_a_json_object_a_line() -> None:
    stream = StringIO()
    logs.set_up(stream)
    logs.say("a game has begun", game="abc", seats=2)
    logs.say("two\nlines", level=logging.WARNING)
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert {name: first[name] for name in ("level", "event", "game", "seats")} == {
        "level": "info",
        "event": "a game has begun",
        "game": "abc",
        "seats": 2,
    }
    assert first["time"].endswith("+00:00")
    assert (second["level"], second["event"]) == ("warning", "two\nlines")


def test_people_read_short_lines() -> None:
    stream = Screen()
    logs.set_up(stream)
    logs.say("a game has begun", game="abc")
    logs.say("the database failed", level=logging.ERROR, reason="full")
    first, second = stream.getvalue().splitlines()
    assert first[8:] == " a game has begun game=abc"
    assert second[8:] == " error: the database failed reason=full"


@pytest.mark.parametrize("stream", [StringIO(), Screen()])
def test_what_opens_a_door_is_blanked(stream: StringIO) -> None:
    logs.set_up(stream)
    logs.say("joined", invite="hush", token="hush", Cookie="hush", bearer_token="hush", game="abc")
    assert "hush" not in stream.getvalue()
    assert "abc" in stream.getvalue()


def test_a_fault_is_logged_with_its_trace_in_the_same_line() -> None:
    stream = StringIO()
    logs.set_up(stream)
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logs.LOGGER.exception("a fault of ours")
    (line,) = stream.getvalue().splitlines()
    assert "RuntimeError: broken" in json.loads(line)["trace"]


def test_uvicorn_says_only_what_is_wrong() -> None:
    stream = StringIO()
    logs.set_up(stream)
    logging.getLogger("uvicorn.error").info("every start and socket")
    logging.getLogger("uvicorn.error").warning("something is wrong")
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == [
        "something is wrong"
    ]
