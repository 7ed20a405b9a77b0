"""A tournament from settings: those of a TOML file, of the command line, and of presets."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

from tenchips.arena.clock import MARGIN, TimeControl, time_control
from tenchips.arena.entrant import Entrant, distinct, expanded
from tenchips.arena.errors import ArenaError
from tenchips.arena.tournament import Tournament
from tenchips.files import read_text_file
from tenchips.rules import Rules

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "course": {"time": 5.0, "games": 2, "decider": True, "openings": "start"},
}
"""Named sets of settings. The course plays best of three, five seconds a move."""


def load_settings(path: Path) -> dict[str, Any]:
    """The settings in a TOML file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "class.toml")
    ...     _ = path.write_text('preset = "course"')
    ...     load_settings(path)
    {'preset': 'course'}
    """
    text = read_text_file(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ArenaError(f"{path} is not a file of settings in TOML: {error}") from None


def from_settings(settings: Mapping[str, Any], players: Iterable[str] = ()) -> Tournament:
    """A tournament from settings by name; `players` are added to those in the settings.

    >>> tournament = from_settings({"preset": "course", "name": "Class"}, ["random", "machine"])
    >>> tournament.name, str(tournament.control), tournament.decider
    ('Class', '5 s a move, 0.1 s margin', True)
    """
    given = dict(settings)
    preset = given.pop("preset", None)
    if preset is not None:
        if preset not in PRESETS:
            raise ArenaError(f"the presets are {', '.join(PRESETS)}, not {str(preset)[:40]!r}")
        if "tc" in given:
            given = {"time": None} | given
        given = PRESETS[preset] | given
    entrants = [*_entrants(given.pop("players", [])), *(e for p in players for e in expanded(p))]
    control = _control(given)
    known = {each.name: each for each in fields(Tournament)}
    for name, value in given.items():
        if name not in known or name in ("entrants", "control"):
            raise ArenaError(
                f"{name[:40]!r} is no setting of a tournament: choose preset, kind, name, games, "
                "decider, rounds, time, tc, margin, openings, seed, rules or players"
            )
        kind = {"games": int, "rounds": int, "seed": int, "decider": bool}.get(name, str)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            wanted = {int: "a whole number", bool: "true or false", str: "a text"}[kind]
            raise ArenaError(f"{name} is {wanted}, not {value!r}")
    if "rules" in given:
        given["rules"] = Rules.parse(given["rules"])
    return Tournament(tuple(distinct(entrants)), control, **given)


def _entrants(players: object) -> Iterator[Entrant]:
    if not isinstance(players, list):
        raise ArenaError("players are a list: write [[players]] before each")
    for player in players:
        if isinstance(player, str):
            yield from expanded(player)
            continue
        if not isinstance(player, dict) or not isinstance(player.get("player"), str):
            raise ArenaError(
                'a player is written player = "machine:level=3", and may have a name = "Ann"'
            )
        if unknown := set(player) - {"name", "player"}:
            raise ArenaError(
                f"{min(unknown)[:40]!r} is no setting of a player: choose name or player"
            )
        name = player.get("name")
        for entrant in expanded(player["player"]):
            yield entrant if name is None else replace(entrant, name=str(name))


def _control(given: dict[str, Any]) -> TimeControl:
    time, tc, margin = given.pop("time", None), given.pop("tc", None), given.pop("margin", None)
    for name, value in (("time", time), ("margin", margin)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise ArenaError(f"{name} is a number of seconds, not {value!r}")
    if tc is not None and not isinstance(tc, str):
        raise ArenaError(f"tc is a text like 60+0.5, not {tc!r}")
    return time_control(
        None if time is None else float(time), tc, MARGIN if margin is None else float(margin)
    )
