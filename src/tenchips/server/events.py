"""What can happen in a game: one class for each kind of event, the same everywhere.

`judge` makes events, `store` keeps them, `state` folds them, sockets are sent them, and the OpenAPI
document describes them: all from these classes. An event never changes once it is stored, so a
field may be added here with a default, but none removed or renamed.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tenchips.server.models import ColorName, End, Left, Result, Seat, TimeControl, What


class _Event(BaseModel):
    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    t: Literal["event"] = "event"
    v: int


class NewEvent(_Event):
    """The game began: always its event number 0. Sockets are sent the whole game instead."""

    k: Literal["new"] = "new"
    start: str
    rules: str
    moves: list[str]
    clock: TimeControl | None
    white: Seat
    black: Seat
    public: bool
    at: int
    rated: bool = False
    choosing: ColorName | None = None
    tournament: str | None = None


class JoinEvent(_Event):
    """Somebody took the open seat. `running` holds from `at` on."""

    k: Literal["join"] = "join"
    color: ColorName
    seat: Seat
    running: ColorName | None = None
    at: int | None = None


class SideEvent(_Event):
    """The player who had the choice has picked a side: if `swapped`, the players change sides."""

    k: Literal["side"] = "side"
    swapped: bool
    at: int


class MoveEvent(_Event):
    """A move was made; all offers lapse. `left` and `running` hold from `at` on."""

    k: Literal["move"] = "move"
    ply: int
    m: str
    by: ColorName
    left: Left | None
    running: ColorName | None
    at: int


class OfferEvent(_Event):
    """An offer was made or declined."""

    k: Literal["offer", "decline"]
    what: What
    by: ColorName


class TakebackEvent(_Event):
    """Moves were taken back: `ply` are left. All offers lapse."""

    k: Literal["takeback"] = "takeback"
    ply: int
    left: Left | None
    running: ColorName | None
    at: int


class ClockEvent(_Event):
    """The clocks were set again: no time passes while no server is running."""

    k: Literal["clock"] = "clock"
    left: Left
    running: ColorName
    at: int


class EndEvent(_Event):
    """The game is over; all offers lapse. `by`: who resigned or ran out of time."""

    k: Literal["end"] = "end"
    result: Result
    termination: End
    network: list[str] | None
    by: ColorName | None
    left: Left | None


class RematchEvent(_Event):
    """Another game was made, with swapped colours."""

    k: Literal["rematch"] = "rematch"
    game: str


SentEvent: TypeAlias = (
    JoinEvent
    | SideEvent
    | MoveEvent
    | OfferEvent
    | TakebackEvent
    | ClockEvent
    | EndEvent
    | RematchEvent
)
"""The events that sockets are sent."""

GameEvent: TypeAlias = NewEvent | SentEvent

_EVENTS: Final[TypeAdapter[GameEvent]] = TypeAdapter(Annotated[GameEvent, Field(discriminator="k")])


class StoredEvent(NamedTuple):
    """An event as the database keeps it. `payload` is its JSON, word for word what sockets are
    sent; `seats` is JSON too, and says in private which identities took a seat with it."""

    game_id: str
    seq: int
    command_id: str | None
    payload: str
    seats: str | None = None

    @classmethod
    def of(
        cls, game: str, event: GameEvent, command: str | None = None, seats: str | None = None
    ) -> StoredEvent:
        """An event of a game, made by a command."""
        return cls(game, event.v, command, event.model_dump_json(), seats)

    @property
    def event(self) -> GameEvent:
        """The event itself."""
        return _EVENTS.validate_json(self.payload)
