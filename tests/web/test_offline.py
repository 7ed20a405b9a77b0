"""The site without its server: kept by the browser, never out of date, and from a plain folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect

from tenchips import BLACK, WHITE
from tenchips.record import Record
from tenchips.server.settings import Settings
from web.conftest import Visit
from web.sample_puzzles import SHORT
from web.site import Site
from web.test_access import COLOURS, FAULTS, axe  # noqa: F401
from web.test_games import choose_machine
from web.visitor import DESKTOP, KEEPS_THE_SITE, PHONE, Visitor

LOST_CONNECTIONS = "ERR_|Failed to load resource|WebSocket"
STATIC = Path(__file__).parents[2] / "build" / "static-site"
SIZES: dict[str, dict[str, Any]] = {"phone": PHONE, "desktop": DESKTOP}


CONTROLLED = """new Promise(done => {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('controllerchange', () => done())
  if (serviceWorker.controller) done()
})"""


LOADED = """['navigation', 'resource']
  .flatMap(kind => performance.getEntriesByType(kind))
  .map(entry => [entry.name, entry.encodedBodySize])"""
KEPT = """async script => {
  const deadline = Date.now() + 60_000
  for (;;) {
    const names = await caches.keys()
    if (names.join() === `tenchips-${script}` || Date.now() > deadline) return names
    await new Promise(done => setTimeout(done, 50))
  }
}"""
FIRST_PAGE = 100_000  # bytes, compressed, without what is kept later


def is_kept(visitor: Visitor) -> None:
    """Wait until the browser has all files of the site."""
    visitor.page.evaluate(CONTROLLED)


def plays_by_itself(visitor: Visitor) -> None:
    """Everything for one person works: a game against the best level, a hint, a reload, two at one
    device, lessons, study with the engine, puzzles and the explorer."""
    page = visitor.page
    choose_machine(visitor, BLACK, 10)
    visitor.button("Play the computer").click()
    visitor.sees(1)  # from the certificate
    visitor.may_move()
    visitor.click("10")
    visitor.sees(3)
    moves = visitor.moves()
    page.reload()
    visitor.sees(3)
    assert visitor.moves() == moves
    visitor.button("Hint").click()
    expect(page.get_by_test_id("hint")).to_have_text(re.compile("^Look at [0-7]{2}.$"))

    visitor.go("/")
    page.get_by_label("Two on this device").check()
    visitor.button("Play").click()
    visitor.may_move()
    visitor.click("33")
    visitor.click("55")
    visitor.sees(2)

    visitor.go("/learn").button("Skip all").click()
    expect(visitor.button("Play level 1")).to_be_visible()
    visitor.go("/board?moves=62+27+02+67+32+16+65+56+46+34+26+14").sees(12)
    page.get_by_role("switch", name="Engine").check()
    expect(page.get_by_role("region", name="Engine")).to_contain_text("wins in 1 ply, proved")
    visitor.go("/board?moves=33+%7Bin+the+middle%7D+55+(54%3F+22)+22").sees(3)
    page.get_by_text("Share and export").click()
    with page.expect_download() as saved:
        visitor.button("Record").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.endswith("1. 33 {in the middle} 1... 55 (1... 54? 2. 22) 2. 22 *\n")
    assert str(Record.parse(text)) == text
    with page.expect_download() as saved:
        visitor.button("Picture (SVG)").click()
    assert "Network: Black to move" in Path(saved.value.path()).read_text(encoding="utf-8")
    page.get_by_text("Open a record").click()
    page.get_by_label("or paste a record").fill(text.replace("2. 22 *", "2. 23 *"))
    visitor.button("Open the record").click()
    page.wait_for_url("**/board?moves=33+*+23")
    visitor.go(f"/puzzles?id={SHORT.id}").is_ready()
    visitor.click(SHORT.solution[0])
    expect(visitor.button("Next puzzle")).to_be_visible()
    visitor.go("/explorer?moves=33")
    expect(page.get_by_test_id("claim")).to_contain_text("proved by certificate")


@pytest.mark.parametrize("own_site", ["sqlite"], indirect=True)
@pytest.mark.parametrize("size", SIZES if os.environ.get("TENCHIPS_DEEP") else ["phone"])
def test_without_the_server(visit: Visit, own_site: Site, size: str) -> None:
    visitor = visit("/", own_site, **SIZES[size], **KEEPS_THE_SITE)
    is_kept(visitor)
    loaded = visitor.page.evaluate(LOADED)
    assert sum(size for _, size in loaded) < FIRST_PAGE
    assert not [url for url, _ in loaded if re.search("engine|worker|certificate|puzzles", url)]
    own_site.stop()
    visitor.forgive(LOST_CONNECTIONS)
    visitor.page.reload()
    plays_by_itself(visitor)
    visitor.go("/board?moves=33").page.get_by_text("Share and export").click()
    visitor.button("Animation (GIF)").click()
    expect(visitor.page.locator(".notice.bad")).to_contain_text("The server cannot be reached")
    visitor.go("/").page.get_by_label("A friend, by link").check()
    visitor.button("Make a link").click()
    expect(visitor.page.locator(".notice.bad")).to_contain_text("The server cannot be reached")
    visitor.page.get_by_label("Two on this device").check()
    visitor.page.get_by_label("Let others watch").check()
    visitor.button("Play").click()
    expect(visitor.page.locator(".notice.bad")).to_contain_text("Untick “Let others watch”")
    visitor.page.reload()
    expect(visitor.page.get_by_label("Let others watch")).not_to_be_checked()


def test_the_app_can_be_installed(visit: Visit) -> None:
    visitor = visit("/")
    found = visitor.context.new_cdp_session(visitor.page).send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    for icon in manifest["icons"]:
        answer = visitor.context.request.get(icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = Image.open(BytesIO(answer.body())).size
            assert icon["sizes"] == f"{width}x{height}"
    for path, kind in (("/sw.js", "text/javascript"), (found["url"], "application/manifest+json")):
        headers = visitor.context.request.get(path).headers
        assert headers["content-type"].startswith(kind)
        assert headers["cache-control"] == "no-cache"


@contextmanager
def plain_host(folder: Path) -> Iterator[Any]:
    """A folder on a web server that knows nothing of the site."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--directory", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        assert server.stdout is not None
        found = re.search(rb"port (\d+)", server.stdout.readline())
        assert found is not None
        try:
            yield SimpleNamespace(url=f"http://127.0.0.1:{int(found[1])}")
        finally:
            server.terminate()


