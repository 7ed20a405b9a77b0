"""Driving the app as a person does: keys, clicks, and reading the screen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from tenchips import Board
from tenchips.fullscreen.app import TenchipsApp
from tenchips.fullscreen.board_view import BoardView
from tenchips.fullscreen.game_screen import GameScreen
from tenchips.fullscreen.session import Session
from tenchips.players import Human, Machine, Seat

PATIENCE = 60
SIZE = (80, 24)


def drive(
    first: Screen[None] | None,
    act: Callable[[Pilot[str]], Awaitable[None]],
    size: tuple[int, int] = SIZE,
) -> str | None:
    """Run the app, from a screen or from the menu; what it would print in the end."""

    async def run() -> str | None:
        app = TenchipsApp(first)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot)
        return app.return_value

    return asyncio.run(run())


def game(moves: str = "", *seats: Seat) -> GameScreen:
    """A game of two people, or of these players, after some moves."""
    white, black = seats or (Human("Ann"), Human("Bob"))
    return GameScreen(Session(Board(moves=moves), (white, black)), adviser=Machine(depth=1))


async def until(pilot: Pilot[str], holds: Callable[[], bool]) -> None:
    """Wait for something to happen."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, screen_text(pilot)
        await pilot.pause(0.02)


def shows(pilot: Pilot[str], id: str) -> str:
    """The text of a line of the screen."""
    return str(pilot.app.screen.query_one(f"#{id}", Static).content)


async def press_square(pilot: Pilot[str], square: str) -> None:
    """Go to a square with the digits of its name, and press."""
    await pilot.press(*square, "enter")
    await pilot.pause()


async def click_square(pilot: Pilot[str], square: str) -> None:
    """Click on a square."""
    board = pilot.app.screen.query_one(BoardView)
    await pilot.click(BoardView, offset=board.place_of(square))
    await pilot.pause()


def screen_text(pilot: Pilot[str]) -> str:
    """What stands on the screen, without colours."""
    app = pilot.app
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)
