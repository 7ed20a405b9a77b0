"""`tenchips match` and `tenchips tournament`: programs play each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from tenchips.cli.app import interrupt_on_termination
from tenchips.cli.options import (
    PROGRAMS,
    Cluster,
    Concurrency,
    HouseRules,
    LogFile,
    RecordFile,
    number,
    whole,
)

_PLAYER: Final = f"[NAME=]PLAYER: {PROGRAMS}."

_Time: TypeAlias = Annotated[
    float | None,
    typer.Option(help="Seconds per move.  [default: 1]", metavar="SECONDS", parser=number),
]
_Clock: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--tc",
        help="Time control instead: seconds per game and per move, like 60+0.5.",
        metavar="BASE+INC",
    ),
]
_Margin: TypeAlias = Annotated[
    float | None,
    typer.Option(
        help="Seconds over the limit that are tolerated.  [default: 0.1]",
        metavar="SECONDS",
        parser=number,
    ),
]
_Openings: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="balanced, random:PLIES, start, or a file of openings.  [default: balanced]",
        metavar="OPENINGS",
    ),
]
_Seed: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Seed of everything random, openings included.  [default: 0]",
        metavar="N",
        parser=whole,
    ),
]
_Results: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Save results to this file, and resume from it.", metavar="FILE"),
]
_Report: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Write a report to this file: one page of HTML.", metavar="FILE"),
]


def match(
    first: Annotated[str, typer.Argument(help=_PLAYER, metavar="A")],
    second: Annotated[str, typer.Argument(help="The opponent, written the same way.", metavar="B")],
    games: Annotated[
        int, typer.Option(help="Number of games, an even number.", metavar="N", parser=whole)
    ] = 100,
    time: _Time = None,
    tc: _Clock = None,
    margin: _Margin = None,
    openings: _Openings = None,
    seed: _Seed = None,
    rules: HouseRules = None,
    sprt: Annotated[
        tuple[str, str] | None,
        typer.Option(
            help="Stop as soon as the SPRT decides whether A is stronger by elo1 or only by elo0.",
            metavar="elo0=0 elo1=10",
        ),
    ] = None,
    concurrency: Concurrency = 1,
    cluster: Cluster = None,
    results: _Results = None,
    record: RecordFile = None,
    report: _Report = None,
    log: LogFile = None,
) -> int:
    """Play many games between two programs.

    Every opening is played twice, with colours reversed.
    """
    from tenchips.arena.output import OutputFiles
    from tenchips.cli.contest import play_match

    interrupt_on_termination()
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
        files=OutputFiles(results, record, report, log),
    )


def tournament(
    players: Annotated[list[str] | None, typer.Argument(help=_PLAYER, metavar="PLAYER")] = None,
    settings: Annotated[
        Path | None,
        typer.Option(help="Read players and settings from this TOML file.", metavar="FILE"),
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(help="Settings by name; course: 5 s per move, best of three.", metavar="NAME"),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            help="round-robin, gauntlet, swiss or knockout.  [default: round-robin]",
            metavar="KIND",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(help="Name of the tournament.  [default: Tournament]", metavar="NAME"),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            help="Games per encounter, an even number.  [default: 2]", metavar="N", parser=whole
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            help="Rounds of a Swiss tournament.  [default: enough to find a winner]",
            metavar="N",
            parser=whole,
        ),
    ] = None,
    compliance: Annotated[
        bool,
        typer.Option(
            "--compliance",
            help='Check the players first, as by "tenchips compliance", and report the result.',
        ),
    ] = False,
    decider: Annotated[
        bool, typer.Option("--decider", help="Play one more game if an encounter is level.")
    ] = False,
    time: _Time = None,
    tc: _Clock = None,
    margin: _Margin = None,
    openings: _Openings = None,
    seed: _Seed = None,
    rules: HouseRules = None,
    concurrency: Concurrency = 1,
    cluster: Cluster = None,
    results: _Results = None,
    record: RecordFile = None,
    report: _Report = None,
    log: LogFile = None,
) -> int:
    """Play a tournament between several programs.

    Round-robin, gauntlet, Swiss or knock-out.
    """
    from tenchips.arena.output import OutputFiles
    from tenchips.cli.contest import play_tournament

    interrupt_on_termination()
    return play_tournament(
        players or [],
        settings=settings,
        jobs=concurrency,
        cluster=cluster,
        files=OutputFiles(results, record, report, log),
        compliance=compliance,
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
