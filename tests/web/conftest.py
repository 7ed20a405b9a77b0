"""What every browser test stands on: the built site served by its own process, and a browser.

A visitor is made with `visit`. When the test ends, no window may have reported an error: nothing
uncaught, nothing the content policy had to stop.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from server.databases import cluster
from server.play import held_port
from tenchips.server.settings import Settings
from web.site import Site
from web.visitor import PATIENCE, Visitor

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]

Visit = Callable[..., Visitor]


# For these tests and not for all: its event loop is in the way of tests with their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.fail("The browser tests need chromium: apt-get install chromium.", pytrace=False)
    with sync_playwright() as playwright:
        # Its socket lies among the temporary files, and has a name of at most 107 bytes.
        environment: dict[str, str | float | bool] = {**os.environ, "TMPDIR": "/tmp"}
        browser = playwright.chromium.launch(
            executable_path=chromium, args=FLAGS, timeout=PATIENCE, env=environment
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def built() -> None:
    if not (Settings.from_environment().static / "index.html").exists():
        pytest.fail("The browser tests need the built site: run make test.", pytrace=False)


@pytest.fixture(scope="session")
def site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as one process with SQLite, for all tests that leave it running."""
    site = Site(tmp_path_factory.mktemp("site"), port=0).start()
    yield site
    site.stop()


@pytest.fixture
def own_site(built: None, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A site of the test's own, to stop and start again: one process with SQLite, or two with
    PostgreSQL, as the test's parameter says."""
    with ExitStack() as at_end:
        port = at_end.enter_context(held_port())
        if request.param == "sqlite":
            site = Site(tmp_path, port)
        else:
            site = Site(tmp_path, port, at_end.enter_context(cluster()).new(), workers=2)
        at_end.callback(site.stop)
        yield site.start()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Make visitors: `visit("/learn")`, with the options of a browser context if need be."""
    visitors: list[Visitor] = []

    def arrive(path: str | None = "/", site: Site | None = None, **options: Any) -> Visitor:
        place: Site = site or request.getfixturevalue("site")
        visitor = Visitor(browser, place.url, **options)
        visitors.append(visitor)
        return visitor.go(path) if path else visitor

    yield arrive
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles]
    for visitor in visitors:
        visitor.context.close()
    assert troubles == []
