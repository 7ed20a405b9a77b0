"""The built guide: every link leads somewhere, every public name is in it, nothing is loaded from
elsewhere, and the site's content policy allows all of it."""

from __future__ import annotations

import importlib
import tomllib
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from tenchips import START, Board
from tenchips.server.pages import is_route
from tenchips.server.settings import GUIDE

ROOT = Path(__file__).parents[2]
INSIDE = {"cli", "server", "terminal"}
"""Packages that are programs and no library."""


class Page(HTMLParser):
    """What a page loads, links to and can be linked to, and what the policy forbids in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path, self.anchors = path, {""}
        self.loads: list[str] = []
        self.links: list[str] = []
        self.forbidden: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("next", "prev"):
            self.loads.append(given["href"])
        elif "src" in given:
            self.loads.append(given["src"])
        elif tag == "style" or (tag == "script" and given.get("type") != "application/json"):
            self.forbidden.append(tag)
        self.forbidden += [name for name in given if name == "style" or name.startswith("on")]

    def target(self, address: str) -> Path:
        """The file that a relative address names."""
        return (self.path.parent / unquote(urlsplit(address).path)).resolve()


@cache
def pages() -> dict[Path, Page]:
    found = {path.resolve(): Page(path.resolve()) for path in GUIDE.rglob("*.html")}
    if not found:
        pytest.fail("The guide is not built: run make docs.", pytrace=False)
    return found


def test_every_link_leads_somewhere() -> None:
    count = 0
    for page in pages().values():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                assert parts.scheme == "https", link
                continue
            count += 1
            target = page.target(link) if parts.path else page.path
            if target.parent == GUIDE.parent.resolve():
                leads_to_the_site(target.name, parts.query)
            elif target in pages():
                assert unquote(parts.fragment) in pages()[target].anchors, f"{page.path}: {link}"
            else:
                assert target.is_file(), f"{page.path}: {link}"
    assert count > 3000


def leads_to_the_site(name: str, query: str) -> None:
    """A link out of the guide opens a page of the site, with a position that can occur."""
    assert is_route(name), name
    asked = {key: value for key, [value] in parse_qs(query).items()}
    if name == "board":
        Board(asked.pop("position", START), moves=asked.pop("moves", ""))
        assert not asked


def test_everything_is_loaded_from_the_guide_itself() -> None:
    for page in pages().values():
        for address in page.loads:
            assert not urlsplit(address).netloc, f"{page.path}: {address}"
            assert page.target(address).is_relative_to(GUIDE.resolve())
            assert page.target(address).is_file(), f"{page.path}: {address}"
    for style in GUIDE.rglob("*.css"):
        assert "url(http" not in style.read_text("utf-8").replace("url(http://www.w3.org", "")
        assert "@import" not in style.read_text("utf-8")


def test_the_content_policy_of_the_site_allows_everything() -> None:
    for page in pages().values():
        assert page.forbidden == [], page.path


def test_every_document_has_its_place() -> None:
    settings = tomllib.loads((ROOT / "guide" / "zensical.toml").read_text("utf-8"))
    placed = set()
    for section in settings["project"]["nav"]:
        for entry in section.values():
            placed |= {entry} if isinstance(entry, str) else {v for e in entry for v in e.values()}
    documents = {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")}
    assert documents | {"changelog.md"} == placed


def test_every_public_name_is_in_the_reference() -> None:
    anchors = set().union(*(page.anchors for page in pages().values()))
    count = 0
    for path in (ROOT / "src" / "tenchips").glob("**/__init__.py"):
        package = ".".join(path.relative_to(ROOT / "src").parent.parts)
        if not INSIDE & set(path.parts):
            for name in getattr(importlib.import_module(package), "__all__", ()):
                assert f"{package}.{name}" in anchors
                count += 1
    assert count > 90


def test_it_is_small() -> None:
    assert sum(path.stat().st_size for path in GUIDE.rglob("*")) < 8_000_000