def renew(folder: Path, name: str) -> str:
    """Put another version of the site into a folder; the name of its first script."""
    (script,) = re.findall(r"/assets/(index-[^\"]+\.js)", (folder / "index.html").read_text())
    (folder / "assets" / script).rename(folder / "assets" / name)
    for file in (folder / "index.html", folder / "sw.js", *folder.glob("assets/*.js")):
        text = file.read_text().replace(script, name)
        file.write_text(re.sub("VERSION = '[^']*'", f"VERSION = '{name}'", text))
    return name


def test_a_new_version_is_offered(visit: Visit, built: None, axe: str, tmp_path: Path) -> None:  # noqa: F811
    folder = tmp_path / "site"
    shutil.copytree(Settings.from_environment().static, folder)
    with plain_host(folder) as host:
        visitor = visit(None, host, **KEEPS_THE_SITE)
        visitor.forgive("404")  # there is no API here
        page = visitor.go("/").page
        is_kept(visitor)
        first = page.locator("script[type=module]").get_attribute("src")

        second = renew(folder, "index-second.js")
        page.evaluate("navigator.serviceWorker.ready.then(kept => kept.update())")
        notice = page.get_by_role("complementary", name="New version")
        expect(notice).to_contain_text("A new version is here.")
        assert page.locator("script[type=module]").get_attribute("src") == first
        page.evaluate(axe)
        assert page.evaluate(FAULTS, COLOURS) == []
        notice.get_by_role("button", name="Reload").click()
        expect(page.locator(f"script[src$='{second}']")).to_be_attached()
        one_version_is_kept(visitor, second)

        # Whoever comes back later gets the newest version at once, and is asked nothing.
        third = renew(folder, "index-third.js")
        page.reload()
        expect(page.locator(f"script[src$='{third}']")).to_be_attached()
        one_version_is_kept(visitor, third)
        expect(notice).to_have_count(0)


def one_version_is_kept(visitor: Visitor, script: str) -> None:
    """Wait until the files of one version are kept, and those of no other."""
    assert visitor.page.evaluate(KEPT, script) == [f"tenchips-{script}"]


PLACES = [("phone", "/games/network"), ("desktop", "")]


@pytest.mark.parametrize(
    ("size", "place"), PLACES if os.environ.get("TENCHIPS_DEEP") else PLACES[:1]
)
def test_a_plain_folder(visit: Visit, size: str, place: str, tmp_path: Path) -> None:
    """Made by `make static`, in a folder of a host, and at its root with `TENCHIPS_DEEP=1`; without
    service worker, so that every page comes from the folder."""
    if not (STATIC / "index.html").exists():
        pytest.fail("The tests need the static site: run make static.", pytrace=False)
    root = tmp_path / "host"
    folder = root / place.strip("/")
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.symlink_to(STATIC)
    with plain_host(root) as host:
        host.url += place
        visitor = visit("/", host, **SIZES[size])
        asked: list[str] = []
        visitor.page.on("request", lambda request: asked.append(request.url))
        expect(visitor.page.get_by_label("A friend, by link")).to_have_count(0)
        plays_by_itself(visitor)
        for path, heading in (
            ("/solved", "Network is solved"),
            ("/beat", "Beat the proof"),
            ("/review?moves=33+44", "Review"),
        ):
            visitor.go(path)
            expect(visitor.page.get_by_role("heading", level=1)).to_have_text(heading)
        visitor.go("/board?moves=33").page.get_by_text("Share and export").click()
        expect(visitor.page.get_by_text("(GIF) needs a Tenchips server")).to_be_visible()
        visitor.go("/")
        choose_machine(visitor, WHITE, 1)
        assert [url for url in asked if "/api/" in url or "/ws/" in url] == []
        assert [url for url in asked if not url.startswith(f"{host.url}/")] == []
        learn = visitor.page.get_by_role("navigation").get_by_role("link", name="Learn")
        learn.hover()
        assert learn.evaluate("link => link.href") == f"{host.url}/learn"
        learn.click()
        expect(visitor.page).to_have_url(f"{host.url}/learn")
        kept = visit("/", host, **SIZES[size], **KEEPS_THE_SITE)
        is_kept(kept)
    kept.forgive(LOST_CONNECTIONS)
    kept.go("/board?moves=33").sees(1)
