"""The choices of the start menu, and the game that they make."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from tenchips.arena.clock import TimeControl
from tenchips.board import Board
from tenchips.fullscreen.session import Session, saved_clock
from tenchips.notation import START
from tenchips.players import KINDS, Human, PlayerError, Seat, make_player
from tenchips.record import Record
from tenchips.rules import Rules

MACHINE: Final = "the machine"
PERSON: Final = "a person here"
NET: Final = "the learned player"
RANDOM: Final = "random moves"
WATCH: Final = "watch two machines"
OPPONENTS: Final = (MACHINE, PERSON, NET, RANDOM, WATCH)

LEVELS: Final = tuple(map(str, range(1, 11)))
COLOURS: Final = ("White", "Black", "by chance")
CLOCKS: Final = {
    "none": None,
    "1 min + 2 s": "60+2",
    "3 min + 2 s": "180+2",
    "5 min + 5 s": "300+5",
    "15 min + 10 s": "900+10",
}
RULES: Final = {
    "standard": "",
    "no move is a draw": "no_move=draw",
    "no draw by repetition": "repetition=0 step_limit=0",
}


@dataclass(frozen=True)
class Settings:
    """What was chosen in the menu, in its words.

    >>> session = Settings(opponent=MACHINE, level="3", colour="Black").session()
    >>> [seat.name for seat in session.seats]
    ['machine:level=3', 'human']
    """

    opponent: str = MACHINE
    level: str = "3"
    colour: str = "White"
    clock: str = "none"
    rules: str = "standard"

    def session(self, position: str = START) -> Session:
        """The game to play; `PlayerError` if a player is not installed."""
        control = CLOCKS[self.clock]
        return Session(
            Board(position, Rules.parse(RULES[self.rules])),
            self._seats(),
            control=None if control is None else TimeControl.parse(control),
        )

    def _seats(self) -> tuple[Seat, Seat]:
        machine = f"machine:level={self.level}"
        if self.opponent == WATCH:
            return make_player(machine), make_player(machine)
        names = {MACHINE: machine, PERSON: "human", NET: "net:simulations=200", RANDOM: "random"}
        opponent = make_player(names[self.opponent])
        is_black = {"White": False, "Black": True}.get(self.colour)
        if is_black is None:
            is_black = Random().random() < 0.5
        return (opponent, Human()) if is_black else (Human(), opponent)


def resumed(record: Record, seats: tuple[Seat, Seat] | None = None) -> Session:
    """A saved game, to be played on by these players, or by those that it names. Players that are
    programs of their own are not started from what a file says: a person takes their seat."""
    control, clocks = saved_clock(record)
    if seats is None:
        seats = _seat(record.white), _seat(record.black)
    return Session(record.board(), seats, control=control, clocks=clocks)


def _seat(name: str) -> Seat:
    if name.partition(":")[0] not in KINDS:
        return Human(name if name.isprintable() and name != "?" else "human")
    try:
        return make_player(name)
    except PlayerError:
        return Human()
