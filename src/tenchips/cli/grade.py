"""`tenchips grade`: grades the hand-ins of a class."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tenchips.cli.app import UsageError, complain, interrupt_on_termination
from tenchips.cli.options import number, whole


def grade(
    hand_ins: Annotated[
        list[Path],
        typer.Argument(
            help="A folder that holds a folder or zip file for each student; or single ones.",
            metavar="HANDINS",
        ),
    ],
    levels: Annotated[
        str, typer.Option(help="Levels of the machine to play against.", metavar="N,N")
    ] = "1,3",
    games: Annotated[
        int,
        typer.Option(help="Games against each level, an even number.", metavar="N", parser=whole),
    ] = 2,
    time: Annotated[
        float,
        typer.Option(help="Seconds per move.", metavar="SECONDS", parser=number),
    ] = 5,
    limit: Annotated[
        float,
        typer.Option(
            help="Seconds for all checks of a hand-in, and again for its games.",
            metavar="SECONDS",
            parser=number,
        ),
    ] = 180,
    seed: Annotated[int, typer.Option(help="Seed of the openings.", metavar="N", parser=whole)] = 0,
    name: Annotated[str, typer.Option(help="Name of the class.", metavar="NAME")] = "Grades",
    concurrency: Annotated[
        int, typer.Option(help="Hand-ins graded at the same time.", metavar="N", parser=whole)
    ] = 1,
    report: Annotated[
        Path | None,
        typer.Option(
            help="Write index.html, a page for each student and grades.csv to this folder.",
            metavar="FOLDER",
        ),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(help="Write the grades to this CSV file.", metavar="FILE")
    ] = None,
) -> int:
    """Grade the hand-ins of a class: Java players of the course.

    Each is compiled, checked as by "tenchips compliance", and plays against levels of the machine.
    """
    from tenchips.arena.clock import time_control
    from tenchips.arena.grade_files import as_csv, summary, write_pages
    from tenchips.arena.grading import Grade, Plan, find_hand_ins, grade_all, ignored_files
    from tenchips.cli.progress import counting
    from tenchips.executors import Workers
    from tenchips.files import check_writable, write_atomically

    interrupt_on_termination()
    try:
        chosen = tuple(int(level) for level in levels.split(",") if level)
    except ValueError:
        raise UsageError(f"levels are numbers with commas, like 1,3, not {levels[:40]!r}") from None
    time_control(time)  # raises if it makes no sense
    plan = Plan(chosen, games, time, longest=limit, seed=seed)
    entrants = find_hand_ins(hand_ins)
    if csv is not None:
        check_writable(csv)
    if report is not None and report.exists() and not report.is_dir():
        raise UsageError(f"{report} is a file: name a folder for the pages")
    if ignored := ignored_files(hand_ins):
        names = ", ".join(file.name for file in ignored)
        complain(f"ignored, because it is no folder, .zip or .jar file: {names}")
    graded: dict[int, Grade] = {}
    with Workers(concurrency) as workers, counting(len(entrants), "hand-ins") as tick:
        for each, place in grade_all(entrants, plan, workers):
            graded[place] = each
            tick()
    grades = [graded[place] for place in sorted(graded)]
    print(summary(grades, plan))
    if csv is not None:
        write_atomically(csv, as_csv(grades, plan))
    if report is not None:
        write_pages(report, name, grades, plan)
    return 0
