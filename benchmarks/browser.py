"""Measure the engine in the browser beside the native one, in one run.

    make play                        # or make test: builds the site
    python benchmarks/browser.py [--repeat 5]

Prints nodes a second of both on the positions of `tenchips bench`, in turns; the time from the
click that asks for an analysis to the first evaluation, with nothing loaded before; the same on the
study page, from the click on the switch to the first line in the list, for a finger (which gives
no warning) and for a mouse (which points at the switch first, here for 200 ms); how soon a search
ends after `stop`, with and without memory shared by page and worker; and how long the page /review
takes for games of 20 plies, with the whole browser on one core. Needs Chromium.
"""

from __future__ import annotations

import argparse
import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tenchips import Board
from tenchips.engine import Engine, Limit
from tenchips.engine.bench import HASH, SEARCHES
from tenchips.server.settings import Settings

REVIEWED = (
    "06 37 36 43 72 40 63 22 41 52 32 55 46 45 44 24 14 15 01 12",
    "73 37 46 30 24 33 06 35 34 55 53 15 31 42 36 62 52 13 01 12",
    "03 47 74 40 24 42 44 62 52 22 56 45 46 35 54 65 25 64 01 27",
)
"""Games of 20 plies between levels 6, 7 and 8, which Black won."""

IS_REVIEWED = "document.querySelector('[role=slider]') && !document.querySelector('progress')"

ISOLATED = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
}

SEARCH = """async ([file, megabytes, position, depth]) => {
  const { open } = await import(file)
  window.engine ??= (await open({ megabytes })).engine
  await window.engine.clear()
  const [{ nodes, time }] = await window.engine.evaluate({ position }, { depth })
  return [nodes, time / 1000]
}"""

FIRST = """async (file) => {
  const clicked = performance.now()
  const { open } = await import(file)
  const { engine } = await open()
  for await (const lines of engine.analyse({ moves: ['33', '44'] })) {
    return performance.now() - clicked
  }
}"""

STUDY = """() => {
  const control = document.querySelector('[role=switch]')
  let clicked = 0
  control.addEventListener('click', () => (clicked = performance.now()), { once: true })
  new MutationObserver(() => {
    if (window.shown || !document.querySelector('[aria-label="Best lines"] li')) return
    window.shown = performance.now() - clicked
  }).observe(document.body, { childList: true, subtree: true })
}"""
POINTING = 200
"""Milliseconds that a mouse is on the switch before it clicks."""

STOP = """async ([file, times]) => {
  const { open } = await import(file)
  const { engine } = await open()
  const ends = []
  while (ends.length < times) {
    let stopped = 0
    setTimeout(() => { stopped = performance.now(); engine.stop() }, 300)
    for await (const _ of engine.analyse({ position: '8/8/8/8/8/8/8/8 w 0 1' }, { lines: 5 }));
    ends.push(performance.now() - stopped)
  }
  return ends
}"""


class Handler(SimpleHTTPRequestHandler):
    """The built site, with or without the headers that let a page share memory."""

    headers_sent: dict[str, str]

    def translate_path(self, path: str) -> str:
        """The review has an address of its own, and is a page of the same file."""
        return super().translate_path("/index.html" if path.startswith("/review") else path)

    def end_headers(self) -> None:
        for name, value in self.headers_sent.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def served(headers: dict[str, str]) -> Iterator[str]:
    """The address of the built site."""
    folder = Settings.from_environment().static
    if not (folder / "index.html").exists():
        raise SystemExit("The site is not built: run make play first.")
    kind = type("Served", (Handler,), {"headers_sent": headers})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@contextmanager
def page_of(browser: Browser, address: str, *, has_touch: bool = False) -> Iterator[Page]:
    """A new window, with nothing kept from before."""
    context = browser.new_context(has_touch=has_touch)
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def speed(page: Page, file: str, repeat: int) -> None:
    """Nodes a second, native and in the browser in turns."""
    totals = {"native": [0, 0.0], "browser": [0, 0.0]}
    engine = Engine(hash=HASH)
    for _ in range(repeat):
        for position, depth in SEARCHES:
            engine.clear()
            info = engine.play(Board(position), Limit(depth=depth))
            nodes, seconds = page.evaluate(SEARCH, [file, HASH, position, depth])
            assert nodes == info.nodes, "the same search has the same nodes"
            for name, taken in (("native", info.time), ("browser", seconds)):
                totals[name][0] += nodes
                totals[name][1] += taken
    rates = {name: nodes / seconds for name, (nodes, seconds) in totals.items()}
    for name, rate in rates.items():
        print(f"{name:8} {rate / 1e6:.2f} M nodes/s over {totals[name][0]:,} nodes")
    print(f"the browser takes {rates['native'] / rates['browser']:.2f} times as long")


