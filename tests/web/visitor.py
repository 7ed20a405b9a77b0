"""Somebody at the site: a browser window of their own, and hands to play with.

Every move is made as people make it, by mouse, finger or keys. What goes wrong in the window is
kept in `troubles`, which stay empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from playwright.sync_api import APIResponse, Browser, Locator, Page, expect

from tenchips import Board, Color, Move
from tenchips.engine import Engine, Limit

PATIENCE = 120_000  # milliseconds
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 720}}
KEEPS_THE_SITE = {"service_workers": "allow"}
"""The browser keeps the site for use without a network; for most tests that is work for nothing."""

expect.set_options(timeout=PATIENCE)

IMPATIENCE = "WebSocket is closed before the connection is established"
"""What the browser calls it when the page tries anew because a busy machine has not answered."""

TELL_VIOLATIONS = """
document.addEventListener('securitypolicyviolation', (event) => {
  console.error(`content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
})
"""

NO_PAUSE = """
try {
  localStorage['tenchips.settings'] ??= '{"pause":0}'
} catch {}
"""
"""Machines in the browser move as soon as they can."""


class Visitor:
    """A window, who it belongs to, and what went wrong in it."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.context = browser.new_context(
            base_url=url, **(DESKTOP | {"service_workers": "block", "locale": "en-US"} | options)
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(TELL_VIOLATIONS)
        self.context.add_init_script(NO_PAUSE)
        self.page: Page = self.context.new_page()
        self.troubles: list[str] = []
        self._url = url
        self._forgiven = re.compile(IMPATIENCE)
        self.page.on("console", lambda said: said.type == "error" and self._note(said.text))
        self.page.on("pageerror", lambda error: self._note(f"uncaught: {error}"))

    def forgive(self, pattern: str) -> None:
        """Expect troubles like this one: the browser tells of every lost connection."""
        self._forgiven = re.compile(f"{IMPATIENCE}|{pattern}")

    def _note(self, trouble: str) -> None:
        if not self._forgiven.search(trouble):
            self.troubles.append(trouble)

    # Where to be

    def go(self, path: str) -> Visitor:
        """Open a page of the site, which may lie in a folder of its host."""
        self.page.goto(self._url + path if path.startswith("/") else path)
        return self

    def ask(self, path: str) -> Any:
        """What the server's interface tells this visitor."""
        answer = self.context.request.get(f"/api/v1{path}", timeout=PATIENCE)
        assert answer.ok, answer.text()
        return answer.json()

    def call(self, path: str, **game: Any) -> APIResponse:
        """Ask the server's interface for something as this visitor."""
        self.ask("/me")
        answer = self.context.request.post(
            f"/api/v1{path}", data=game, headers={"origin": self._url}, timeout=PATIENCE
        )
        assert answer.ok, answer.text()
        return answer

    def new_game(self, white: dict[str, Any], black: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Make a game without the form, and open it."""
        created: dict[str, Any] = self.call("/games", white=white, black=black, **more).json()
        self.go(f"/g/{created['game']['id']}")
        self.is_ready()
        return created

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def tab(self, name: str) -> None:
        """Choose a tab beside the board."""
        self.page.get_by_role("tab", name=name, exact=True).click()

    # What is to be seen

    @property
    def headline(self) -> Locator:
        return self.page.locator(".headline")

    @property
    def status(self) -> Locator:
        return self.page.get_by_role("region", name="State of the game")

    @property
    def said(self) -> Locator:
        """What a screen reader is told last, shown or not."""
        return self.page.get_by_test_id("announcer")

    def square(self, name: str) -> Locator:
        return self.page.locator(f"[data-square='{name}']")

    def chips(self) -> set[str]:
        """The squares with chips on them, once there is a board."""
        expect(self.square("33").first).to_be_attached()
        chips = self.page.locator("[data-chip]")
        return {str(name) for name in chips.evaluate_all("all => all.map(c => c.dataset.chip)")}

    def moves(self) -> list[str]:
        """The moves in the list, once there is a board."""
        expect(self.square("33").first).to_be_attached()
        return [text.strip() for text in self.page.locator("[data-ply]").all_inner_texts()]

    def sees(self, plies: int) -> None:
        """Wait until the list has so many moves."""
        expect(self.page.locator("[data-ply]")).to_have_count(plies)

    def is_ready(self) -> None:
        """Wait until there is a board."""
        expect(self.square("33")).to_be_visible()

    def sees_network(self, network: Iterable[str]) -> None:
        """Wait for a network drawn as a numbered path."""
        path = list(network)
        links = [f"{a}-{b}" for a, b in pairwise(path)]
        drawn = self.page.locator(".path.network [data-link]")
        expect(drawn).to_have_count(len(links))
        assert drawn.evaluate_all("all => all.map(link => link.dataset.link)") == links
        for number, chip in enumerate(path, 1):
            expect(self.page.locator(f"[data-chip='{chip}']")).to_have_text(str(number))

    def may_move(self) -> None:
        """Wait until it is this player's turn, the last move accepted."""
        expect(self.page.locator(".board.active")).to_be_visible()

    # Ways to play

    def click(self, move: Move | str) -> None:
        """Make a move by mouse."""
        for square in str(move).split("-"):
            self.square(square).click()

    def tap(self, move: Move | str) -> None:
        """Make a move by finger."""
        for square in str(move).split("-"):
            self.square(square).tap()

    def drag(self, move: Move | str) -> None:
        """Make a step by dragging its chip."""
        origin, target = str(move).split("-")
        self.square(origin).drag_to(self.square(target), steps=4)

    def press(self, move: Move | str) -> None:
        """Make a move by keys alone."""
        self.tab_to(self.page.get_by_role("grid").locator("[tabindex='0']"))
        for square in str(move).split("-"):
            self.walk_to(square)
            self.page.keyboard.press("Enter")

    def walk_to(self, square: str) -> None:
        """Go to a square by the arrow keys."""
        here = self.page.evaluate("document.activeElement.dataset.square")
        across, down = (int(square[i]) - int(here[i]) for i in (0, 1))
        for key, count in (
            ("ArrowRight" if across > 0 else "ArrowLeft", abs(across)),
            ("ArrowDown" if down > 0 else "ArrowUp", abs(down)),
        ):
            for _ in range(count):
                self.page.keyboard.press(key)
        expect(self.square(square)).to_be_focused()

    def tab_to(self, target: Locator) -> None:
        """Go to something by the Tab key, as far as it takes."""
        expect(target).to_be_visible()
        for _ in range(80):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {target}")

    def play_both(self, moves: str) -> Board:
        """Make the moves of both players by mouse, each when it may be made."""
        board = Board()
        for move in moves.split():
            self.may_move()
            self.click(move)
            board.push(move)
            self.sees(len(board.moves))
        return board

    def play_through(self, color: Color, make: Callable[[Move], None]) -> Board:
        """Play a game against the machine to its end, with an engine's advice."""
        board = Board()
        with Engine(hash=1) as adviser:
            while board.outcome() is None:
                if board.turn is color:
                    self.may_move()
                    make(adviser.play(board, Limit(depth=4)).move)
                ply = len(board.moves)
                # The machine may have answered already.
                expect(self.page.locator(f"[data-ply='{ply + 1}']")).to_be_attached()
                board.push(self.moves()[ply])
        return board
