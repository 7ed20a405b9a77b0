"""The start menu as rows: settings of a new game, and other things to do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tenchips.fullscreen import settings
from tenchips.fullscreen.settings import Settings


@dataclass(frozen=True)
class Setting:
    """A row with a value to choose."""

    name: str
    """The field of `Settings`."""
    label: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Action:
    """A row that does something."""

    name: str
    label: str
    note: str = ""


_SETTINGS = (
    Setting("opponent", "Opponent", settings.OPPONENTS),
    Setting("level", "Level", settings.LEVELS),
    Setting("colour", "Your colour", settings.COLOURS),
    Setting("clock", "Clock", tuple(settings.CLOCKS)),
    Setting("rules", "House rules", tuple(settings.RULES)),
)


class MenuModel:
    """The rows, the one under the cursor, and the settings so far.

    >>> menu = MenuModel(last="")
    >>> menu.rows[menu.place].label
    'Play'
    >>> menu.move(1), menu.change(1), menu.settings.opponent
    (None, None, 'a person here')
    """

    def __init__(self, last: str, chosen: Settings | None = None) -> None:
        """`last` describes the unfinished game to resume; empty if there is none."""
        self.settings = chosen or Settings()
        self.last = last
        self.place = 0

    @property
    def rows(self) -> list[Setting | Action]:
        """All rows that make sense with the settings so far."""
        opponent = self.settings.opponent
        shown = [
            setting
            for setting in _SETTINGS
            if not (setting.name == "level" and opponent not in (settings.MACHINE, settings.WATCH))
            and not (setting.name == "colour" and opponent in (settings.PERSON, settings.WATCH))
        ]
        resume = [Action("resume", "Resume the last game", self.last)] if self.last else []
        return [
            Action("play", "Play"),
            *shown,
            *resume,
            Action("puzzle", "Puzzles", "find the one move that wins"),
            Action("setup", "Set up a position"),
            Action("games", "Games played here", "step through them"),
            Action("open", "Open a file of games"),
            Action("quit", "Quit"),
        ]

    def value(self, setting: Setting) -> str:
        """What is chosen for a setting."""
        return str(getattr(self.settings, setting.name))

    def move(self, rows: int) -> None:
        """Move the cursor, around at the ends."""
        self.place = (self.place + rows) % len(self.rows)

    def change(self, step: int) -> None:
        """Choose the next or the previous value of the row under the cursor."""
        row = self.rows[self.place]
        if isinstance(row, Setting):
            index = row.values.index(self.value(row)) + step
            value = row.values[index % len(row.values)]
            self.settings = replace(self.settings, **{row.name: value})
            self.place = self.rows.index(row)
