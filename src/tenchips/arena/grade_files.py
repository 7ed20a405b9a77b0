"""Grades for people and spreadsheets: a table of text, pages of HTML, CSV. Nothing here prints."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from html import escape
from io import StringIO
from pathlib import Path

from tenchips.arena.compliance import STATEMENTS, Check
from tenchips.arena.grading import Grade, Plan
from tenchips.arena.page import document, replay, table
from tenchips.arena.report import Report
from tenchips.arena.text import aligned, faults_text
from tenchips.files import write_atomically

UNTRUSTED = re.compile(r"^[=+\-@\t\r]")
"""How a cell begins that a spreadsheet would take for a formula."""


def _heads(plan: Plan) -> list[str]:
    levels = [f"level {level}" for level in plan.levels]
    times = ["s/move", "longest"]
    return ["", "student", "course", "failed", "checks", *levels, *times, "faults"]


def _row(place: int, grade: Grade, plan: Plan) -> list[str]:
    mean, longest = grade.mean_seconds, grade.longest_seconds
    return [
        str(place),
        grade.name,
        f"{grade.statements}/{STATEMENTS}",
        grade.failed_statements,
        f"{grade.passed}/{len(grade.checks)}" if grade.checks else "",
        *(_score(grade, level) for level in plan.levels),
        "" if mean is None else f"{mean:.2f} s",
        "" if longest is None else f"{longest:.2f} s",
        faults_text(grade.standing.faults),
    ]


def _score(grade: Grade, level: int) -> str:
    points, games = grade.points(level)
    return f"{points:g}/{games}" if games else ""


def summary(grades: Sequence[Grade], plan: Plan) -> str:
    """The table of the class, what the columns mean, and what does not compile.

    >>> print(summary([Grade("ann", error="it does not compile")], Plan(levels=())).splitlines()[1])
    1  ann         0/6
    """
    lines = aligned([_heads(plan), *(_row(n, each, plan) for n, each in enumerate(grades, 1))])
    lines += ["", *legend(plan)]
    if statements := _statements_of(grades):
        lines += ["", "The course's statements"]
        lines += [f"  {check.number} {check.title}" for check in statements]
    remarks = [(each.name, each.remark) for each in grades if each.remark]
    if remarks:
        lines += ["", "Remarks", *(f"  {name}: {_cut(remark)}" for name, remark in remarks)]
    errors = [each for each in grades if each.messages]
    if errors:
        lines += ["", "Compiler errors"]
        lines += [f"  {each.name}: {message}" for each in errors for message in each.messages[:3]]
    return "\n".join(line.rstrip() for line in lines)


def _statements_of(grades: Iterable[Grade]) -> Sequence[Check]:
    """The checks that are the course's statements, as made with the first that could play."""
    return next((each.checks for each in grades if each.checks), ())[:STATEMENTS]


def legend(plan: Plan) -> list[str]:
    """What the columns mean.

    >>> legend(Plan())[-1]
    '5 s a move, 0.1 s margin; seed 0'
    """
    games = f"points in {plan.games} games, a draw is half a point"
    return [
        f"course: how many of the course's {STATEMENTS} statements hold; failed: those that do not",
        "checks: how many checks it passed, these six among them",
        f"level N: {games}; s/move and longest: the time of its moves in them",
        f"{plan.control}; seed {plan.seed}",
    ]


def _cut(text: str) -> str:
    return text if len(text) <= 160 else f"{text[:157]}..."


def as_csv(grades: Sequence[Grade], plan: Plan) -> str:
    """One line for each student, for spreadsheets.

    >>> as_csv([Grade("ann")], Plan(levels=())).splitlines()[1]
    'ann,0,0,0,0,,,'
    """
    checks = next((each.checks for each in grades if each.checks), ())
    heads = ["student", "course", "checks", *(check.title for check in checks)]
    heads += [f"points level {level}" for level in plan.levels]
    heads += ["games", "faults", "mean seconds", "longest seconds", "remark"]
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    for each in grades:
        results = [int(check.passed) for check in each.checks] or [0] * len(checks)
        mean, longest = each.mean_seconds, each.longest_seconds
        writer.writerow(
            [
                _cell(each.name),
                each.statements,
                each.passed,
                *results,
                *(f"{each.points(level)[0]:g}" for level in plan.levels),
                len(each.games),
                sum(each.standing.faults.values()),
                "" if mean is None else f"{mean:.3f}",
                "" if longest is None else f"{longest:.3f}",
                _cell(each.remark),
            ]
        )
    return out.getvalue()


def _cell(text: str) -> str:
    return f"'{text}" if UNTRUSTED.match(text) else text


