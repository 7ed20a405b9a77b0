"""A game as its events tell it.

`GameState` is folded from events and from nothing else, so that every process that has read the
same events knows the same game. It judges nothing: an event that was kept has happened.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from tenchips.board import Board
from tenchips.notation import Move
from tenchips.rules import Outcome, Rules, Termination
from tenchips.server.models import ColorName, Role, Status, What
from tenchips.server.store import Event
from tenchips.squares import BLACK, COLORS, WHITE, Color

AGREEMENT: Final = "agreement"
"""How a draw that was offered and accepted ends a game; records have no word for it."""

PEOPLE: Final = ("person", "open")
"""The kinds of seats in which a person sits, or may come to sit."""

NAMES: Final[dict[Color, ColorName]] = {WHITE: "white", BLACK: "black"}
COLOR_OF: Final = {name: color for color, name in NAMES.items()}


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at one side of the board. Only persons have an identity."""

    kind: str
    name: str
    level: int | None = None
    identity: str | None = None

    @property
    def is_person(self) -> bool:
        """Whether somebody sits here who can wait, offer and run out of time."""
        return self.kind == "person"

    def shown(self) -> dict[str, object]:
        """The seat as others see it."""
        return {"kind": self.kind, "name": self.name, "level": self.level}


@dataclass(frozen=True, slots=True)
class Beginning:
    """All that a game begins with."""

    board: Board
    white: Sitter
    black: Sitter
    owner: str
    clock: dict[str, int] | None
    public: bool


