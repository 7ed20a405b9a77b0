"""The rest of the HTTP API: levels, records, pictures, pages, health."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from server.play import ME, QUIET, Visitor, client, serving, visiting
from tenchips import Board
from tenchips.record import Record
from tenchips.server.levels import LEVELS
from tenchips.server.pages import ROUTES

WON = "62 27 02 67 32 16 65 56 46 34 26 14 73"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


async def test_levels_are_those_that_were_measured(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        levels = await ann.ask("GET", "/levels")
    measured = re.findall(r"^\| (\d+) \| .+ \| (\d+) ± \d+ \|", _measured(), re.M)
    assert [(str(one["level"]), str(one["elo"])) for one in levels] == measured
    assert len({one["name"] for one in levels}) == len(LEVELS) == 10


def _measured() -> str:
    text = (ROOT / "docs" / "levels.md").read_text(encoding="utf-8")
    return text.partition("## How strong they are")[2]


async def test_records_are_read_and_written(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        body = {"moves": WON.split(), "tags": {"White": "Ann", "Round": "3"}}
        text = (await ann.http.post("/api/v1/record", json=body)).text
        record = Record.parse(text)
        assert (record.white, record.result, record.tags["Round"]) == ("Ann", "1-0", "3")
        two = f'{text}\n[White "Bob"]\n\n1. 33 33 *\n'
        kind = {"content-type": "text/plain"}
        read = await ann.ask("POST", "/records", content=two.encode(), headers=kind)
        [game] = read["games"]
        assert (game["moves"], game["result"]) == (WON.split(), "1-0")
        assert (game["termination"], game["tags"]["White"]) == ("network", "Ann")
        [error] = read["errors"]
        assert error["line"] == two.split("\n").index("1. 33 33 *") + 1
        assert "already holds a chip" in error["detail"]
        assert (await ann.ask("POST", "/records", 422, content=b"\xff"))["error"] == "bad_record"


async def test_records_keep_variations_and_comments(file: str) -> None:
    movetext = "{A study} 33! {in the middle} 44 (34 {better} 55?) 22"
    async with serving(file) as server, visiting(server) as ann:
        body = {"moves": ["33", "44", "22"], "movetext": movetext}
        text = (await ann.http.post("/api/v1/record", json=body)).text
        record = Record.parse(text)
        assert record.line.comments == ("A study",)
        first, second, _ = record.line
        assert (first.annotation, first.comments) == ("!", ("in the middle",))
        [variation] = second.variations
        assert [str(node.move) + node.annotation for node in variation] == ["34", "55?"]
        kind = {"content-type": "text/plain"}
        read = await ann.ask("POST", "/records", content=text.encode(), headers=kind)
        [game] = read["games"]
        numbered = "{A study} 1. 33! {in the middle} 1... 44 (1... 34 {better} 2. 55?) 2. 22"
        assert game["movetext"] == numbered


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"moves": ["33"], "movetext": "44"}, "another main line"),
        ({"moves": ["33"], "movetext": "33 (44"}, "a variation ends with )"),
        ({"moves": ["33"], "movetext": '33 *\n\n[White "Bo"]\n\n33'}, "2 games"),
        ({"moves": ["33", "33"]}, "already holds"),
        ({"start": "x"}, "not a position"),
        ({"rules": "x"}, "not a rule"),
        ({"tags": {"Result": "won"}}, "not a result"),
        ({"tags": {"Termination": "boredom"}}, "ends by one of"),
        ({"tags": {"Termination": "time"}}, "has a winner"),
        ({"tags": {"bad name": "x"}}, "further tag"),
        ({"tags": {"White": "a\u0001b"}}, "cannot hold"),
    ],
)
async def test_records_that_cannot_be_written(
    file: str, body: dict[str, object], word: str
) -> None:
    async with serving(file) as server, visiting(server) as ann:
        assert word in (await ann.ask("POST", "/record", 422, json=body))["detail"]


async def test_a_game_that_was_given_up_is_written_down(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        body = {"moves": ["33"], "tags": {"Result": "0-1", "Termination": "resignation"}}
        record = Record.parse((await ann.http.post("/api/v1/record", json=body)).text)
        assert (record.result, str(record.termination)) == ("0-1", "Termination.RESIGNATION")


@pytest.mark.parametrize("what", ["resign", "draw"])
async def test_records_of_games_that_ended_away_from_the_board(file: str, what: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        await ann.ask("PUT", "/me", json={"name": 'Ann "the \\ Great" {x}'})
        game, _ = await ann.create(ME, ME, moves=["33"])
        command = {"t": "resign", "id": "x"} if what == "resign" else {
            "t": "offer", "id": "x", "what": "draw"
        }  # fmt: skip
        await ann.ask("POST", f"/games/{game['id']}/commands", json=command)
        record = Record.parse((await ann.http.get(f"/api/v1/games/{game['id']}/record")).text)
        assert record.white == 'Ann "the \\ Great" {x}'
        assert record.result == ("1-0" if what == "resign" else "1/2-1/2")
        assert (record.termination is None) == (what == "draw")


async def test_pictures(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME, moves=WON.split()[:-1])
        prefix = f"/api/v1/games/{game['id']}"
        pictures = {
            ply: (await ann.http.get(f"{prefix}/board.svg", params={"ply": ply})).text
            for ply in (0, 5, 12, 99)
        }
        assert pictures[12] == pictures[99] != pictures[5] != pictures[0]
        plain = await ann.http.get(f"{prefix}/board.svg", params={"theme": "dark"})
        same = await ann.http.get(
            "/api/v1/pictures/board.svg",
            params={"moves": " ".join(WON.split()[:-1]), "theme": "dark"},
        )
        assert plain.text == same.text
        assert plain.text.startswith("<svg ")
        for path, query in (
            (f"{prefix}/game.gif", {}),
            ("/api/v1/pictures/game.gif", {"position": Board(moves="33").position, "moves": "44"}),
        ):
            gif = await ann.http.get(path, params=query)
            assert gif.headers["content-type"] == "image/gif"
            assert gif.content.startswith(b"GIF8")
        bad = await ann.ask("GET", "/pictures/board.svg", 422, params={"moves": "33 33"})
        assert "already holds" in bad["detail"]


async def test_what_is_not_there(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        assert (await ann.ask("GET", "/games/nothing", 404))["error"] == "no_game"
        assert (await ann.ask("GET", "/nothing", 404))["error"] == "not_found"
        refusal = await ann.http.delete("/api/v1/levels")
        assert (refusal.status_code, refusal.headers["allow"]) == (405, "GET")
        assert (await ann.ask("GET", "/tokens", 405))["error"] == "bad_method"
        assert (await ann.http.get("/api/v1/me/")).status_code == 404
        for body in (b"{", b"[" * 60_000, b'{"name": ' + b"9" * 5000 + b"}"):
            answer = await ann.http.put("/api/v1/me", content=body)
            assert answer.status_code == 422
            assert answer.json()["detail"]


async def test_health_and_counts(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        assert (await ann.http.get("/healthz")).json()["status"] == "ok"
        game, _ = await ann.create(ME, ME)
        async with ann.socket(game["id"]) as socket:
            await socket.move(0, "33")
            await socket.move(0, "33")
            counts = (await ann.http.get("/metrics")).text
        assert "tenchips_sockets 1.0" in counts
        assert 'tenchips_nacks_total{code="stale"}' in counts
        assert 'route="/api/v1/games"' in counts
        assert game["id"] not in counts


async def test_a_server_without_its_database_is_not_healthy(file: str) -> None:
    from tenchips.server.store import Unavailable

    async with serving(file) as server, visiting(server) as ann:

        async def fails() -> None:
            raise Unavailable

        server.site.store.ping = fails  # type: ignore[method-assign]
        assert (await ann.http.get("/healthz")).status_code == 503


# Pages


async def test_the_page_is_asked_for_and_assets_are_kept(file: str) -> None:
    async with (
        serving(file) as server,
        client(server.base, {"accept-encoding": "identity"}) as http,
    ):
        page = (QUIET.static / "index.html").read_bytes()
        routes = (
            "/g/abc",
            "/join/abc",
            "/learn",
            "/board",
            "/explorer",
            "/solved",
            "/beat",
            "/rules",
            "/review",
            "/account",
            "/player/Ann%20Smith",
        )
        for path in ("/", *routes, "/index.html"):
            answer = await http.get(path)
            assert (answer.status_code, answer.content) == (200, page)
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
        etag = answer.headers["etag"]
        for known in (etag, f"W/{etag}", f'"other", W/{etag}', "*"):
            again = await http.get("/", headers={"if-none-match": known})
            assert (again.status_code, again.content) == (304, b"")
        assert (await http.get("/", headers={"if-none-match": etag[:-1]})).status_code == 200
        script = await http.get("/assets/app-12345678.js")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-type"].startswith("text/javascript")
        raw = await http.send(
            http.build_request(
                "GET", "/assets/app-12345678.js", headers={"accept-encoding": "gzip"}
            ),
            stream=True,
        )
        packed = b"".join([part async for part in raw.aiter_raw()])
        await raw.aclose()
        assert raw.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed) == script.content
        engine = await http.get("/assets/engine-12345678.wasm", headers={"accept-encoding": "gzip"})
        assert engine.headers["content-type"] == "application/wasm"
        assert engine.headers["content-encoding"] == "gzip"
        assert engine.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert engine.content == b"\0asm\1\0\0\0"
        plain = await http.get("/", headers={"accept-encoding": "gzip;q=0, identity"})
        assert "content-encoding" not in plain.headers
        assert (await http.head("/")).headers["content-length"] == str(len(page))
        for path in ("/nothing.js", "/assets/../../app.py", "/%2e%2e/settings.py", "/a%00.js"):
            assert (await http.get(path)).status_code == 404
        assert (await http.post("/")).status_code in (404, 405)


async def test_unknown_pages_are_not_found_and_show_the_page_that_says_so(file: str) -> None:
    async with serving(file) as server, client(server.base) as http:
        page = (QUIET.static / "index.html").read_bytes()
        for path in ("/nothing", "/g", "/g/", "/g/abc/def", "/learn/more", "/wp-admin/x"):
            answer = await http.get(path)
            assert (answer.status_code, answer.content) == (404, page), path
            again = await http.get(path, headers={"if-none-match": answer.headers["etag"]})
            assert again.status_code == 404


def test_the_server_knows_the_routes_of_the_page() -> None:
    source = (ROOT / "web" / "src" / "routes.ts").read_text()
    names = source.partition("NAMED_PAGES = {")[2].partition("}")[0]
    pages = {*re.findall(r"(\w+): '", names), "", "g/", "join/", "player/", "t/", "seat/"}
    assert ROUTES - {"index.html"} == pages


async def test_the_guide_is_files_below_its_address(file: str, tmp_path: Path) -> None:
    guide = tmp_path / "guide"
    (guide / "assets").mkdir(parents=True)
    (guide / "index.html").write_text("<p>Guide")
    (guide / "assets" / "main.1234.css").write_text("p{}")
    async with serving(file, guide=guide) as server, client(server.base) as http:
        moved = await http.get("/guide")
        assert (moved.status_code, moved.headers["location"]) == (307, "/guide/")
        for path in ("/guide/", "/guide/index.html"):
            answer = await http.get(path)
            assert (answer.status_code, answer.text) == (200, "<p>Guide")
            assert answer.headers["cache-control"] == "no-cache"
        style = await http.get("/guide/assets/main.1234.css")
        assert style.headers["cache-control"] == "public, max-age=31536000, immutable"
        page = (QUIET.static / "index.html").read_bytes()
        for path in ("/guide/nothing.html", "/guide/a/b", "/guide/%2e%2e/settings.py"):
            answer = await http.get(path)
            assert (answer.status_code, answer.content) == (404, page), path


async def test_a_server_without_a_guide_says_how_to_build_it(file: str, tmp_path: Path) -> None:
    async with serving(file, guide=tmp_path) as server, client(server.base) as http:
        answer = await http.get("/guide/")
        assert (answer.status_code, "make docs" in answer.text) == (503, True)


async def test_a_server_without_pages_says_so(file: str, tmp_path: Path) -> None:
    async with serving(file, static=tmp_path / "nothing") as server:
        visitor = Visitor(server.base)
        async with visitor.http:
            answer = await visitor.http.get("/")
            assert (answer.status_code, "make play" in answer.text) == (503, True)
            await visitor.ask("GET", "/levels")
