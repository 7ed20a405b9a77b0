"""docs/http-api.md: its session runs against a server, its messages and tables are complete."""

from __future__ import annotations

import asyncio
import doctest
import json
import os
import re
import sys
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter

import tenchips
from server.play import PATIENCE, serving
from tenchips.server.app import make_app
from tenchips.server.lobby.models import LobbyMessage
from tenchips.server.messages import Command, NackCode, SocketMessage
from tenchips.server.models import Error
from tenchips.server.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "http-api.md").read_text("utf-8")
SCHEMA: dict[str, Any] = make_app(Settings()).openapi()
FOR_BROWSERS = ("/account", "/mail", "/me/push", "/me/alerts", "/seats")


def messages(kind: str) -> list[dict[str, Any]]:
    """The messages in the blocks of a kind, a line each."""
    blocks = re.findall(rf"```json {kind}\n(.*?)```", PAGE, re.DOTALL)
    return [json.loads(line) for block in blocks for line in block.splitlines()]


async def test_the_session_and_the_bot_play_on_a_server(tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path}/games.db") as server:
        text = PAGE.replace("http://127.0.0.1:8000", server.base)
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
        session = parser.get_doctest(text, {}, "http-api.md", "http-api.md", 0)
        said: list[str] = []
        result = await asyncio.to_thread(runner.run, session, out=said.append, clear_globs=False)
        assert result.attempted > 25
        assert not said, "".join(said)
        bot = await asyncio.create_subprocess_exec(
            sys.executable, ROOT / "examples" / "bot.py", server.base, "--level", "9",
            "--token", session.globs["token"],
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(Path(tenchips.__file__).parents[1])},
        )  # fmt: skip
        printed, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
    first, last = printed.decode().splitlines()
    assert first == "Walkthrough bot plays white against Machine 1"
    assert last in ("1-0", "0-1", "1/2-1/2")


def test_every_message_is_shown_as_it_is_sent() -> None:
    sent = messages("sent")
    for message in sent:
        TypeAdapter(SocketMessage).validate_python(message, strict=True)
    assert {message["t"] for message in sent} | {"state"} == literals(SocketMessage, "t")
    assert {message["t"] for message in sent} | {"state"} == first_cells("| `t` |")
    events = [message for message in sent if message["t"] == "event"]
    assert {event["k"] for event in events} == literals(SocketMessage, "k")
    assert [event["v"] for event in events] == list(range(1, 10))
    for message in messages("lobby"):
        TypeAdapter(LobbyMessage).validate_python(message, strict=True)


def test_every_command_is_shown_as_it_is_understood() -> None:
    commands = messages("command")
    for command in commands:
        TypeAdapter(Command).validate_python(command)
    assert {command["t"] for command in commands} == literals(get_args(Command)[0], "t")
    assert first_cells("| `code` of a refusal |") == set(get_args(NackCode))
    [error] = messages("error")
    Error.model_validate(error)


def test_every_endpoint_is_in_the_table() -> None:
    served = {
        (method.upper(), path.removeprefix("/api/v1"))
        for path, methods in SCHEMA["paths"].items()
        for method in methods
        if path.startswith("/api/v1")
    }
    expected = {(method, path) for method, path in served if not path.startswith(FOR_BROWSERS)}
    rows = re.findall(r"^\| `([A-Z]+) (/\S*)` \| (anyone|known) \|", PAGE, re.MULTILINE)
    assert {(method, path) for method, path, _ in rows} == expected
    for method, path, who in rows:
        operation = SCHEMA["paths"][f"/api/v1{path}"][method.lower()]
        assert ("security" in operation) == (who == "known"), (method, path)


def first_cells(head: str) -> set[str]:
    """The words in code style at the beginning of the rows of a table."""
    table = PAGE.split(head)[1].split("\n\n")[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


def literals(union: Any, field: str) -> set[str]:
    """The values that a field of some message may have."""
    found: set[str] = set()
    for model in get_args(union):
        if field in model.model_fields:
            found.update(get_args(model.model_fields[field].annotation))
    return found
