"""`tenchips match`, `tournament`, `compliance` and `review`: programs meet."""

from __future__ import annotations

from pathlib import Path
from signal import default_int_handler
from typing import Annotated, Final, TypeAlias

import typer

from tenchips.cli.app import PLAYERS, number, refusing, when_told_to_end, whole

_PROGRAMS: Final = f"[NAME=]{PLAYERS.removeprefix('human, ')}"
"""How those are named who may play here."""

_Time: TypeAlias = Annotated[
    float | None,
    typer.Option(help="So long for a move: 1 if not told.", metavar="SECONDS", parser=number),
]
_Clock: TypeAlias = Annotated[
    str | None,
    typer.Option("--tc", help="A clock for the game, like 60+0.5 seconds.", metavar="BASE+INC"),
]
_Margin: TypeAlias = Annotated[
    float | None,
    typer.Option(help="Forgive so much time a move.", metavar="SECONDS", parser=number),
]
_Openings: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="balanced (if not told), random:PLIES, start, or a file of them.", metavar="OPENINGS"
    ),
]
_Seed: TypeAlias = Annotated[
    int | None, typer.Option(help="Draw the same openings again.", metavar="N", parser=whole)
]
_Rules: TypeAlias = Annotated[
    str | None,
    typer.Option(help="House rules, like 'no_move=draw repetition=0'.", metavar="RULES"),
]
_Jobs: TypeAlias = Annotated[
    int, typer.Option("--concurrency", help="Games at a time.", metavar="N", parser=whole)
]
_Cluster: TypeAlias = Annotated[
    str | None, typer.Option(help="Play on the Dask cluster there.", metavar="ADDRESS")
]
_Results: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Keep results here, and go on from them.", metavar="FILE"),
]
_Record: TypeAlias = Annotated[
    Path | None, typer.Option(help="Add every game to this file.", metavar="FILE")
]
_Report: TypeAlias = Annotated[
    Path | None, typer.Option(help="Write a page with everything to this file.", metavar="FILE")
]


def match(
    first: Annotated[str, typer.Argument(help=_PROGRAMS, metavar="A")],
    second: Annotated[str, typer.Argument(help="the other player", metavar="B")],
    games: Annotated[int, typer.Option(help="How many games.", metavar="N", parser=whole)] = 100,
    time: _Time = None,
    tc: _Clock = None,
    margin: _Margin = None,
    openings: _Openings = None,
    seed: _Seed = None,
    rules: _Rules = None,
    sprt: Annotated[
        tuple[str, str] | None,
        typer.Option(
            help="End when it is decided whether A is stronger by elo0 or by elo1.",
            metavar="elo0=0 elo1=10",
        ),
    ] = None,
    concurrency: _Jobs = 1,
    cluster: _Cluster = None,
    results: _Results = None,
    record: _Record = None,
    report: _Report = None,
) -> int:
    """Let two players meet in many games.

    Every opening is played from both sides.
    """
    from tenchips.arena.commands import Files, play_match

    when_told_to_end(default_int_handler)  # as Ctrl-C ends it
    with refusing():
        return play_match(
            first,
            second,
            games=games,
            time=time,
            tc=tc,
            margin=margin,
            openings=openings,
            seed=seed,
            rules=rules,
            sprt=sprt,
            jobs=concurrency,
            cluster=cluster,
            files=Files(results, record, report),
        )


def tournament(
    players: Annotated[list[str] | None, typer.Argument(help=_PROGRAMS, metavar="PLAYER")] = None,
    settings: Annotated[
        Path | None, typer.Option(help="Read players and settings here (TOML).", metavar="FILE")
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(help="course: 5 seconds a move, best of three.", metavar="NAME"),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(help="round-robin, gauntlet, swiss or knockout.", metavar="KIND"),
    ] = None,
    name: Annotated[str | None, typer.Option(help="What it is called.", metavar="NAME")] = None,
    games: Annotated[
        int | None, typer.Option(help="Games in a meeting.", metavar="N", parser=whole)
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(help="Rounds of a Swiss one.", metavar="N", parser=whole)
    ] = None,
    decider: Annotated[
        bool, typer.Option("--decider", help="Play one more game if a meeting is level.")
    ] = False,
    time: _Time = None,
    tc: _Clock = None,
    margin: _Margin = None,
    openings: _Openings = None,
    seed: _Seed = None,
    rules: _Rules = None,
    concurrency: _Jobs = 1,
    cluster: _Cluster = None,
    results: _Results = None,
    record: _Record = None,
    report: _Report = None,
) -> int:
    """Let many players meet.

    In a round-robin, a gauntlet, a Swiss tournament or a knock-out.
    """
    from tenchips.arena.commands import Files, play_tournament

    when_told_to_end(default_int_handler)  # as Ctrl-C ends it
    with refusing():
        return play_tournament(
            players or [],
            settings=settings,
            jobs=concurrency,
            cluster=cluster,
            files=Files(results, record, report),
            preset=preset,
            kind=kind,
            name=name,
            games=games,
            rounds=rounds,
            decider=decider or None,
            time=time,
            tc=tc,
            margin=margin,
            openings=openings,
            seed=seed,
            rules=rules,
        )


def compliance(
    command: Annotated[
        list[str], typer.Argument(help="a UGI engine's command, or a player", metavar="COMMAND")
    ],
    time: Annotated[
        float, typer.Option(help="So long for a move.", metavar="SECONDS", parser=number)
    ] = 1.0,
) -> int:
    """Examine a program, point by point.

    Write its command after two dashes: tenchips compliance -- python engine.py
    """
    from tenchips.arena.commands import check_compliance

    when_told_to_end(default_int_handler)  # as Ctrl-C ends it
    with refusing():
        return check_compliance(command, time=time)


def review(
    file: Annotated[Path, typer.Argument(help="a file of games", metavar="FILE")],
    time: Annotated[
        float, typer.Option(help="Think so long about a move.", metavar="SECONDS", parser=number)
    ] = 1.0,
    threads: Annotated[int, typer.Option(help="Think on N cores.", metavar="N", parser=whole)] = 1,
    hash: Annotated[
        int, typer.Option(help="Think with a table of MB megabytes.", metavar="MB", parser=whole)
    ] = 64,
    output: Annotated[
        Path | None, typer.Option(help="Write the reviewed games to this file.", metavar="FILE")
    ] = None,
) -> int:
    """Mark the mistakes in recorded games, with what was better."""
    from tenchips.arena.commands import review_games

    when_told_to_end(default_int_handler)  # as Ctrl-C ends it
    with refusing():
        return review_games(file, time=time, hash=hash, threads=threads, output=output)
