"""What the page for engine authors shows is what the programs say today."""

from __future__ import annotations

import json
import re
from pathlib import Path

from protocol.program import Program
from protocol.test_analysis import answers

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def without_figures(line: str) -> str:
    return re.sub(r"(seldepth|time|nodes|nps|hashfull) \d+", r"\1 N", line)


def test_the_session_is_what_our_engine_says() -> None:
    [session] = blocks("ugi")
    with Program("ugi") as program:
        for line in session.splitlines():
            if line.startswith("> "):
                program.send(line[2:])
            else:
                assert without_figures(program.line()) == without_figures(line)
        assert program.leave() == []


def test_the_request_and_the_result_belong_together() -> None:
    request, result, error = map(json.loads, blocks("json"))
    [today] = answers(request)
    assert json.dumps(today | {"time": 0}) == json.dumps(result | {"time": 0})
    assert answers({"id": "a", "moves": "33 00"}) == [error]


def test_every_option_is_explained() -> None:
    declared = re.findall(r"^option name (\w+)", blocks("ugi")[0], re.MULTILINE)
    assert re.findall(r"^\| `([A-Z]\w+)` \|", PAGE, re.MULTILINE) == declared
