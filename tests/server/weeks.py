"""Weeks that pass when a test says so, and moves made without a socket."""

from __future__ import annotations

from typing import Any

from server.play import Visitor
from tenchips.server import timekeeping

DAY = 86_400_000


class Calendar:
    """The server's clock, which the test sets forward."""

    def __init__(self) -> None:
        self._real = timekeeping.milliseconds
        self.passed = 0

    def milliseconds(self) -> int:
        return self._real() + self.passed

    def days_pass(self, days: float) -> None:
        self.passed += round(days * DAY)


async def move(visitor: Visitor, id: str, ply: int, m: str, status: int = 200) -> Any:
    command = {"t": "move", "id": f"{ply}-{m}", "ply": ply, "m": m}
    return await visitor.ask("POST", f"/games/{id}/commands", status, json=command)