class GameState:
    """A game, folded from its events."""

    __slots__ = (
        "at", "beginning", "board", "commands", "created", "declined", "id", "left", "lefts",
        "network", "offers", "recent", "rematch", "result", "running", "seats", "termination",
        "turn_seq", "v",
    )  # fmt: skip

    def __init__(self, first: Event, kept: int) -> None:
        """A new game, from its first event. `kept` events are remembered as they were sent."""
        new, seats = json.loads(first.payload), json.loads(first.seats or "{}")
        self.id = first.game_id
        self.v = first.seq
        self.seats = [_sitter(new[name], seats.get(name)) for name in NAMES.values()]
        self.board = Board(new["start"], Rules.parse(new["rules"]), new["moves"])
        white, black = self.seats
        self.beginning = Beginning(
            self.board.copy(), white, black, seats["owner"], new["clock"], new["public"]
        )
        self.created: int = new["at"]
        self.at = self.created
        base = new["clock"]["base"] * 1000 if new["clock"] else 0
        self.left = [base, base]
        self.lefts = [(base, base)] * (len(self.board.moves) + 1)
        self.running: Color | None = None
        self.offers: dict[What, Color] = {}
        self.declined: set[tuple[What, Color]] = set()
        self.result: str | None = None
        self.termination: str | None = None
        self.network: list[str] | None = None
        self.rematch: str | None = None
        self.turn_seq = 0
        self.commands: dict[str, int] = {}
        self.recent: deque[str] = deque(maxlen=kept)

    @classmethod
    def fold(cls, events: Iterable[Event], kept: int = 50) -> GameState:
        """The game that these events tell, from its first."""
        ordered = iter(events)
        state = cls(next(ordered), kept)
        for event in ordered:
            state.apply(event)
        return state

    # Folding

    def apply(self, event: Event, board: Board | None = None) -> None:
        """Go on by one event. `board`: the board after its move, where that is known."""
        said = json.loads(event.payload)
        _APPLY[said["k"]](self, said, event, board)
        self.v = event.seq
        self.recent.append(event.payload)
        if event.command_id is not None:
            self.commands[event.command_id] = event.seq

    def _apply_join(self, said: dict[str, Any], event: Event, _: Board | None) -> None:
        identity = json.loads(event.seats or "{}").get(said["color"])
        self.seats[COLOR_OF[said["color"]]] = _sitter(said["seat"], identity)
        self.turn_seq = event.seq

    def _apply_move(self, said: dict[str, Any], event: Event, board: Board | None) -> None:
        if board is None:
            self.board.push_unchecked(Move.parse(said["m"]))
        else:
            self.board = board
        self._set_clock(said)
        self.lefts.append((self.left[WHITE], self.left[BLACK]))
        self._new_turn(event)

    def _apply_takeback(self, said: dict[str, Any], event: Event, _: Board | None) -> None:
        while len(self.board.moves) > said["ply"]:
            self.board.pop()
            self.lefts.pop()
        self._set_clock(said)
        self._new_turn(event)

    def _apply_clock(self, said: dict[str, Any], _event: Event, _: Board | None) -> None:
        self._set_clock(said)

    def _apply_offer(self, said: dict[str, Any], _event: Event, _: Board | None) -> None:
        self.offers[said["what"]] = COLOR_OF[said["by"]]

    def _apply_decline(self, said: dict[str, Any], _event: Event, _: Board | None) -> None:
        by = self.offers.pop(said["what"], None)
        if by is not None:
            self.declined.add((said["what"], by))

    def _apply_end(self, said: dict[str, Any], event: Event, _: Board | None) -> None:
        self.result, self.termination = said["result"], said["termination"]
        self.network = said["network"]
        if said["left"] is not None:
            self.left = [said["left"][name] for name in NAMES.values()]
        self.running = None
        self._new_turn(event)

    def _apply_rematch(self, said: dict[str, Any], _event: Event, _: Board | None) -> None:
        self.rematch = said["game"]
        self.offers.clear()

    def _set_clock(self, said: dict[str, Any]) -> None:
        if said["left"] is not None:
            self.left = [said["left"][name] for name in NAMES.values()]
        self.running = COLOR_OF[said["running"]] if said["running"] else None
        self.at = said["at"]

    def _new_turn(self, event: Event) -> None:
        self.offers.clear()
        self.declined.clear()
        self.turn_seq = event.seq

    # Asking

    @property
    def status(self) -> Status:
        """Whether it waits for somebody, is played or has ended."""
        if self.result is not None:
            return "ended"
        return "waiting" if any(seat.kind == "open" for seat in self.seats) else "live"

    @property
    def clock(self) -> dict[str, int] | None:
        """Its time control."""
        return self.beginning.clock

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, as far as records have a word for it."""
        if self.result is None or self.termination == AGREEMENT:
            return None
        winner = {"1-0": WHITE, "0-1": BLACK}.get(self.result)
        return Outcome(winner, Termination(self.termination), tuple(self.network or ()))

    @property
    def mover(self) -> Sitter | None:
        """Who is to move, while the game is played."""
        return self.seats[self.board.turn] if self.status == "live" else None

    @property
    def has_people(self) -> bool:
        """Whether a person plays, or may come to play."""
        return any(seat.kind in PEOPLE for seat in self.seats)

    @property
    def is_hotseat(self) -> bool:
        """Whether one person plays both sides."""
        one, other = self.seats
        return one.identity is not None and one.identity == other.identity

    @property
    def between_people(self) -> bool:
        """Whether two different persons play, so that nobody may be helped."""
        return not self.is_hotseat and all(seat.kind in PEOPLE for seat in self.seats)

    def colors_of(self, who: str | None) -> tuple[Color, ...]:
        """The sides that somebody plays."""
        if who is None:
            return ()
        return tuple(color for color in COLORS if self.seats[color].identity == who)

    def role_of(self, who: str | None) -> Role:
        """What somebody is in this game."""
        colors = self.colors_of(who)
        if colors:
            return "both" if len(colors) == 2 else NAMES[colors[0]]
        return "owner" if who is not None and who == self.beginning.owner else "watcher"

    def left_at(self, now: int) -> dict[str, int] | None:
        """What the clocks show."""
        if self.clock is None:
            return None
        gone = {self.running: max(0, now - self.at)}
        return {
            name: max(0, self.left[color] - gone.get(color, 0)) for color, name in NAMES.items()
        }

    def shown(self, who: str | None, now: int) -> dict[str, object]:
        """The game as somebody sees it."""
        return {
            "id": self.id,
            "v": self.v,
            "status": self.status,
            "start": self.board.start,
            "rules": str(self.board.rules),
            "moves": [str(move) for move in self.board.moves],
            "turn": NAMES[self.board.turn],
            "white": self.seats[WHITE].shown(),
            "black": self.seats[BLACK].shown(),
            "clock": self.clock,
            "left": self.left_at(now),
            "running": NAMES[self.running] if self.running is not None else None,
            "offers": [{"what": what, "by": NAMES[by]} for what, by in self.offers.items()],
            "result": self.result,
            "termination": self.termination,
            "network": self.network,
            "between_people": self.between_people,
            "public": self.beginning.public,
            "created": _iso(self.created),
            "rematch": self.rematch,
            "role": self.role_of(who),
        }

    def summary(self) -> dict[str, object]:
        """The game in a list."""
        return {
            "id": self.id,
            "status": self.status,
            "white": self.seats[WHITE].shown(),
            "black": self.seats[BLACK].shown(),
            "clock": self.clock,
            "position": self.board.position,
            "plies": len(self.board.moves),
            "result": self.result,
            "termination": self.termination,
            "public": self.beginning.public,
            "created": _iso(self.created),
        }


_APPLY: Final = {
    "join": GameState._apply_join,
    "move": GameState._apply_move,
    "takeback": GameState._apply_takeback,
    "clock": GameState._apply_clock,
    "offer": GameState._apply_offer,
    "decline": GameState._apply_decline,
    "end": GameState._apply_end,
    "rematch": GameState._apply_rematch,
}


def _sitter(seat: dict[str, Any], identity: str | None) -> Sitter:
    return Sitter(seat["kind"], seat["name"], seat["level"], identity)


def _iso(milliseconds: int) -> str:
    when = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
