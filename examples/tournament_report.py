"""Play a tournament from Python and write its report: a table here, a page with all games there.

    python examples/tournament_report.py random machine:level=2 Mine=python:my_player.py:Player

Players are named as for `tenchips tournament`. Results are kept in a file: run it again with the
same players to go on where it was interrupted.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from tenchips.arena import page
from tenchips.arena import tournament as tournaments
from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant, distinct, prepared
from tenchips.arena.report import Report
from tenchips.arena.results import Results
from tenchips.arena.text import tournament_summary
from tenchips.arena.tournament import Tournament
from tenchips.executors import Workers


def play(players: Sequence[str], seconds: float, jobs: int, file: Path) -> Report:
    """Play everybody against everybody, each opening from both sides; the report of all games."""
    entrants = tuple(distinct(map(Entrant.parse, players)))
    tournament = Tournament(entrants, TimeControl(move=seconds), name="Friendly tournament")
    with Results(file, tournament.settings()) as results, Workers(jobs) as workers:
        for games in tournaments.run(tournament, prepared(entrants), workers, results):
            print(f"\r{games} of {tournaments.total(tournament, results.games)} games", end="")
        print()
        return Report.of_tournament(tournament, results.games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("players", nargs="+", metavar="[NAME=]PLAYER")
    parser.add_argument("--time", type=float, default=0.5, help="seconds a move (default: 0.5)")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (default: 1)")
    parser.add_argument("--results", type=Path, default=Path("results.jsonl"))
    parser.add_argument("--page", type=Path, default=Path("report.html"))
    options = parser.parse_args()

    report = play(options.players, options.time, options.jobs, options.results)
    print(tournament_summary(report))
    winner = report.standings[0]
    print(f"\n{report.names[winner.player]} wins with {winner.points:g} points.")
    options.page.write_text(page.draw(report), encoding="utf-8")


if __name__ == "__main__":
    main()
