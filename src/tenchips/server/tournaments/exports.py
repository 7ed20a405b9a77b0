"""What a tournament leaves behind: its results as a table, its games as records."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from tenchips.server import exports
from tenchips.server.events import StoredEvent
from tenchips.server.state import GameState
from tenchips.server.store.tournaments import Pairing, Whole
from tenchips.server.tournaments.standings import SCORES, standings


def results(whole: Whole) -> str:
    """The standings as CSV: a line for each player, with the opponent, colour and points of each
    round."""
    names = {player.number: player.name for player in whole.players}
    rounds = range(1, whole.tournament.round + 1)
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(
        ["place", "name", "points", "wins", "buchholz", "sonneborn_berger"]
        + [f"round_{number}" for number in rounds]
    )
    for row in standings(whole):
        number = row.player.number
        of_rounds = {
            it.round: _cell(it, number, names)
            for it in whole.pairings
            if number in (it.white, it.black)
        }
        table.writerow(
            [row.place, _plain(row.player.name), row.points, row.wins, row.buchholz, row.sonneborn]
            + [of_rounds.get(one, "") for one in rounds]
        )
    return text.getvalue()


def _cell(pairing: Pairing, number: int, names: Mapping[int, str]) -> str:
    if pairing.black is None:
        return "bye 1"
    is_white = number == pairing.white
    other = names[pairing.black if is_white else pairing.white]
    if pairing.result is None or pairing.result == "*":
        return _plain(f"{other} ({'W' if is_white else 'B'})")
    score = SCORES[pairing.result][0 if is_white else 1]
    return _plain(f"{other} ({'W' if is_white else 'B'}) {score:g}")


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> _plain("=1+1"), _plain("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def records(order: Sequence[str], events: Iterable[StoredEvent], title: str) -> str:
    """Games as records, in this order, by their events."""
    of_games: dict[str, list[StoredEvent]] = {}
    for event in events:
        of_games.setdefault(event.game_id, []).append(event)
    texts = []
    for id in order:
        if id in of_games:
            state = GameState.fold(of_games[id])
            game, facts = exports.GameText.of(state.board), exports.Ended.of(state)
            texts.append(exports.record_of(game, facts, title))
    return "\n".join(texts)
