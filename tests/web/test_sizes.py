"""How much a browser loads for each page, compressed as the server sends it.

    .venv/bin/pytest -s tests/web/test_sizes.py

prints the table of docs/web.md. The figures are those of the browser's network log, without
headers; every page is opened with an empty cache.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Request

from web.conftest import Visit

PAGES = {
    "/": "home page",
    "/lobby": "lobby",
    "/leaderboard": "leaderboard",
    "/correspondence": "correspondence",
    "/tournaments": "tournaments",
    "/learn": "tutorial",
    "/puzzles": "puzzles",
    "/board": "study",
    "/explorer": "explorer",
    "/solved": "the solved game",
    "/beat": "beat the proof",
    "/review?moves=33+44": "review",
    "/account": "account",
}
MOST = 100_000
LATER = re.compile(r"/assets/(?:engine|worker|puzzles)-[^/]*$|\.(?:wasm|certificate|book)$")
"""The engine and data: a page is shown before they have come."""


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_small(visit: Visit, path: str) -> None:
    visitor = visit(None)
    finished: list[Request] = []
    visitor.page.on("requestfinished", lambda request: finished.append(request))
    visitor.page.goto(path, wait_until="networkidle")
    sizes = {request.url: request.sizes()["responseBodySize"] for request in finished}
    later = {url: size for url, size in sizes.items() if LATER.search(url)}
    page = sum(sizes.values()) - sum(later.values())
    extra = f"{sum(later.values()) / 1000:.0f}" if later else ""
    print(f"\n| {PAGES[path]} (`{path}`) | {page / 1000:.0f} | {extra} |")
    assert any("/assets/index-" in url for url in sizes)
    assert 20_000 < page < MOST, sorted(sizes.items())
    if path == "/":
        assert not later
