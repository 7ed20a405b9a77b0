"""What other sites show of a link: tags in the page, escaped, and a picture of the right size."""

from __future__ import annotations

import io
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from server.play import ME, OPEN, Server, Visitor, serving, visiting
from server.test_accounts import signed_up


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


PAGE = '<!doctype html><html><head><script src="/a.js"></script></head><body></body></html>'


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A page with a head, as the built one has."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    return folder


class _Tags(HTMLParser):
    """The tags of a page, as a browser reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        given = dict(attrs)
        if tag == "meta" and (name := given.get("property")):
            self.meta[name] = given.get("content") or ""


async def tags(visitor: Visitor, path: str) -> _Tags:
    answer = await visitor.http.get(path)
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    found = _Tags()
    found.feed(answer.text)
    return found


async def picture(visitor: Visitor, address: str, server: Server) -> Image.Image:
    assert address.startswith(server.base)
    answer = await visitor.http.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    return Image.open(io.BytesIO(answer.content))


async def test_a_link_to_a_game_shows_its_board(database: str, static: Path) -> None:
    async with serving(database, static=static) as server, visiting(server) as ann:
        await ann.ask("PUT", "/me", json={"name": "Ann"})
        game, _ = await ann.create(ME, {"kind": "machine", "level": 4}, moves=["33", "44"])
        meta = (await tags(ann, f"/g/{game['id']}")).meta
        assert meta["og:title"] == "Ann against the computer (level 4)"
        other, _ = await ann.create({"kind": "learned"}, ME)
        title = (await tags(ann, f"/g/{other['id']}")).meta["og:title"]
        assert title == "the learned player against Ann"
        assert meta["og:description"].startswith("White is to move.")
        drawn = await picture(ann, meta["og:image"], server)
        assert drawn.size == (1200, 630)
        empty = await picture(ann, f"{server.base}/api/v1/pictures/preview.png", server)
        assert drawn.tobytes() != empty.tobytes()
        # It is made once for a version of the game.
        made = server.site.exports.find(("preview", game["id"], game["v"]))
        assert made is not None


async def test_a_name_cannot_leave_its_tag(file: str, static: Path) -> None:
    async with serving(file, static=static) as server, visiting(server) as ann:
        evil = '"><script>x</script>'
        await ann.ask("PUT", "/me", json={"name": evil})
        _, invite = await ann.create(ME, OPEN, clock={"base": 300, "increment": 5})
        plain = await tags(ann, "/learn")
        found = await tags(ann, f"/join/{invite}")
        assert found.meta["og:title"] == f"{evil} invites you to a game"
        assert found.meta["og:description"].startswith("5 minutes and 5 seconds a move.")
        assert found.names.count("script") == plain.names.count("script")


@pytest.mark.parametrize("host", ['a"><b>', "zz zz", "x" * 300])
async def test_a_host_cannot_leave_its_tag(file: str, static: Path, host: str) -> None:
    async with serving(file, static=static) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        answer = await ann.http.get(f"/g/{game['id']}", headers={"host": host})
        assert "<b>" not in answer.text
        assert host not in answer.text


async def test_a_link_to_a_position_a_player_or_a_tournament(file: str, static: Path) -> None:
    async with (
        serving(file, static=static, origins=("https://play.example",)) as server,
        visiting(server) as ann,
    ):
        meta = (await tags(ann, "/board?moves=33+44")).meta
        address = "https://play.example/api/v1/pictures/preview.png?moves=33+44"
        assert meta["og:image"] == address
        assert (await tags(ann, "/board?moves=%22%3E%3Cb%3E")).meta == {}
        assert (await tags(ann, "/board")).meta == {}
    async with serving(file, static=static) as server, signed_up(server, "Annette") as ann:
        assert (await tags(ann, "/player/annette")).meta["og:title"] == "Annette"
        body = {"name": "Friday cup", "kind": "swiss", "clock": {"base": 300, "increment": 5}}
        made = await ann.ask("POST", "/tournaments", 201, json=body)
        meta = (await tags(ann, f"/t/{made['tournament']['id']}")).meta
        assert meta["og:title"] == "Friday cup"
        assert "5 minutes and 5 seconds a move" in meta["og:description"]


@pytest.mark.parametrize(
    "path", ["/g/nothing", "/join/nothing", "/player/nobody", "/t/nothing", "/learn"]
)
async def test_what_cannot_be_found_has_no_tags(file: str, static: Path, path: str) -> None:
    async with serving(file, static=static) as server, visiting(server) as ann:
        assert (await tags(ann, path)).meta == {}
