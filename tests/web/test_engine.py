"""The engine in a real browser: the same answers as natively, and it stops in time.

Nothing here is seen: the pages that use the engine have tests of their own.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from positions import NO_MOVE_GAME
from tenchips.server.settings import Settings
from web import golden_engine as golden
from web.conftest import Visit
from web.visitor import Visitor

START = "8/8/8/8/8/8/8/8 w 0 1"

# The engine's file has a name with a hash in it, as a page would import it.
OPEN = """
const { open } = await import(file)
const { engine, problem } = await open(options)
"""


@pytest.fixture
def engine_file(built: None) -> str:
    (file,) = (Settings.from_environment().static / "assets").glob("engine-*.js")
    return f"/assets/{file.name}"


def ask(visitor: Visitor, file: str, code: str, value: Any = None, **options: Any) -> Any:
    """What a piece of JavaScript returns that has `engine`, or `problem`, and a value."""
    function = f"async ([file, options, value]) => {{ {OPEN} {code} }}"
    return visitor.page.evaluate(function, [file, options, value])


def without_isolation(route: Route) -> None:
    """Send a page as hosts do that set no headers."""
    answer = route.fetch()
    headers = {name: text for name, text in answer.headers.items() if "cross-origin" not in name}
    route.fulfill(response=answer, headers=headers)


@pytest.fixture(params=["shared memory", "no shared memory"])
def either(request: pytest.FixtureRequest, visit: Visit) -> Visitor:
    """Somebody whose browser lets the page share memory with workers, and somebody else."""
    visitor: Visitor = visit(None)
    if request.param == "no shared memory":
        visitor.page.route("**/*", without_isolation)
    visitor.go("/")
    assert visitor.page.evaluate("crossOriginIsolated") == (request.param == "shared memory")
    return visitor


def test_searches_are_the_same_to_the_node(visit: Visit, engine_file: str) -> None:
    questions = list(golden.searches())
    code = """
    const found = []
    for (const { game, limit, lines } of value) {
      await engine.clear()
      const infos = await engine.evaluate(game, { ...limit, lines })
      found.push(infos.map(({ score, move, time, ...info }) => ({ ...info, points: score.points })))
    }
    return found
    """
    found = ask(visit("/"), engine_file, code, questions, megabytes=golden.HASH)
    assert found == [question["found"] for question in questions]


def test_counts_proofs_and_certificates_are_the_same(visit: Visit, engine_file: str) -> None:
    counts = list(golden.counts())
    checks = [{**one, "steps": False} for one in list(golden.checks())[:40:3]]
    checks += [{**one, "steps": True} for one in list(golden.step_checks())[:40:3]]
    known = [
        {**answer, "winner": strategy["winner"]}
        for strategy in golden.strategies()
        for answer in strategy["answers"]
        if answer["move"]
    ]
    code = """
    const counts = [], checks = []
    for (const { position, depth } of value.counts) {
      counts.push(Number(await engine.perft(position, depth)))
    }
    for (const { position, plies, steps } of value.checks) {
      // What one has proved the next one knows: for the same nodes it takes a new engine.
      const fresh = (await open()).engine
      checks.push(await fresh.exact(position, plies, { steps }))
      fresh.close()
    }
    return [counts, checks, await engine.book(value.known.map(({ position }) => position))]
    """
    value = {"counts": counts, "checks": checks, "known": known}
    found = ask(visit("/"), engine_file, code, value)
    assert found[0] == [one["count"] for one in counts]
    assert found[1] == [{key: one[key] for key in ("proved", "move", "nodes")} for one in checks]
    said = [{key: one[key] for key in ("winner", "move", "plies")} for one in known]
    assert found[2] == [{**one, "source": "certificate"} for one in said]


def test_a_search_ends_when_told_and_the_next_begins(either: Visitor, engine_file: str) -> None:
    code = """
    const ends = []
    for (const how of ['stop', 'signal', 'leave', 'another question']) {
      const leaving = new AbortController()
      let seen = null
      for await (const lines of engine.analyse(value, { signal: leaving.signal, lines: 2 })) {
        seen = lines
        if (lines[0].depth < 7) continue
        if (how === 'stop') engine.stop()
        if (how === 'signal') leaving.abort()
        if (how === 'leave') break
        if (how === 'another question') engine.play(1, value)
      }
      ends.push([how, seen.length, seen[0].depth >= 7])
    }
    const [after] = await engine.evaluate(value, { depth: 3 })
    engine.close()
    return [ends, after.depth]
    """
    ends, depth = ask(either, engine_file, code, {"position": START}, megabytes=4)
    ways = ["stop", "signal", "leave", "another question"]
    assert ends == [[how, 2, True] for how in ways]
    assert depth == 3


def test_a_check_that_is_cut_off_says_nothing(either: Visitor, engine_file: str) -> None:
    code = """
    const leaving = new AbortController()
    const cut = engine.exact(value, 15, { signal: leaving.signal })
    setTimeout(() => leaving.abort(), 100)
    const { proved } = await cut
    const few = await engine.exact(value, 15, { nodes: 1000 })
    const fewSteps = await engine.exact(value, 11, { steps: true, nodes: 1000 })
    return [proved, few.proved, fewSteps.proved, (await engine.exact(value, 1)).proved]
    """
    assert ask(either, engine_file, code, START) == [None, None, None, False]


def test_every_level_plays_a_legal_move(visit: Visit, engine_file: str) -> None:
    code = """
    const moves = []
    for (let level = 1; level <= 10; level++) {
      const { move } = await engine.play(level, { moves: ['33', '44'] }, { time: 100 })
      moves.push(move)
    }
    return moves
    """
    moves = ask(visit("/"), engine_file, code)
    board = golden.Board(moves="33 44")
    assert len(moves) == 10
    assert all(board.why_illegal(move) is None for move in moves)


def test_a_question_without_answer_says_why(visit: Visit, engine_file: str) -> None:
    refused = {
        "33 is not legal: 33 already holds a chip": {"moves": ["33", "33"]},
        "'nonsense' is not a move: write 33 or 33-45": {"moves": ["nonsense"]},
        "a position has 8 rows with / between them; this one has 2": {"position": "8/8 w 0 1"},
        "the game is over: there is no legal move": {"moves": NO_MOVE_GAME.split()},
    }
    code = """
    const said = []
    for (const game of value) {
      await engine.evaluate(game, { depth: 1 }).catch((error) => said.push(error.message))
    }
    return said
    """
    assert ask(visit("/"), engine_file, code, list(refused.values())) == list(refused)


def test_without_webassembly_the_page_is_there_and_says_why(visit: Visit, engine_file: str) -> None:
    visitor: Visitor = visit(None)
    visitor.page.add_init_script("delete globalThis.WebAssembly")
    visitor.go("/")
    expect(visitor.page.get_by_role("main")).to_be_visible()
    problem = ask(visitor, engine_file, "return problem")
    assert problem["kind"] == "unsupported"
    assert "cannot run the engine" in problem["sentence"]


def test_an_engine_that_cannot_be_loaded_can_be_asked_for_again(
    visit: Visit, engine_file: str
) -> None:
    visitor: Visitor = visit("/")
    visitor.forgive("Failed to load resource")
    visitor.page.route("**/*.wasm", lambda route: route.abort())
    problem = ask(visitor, engine_file, "return problem")
    assert problem["kind"] == "unreachable"
    visitor.page.unroute("**/*.wasm")
    depth = "return (await engine.evaluate({}, { depth: 2 }))[0].depth"
    assert ask(visitor, engine_file, depth) == 2