def write_pages(folder: Path, title: str, grades: Sequence[Grade], plan: Plan) -> None:
    """Write `index.html` with the class, a page for each student, and `grades.csv`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_pages(Path(folder), "Class", [Grade("ann")], Plan())
    ...     sorted(path.name for path in Path(folder).iterdir())
    ['ann.html', 'grades.csv', 'index.html']
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = file_names(grades)
    write_atomically(folder / "index.html", document(title, _class(grades, plan, files)))
    for each, file in zip(grades, files, strict=True):
        body = document(f"{title}: {each.name}", _student(each, plan))
        write_atomically(folder / file, body)
    write_atomically(folder / "grades.csv", as_csv(grades, plan))


def file_names(grades: Sequence[Grade]) -> list[str]:
    """A file name for each student's page, safe in any folder and address.

    >>> file_names([Grade("../ann"), Grade("Ann")])
    ['ann.html', 'Ann-2.html']
    """
    names: list[str] = []
    for each in grades:
        name = stem = re.sub(r"[^\w.-]+", "-", each.name).strip(".-") or "student"
        number = 2
        while f"{name}.html".lower() in [*map(str.lower, names), "index.html"]:
            name, number = f"{stem}-{number}", number + 1
        names.append(f"{name}.html")
    return names


def _class(grades: Sequence[Grade], plan: Plan, files: Sequence[str]) -> Iterator[str]:
    yield f"<p>{len(grades)} hand-ins, {date.today():%d %B %Y}</p>"
    yield from (f"<p>{escape(line)}.</p>" for line in legend(plan))
    rows = []
    for place, (each, file) in enumerate(zip(grades, files, strict=True), 1):
        cells = [escape(cell) for cell in _row(place, each, plan)]
        cells[1] = f'<a href="{escape(file)}">{cells[1]}</a>'
        rows.append(cells)
    yield "<h2>Grades</h2>"
    yield from table(_heads(plan), rows)
    yield "<h2>The course's statements</h2>"
    yield from _statements(grades)
    yield "<h2>Remarks</h2>"
    remarks = [("", escape(each.name), _text(each.remark)) for each in grades if each.remark]
    yield from table(["", "student", "remark"], remarks)
    yield from _compiler_errors(grades)
    yield '<p><a href="grades.csv">grades.csv</a> has the same for spreadsheets.</p>'


def _statements(grades: Sequence[Grade]) -> Iterator[str]:
    statements = _statements_of(grades)
    yield "<ol>"
    yield from (f"<li>{escape(check.title)}</li>" for check in statements)
    yield "</ol>"
    rows = [
        ("", escape(each.name), *(map(_mark, each.checks[:STATEMENTS])))
        for each in grades
        if each.checks
    ]
    yield from table(["", "student", *(str(check.number) for check in statements)], rows)


def _text(text: str) -> str:
    """A sentence in a cell, which may take several lines."""
    return f'<span class="remark">{escape(text)}</span>'


def _mark(check: Check) -> str:
    title = escape(check.fault or "passed")
    return f'<span class="{"good" if check.passed else "bad"}" title="{title}">' + (
        "✓</span>" if check.passed else "✗</span>"
    )


def _compiler_errors(grades: Iterable[Grade]) -> Iterator[str]:
    rows = [
        ("", escape(each.name), _text(str(message))) for each in grades for message in each.messages
    ]
    if rows:
        yield "<h2>Compiler errors</h2>"
        yield from table(["", "student", "message"], rows)


def _student(grade: Grade, plan: Plan) -> Iterator[str]:
    yield f'<p><a href="index.html">The class</a> · {date.today():%d %B %Y}</p>'
    yield f"<p>{escape(str(plan.control))}</p>"
    if grade.error:
        yield f'<p class="bad">It cannot play: {escape(grade.error)}.</p>'
        yield from _compiler_errors([grade])
        return
    yield f"<h2>The course's statements: {grade.statements} of {STATEMENTS}</h2>"
    yield from _checks(grade.checks[:STATEMENTS])
    yield f"<h2>Further checks: {grade.passed - grade.statements} "
    yield f"of {len(grade.checks) - STATEMENTS}</h2>"
    yield from _checks(grade.checks[STATEMENTS:])
    if not grade.games:
        return
    mean, longest = grade.mean_seconds, grade.longest_seconds
    if mean is not None and longest is not None:
        yield f"<p>{mean:.2f} s for a move on average, {longest:.2f} s for the longest.</p>"
    if grade.unplayed:
        yield f"<p>{grade.unplayed} games were left out, because it takes too long.</p>"
    names = [grade.name, *(f"level {level}" for level in plan.levels)]
    yield from replay(Report.of_games(grade.name, [], names, grade.games, plan.control))


def _checks(checks: Iterable[Check]) -> Iterator[str]:
    yield '<ul class="checks">'
    for check in checks:
        fault = f": {escape(check.fault)}" if check.fault else ""
        yield f"<li>{_mark(check)} {check.number}. {escape(check.title)}{fault}</li>"
    yield "</ul>"