def reviews(chromium: str, repeat: int) -> None:
    """Seconds from opening the page of a review until it is complete, on one core."""
    everywhere = os.sched_getaffinity(0)
    # The browser inherits it, and has to be started by a process that has it.
    os.sched_setaffinity(0, {min(everywhere)})
    times, work = [], []
    with sync_playwright() as playwright, served(ISOLATED) as address:
        browser = launched(playwright, chromium)
        for moves in REVIEWED * repeat:
            with page_of(browser, "about:blank") as page:
                started, before = time.monotonic(), descendants_seconds()
                page.goto(f"{address}/review?moves={moves.replace(' ', '+')}")
                page.wait_for_function(IS_REVIEWED, timeout=600_000)
                times.append(time.monotonic() - started)
                work.append(descendants_seconds() - before)
        browser.close()
    os.sched_setaffinity(0, everywhere)
    print(
        f"review of 20 plies on one core: {median(times):.1f} s (at most {max(times):.1f}), "
        f"of which the core worked for it {median(work):.1f} s (at most {max(work):.1f})"
    )


def descendants_seconds() -> float:
    """The processor time of all processes that this one has started, the browser's too."""
    times: dict[int, list[tuple[int, int]]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_text().rpartition(")")[2].split()
            one = int(file.parent.name), int(fields[11]) + int(fields[12])
            times.setdefault(int(fields[1]), []).append(one)
    ticks, parents = 0, [os.getpid()]
    while parents:
        for process, used in times.get(parents.pop(), []):
            ticks += used
            parents.append(process)
    return ticks / os.sysconf("SC_CLK_TCK")


def launched(playwright: Playwright, chromium: str) -> Browser:
    environment: dict[str, str | float | bool] = {**os.environ, "TMPDIR": "/tmp"}
    return playwright.chromium.launch(
        executable_path=chromium, args=["--no-sandbox"], env=environment
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5)
    repeat = parser.parse_args().repeat
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("This needs Chromium: apt-get install chromium.")
    (script,) = (Settings.from_environment().static / "assets").glob("engine-*.js")
    file = f"/assets/{script.name}"
    with sync_playwright() as playwright:
        browser = launched(playwright, chromium)
        print(
            f"Chromium {browser.version}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
        )
        for name, headers in (("shared memory", ISOLATED), ("no shared memory", {})):
            with served(headers) as address:
                if headers:
                    with page_of(browser, address) as page:
                        speed(page, file, repeat)
                firsts = []
                for _ in range(repeat):
                    with page_of(browser, address) as page:
                        firsts.append(page.evaluate(FIRST, file))
                with page_of(browser, address) as page:
                    ends = page.evaluate(STOP, [file, repeat])
                studies = {
                    hand: [study(browser, address, hand) for _ in range(repeat)]
                    for hand in ("finger", "mouse")
                }
            print(f"{name}: first evaluation {spread(firsts)}, stop {spread(ends)}")
            for hand, times in studies.items():
                print(f"{name}: first line on the study page, by {hand} {spread(times)}")
        browser.close()
    reviews(chromium, repeat)


def study(browser: Browser, address: str, hand: str) -> float:
    """Milliseconds from the click on the switch of the study page to the first line."""
    with page_of(browser, address, has_touch=hand == "finger") as page:
        page.get_by_role("link", name="Study").click()
        switch = page.get_by_role("switch", name="Engine")
        switch.wait_for()
        page.evaluate(STUDY)
        if hand == "finger":
            switch.tap()
        else:
            switch.hover()
            page.wait_for_timeout(POINTING)
            switch.click()
        page.wait_for_function("window.shown")
        return float(page.evaluate("window.shown"))


def spread(times: list[float]) -> str:
    """The median and the worst of some times."""
    return f"{median(times):.0f} ms (at most {max(times):.0f})"


if __name__ == "__main__":
    main()
