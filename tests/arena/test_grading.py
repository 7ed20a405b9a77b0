"""A class of six hand-ins of mixed quality is graded without a touch by hand."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest

from course_class import STUDENTS, write_class
from tenchips.arena import grading
from tenchips.arena.compliance import STATEMENTS, Check
from tenchips.arena.deadline import Deadline, OutOfTime
from tenchips.arena.entrant import Entrant
from tenchips.arena.errors import ArenaError
from tenchips.arena.grade_files import as_csv, file_names, summary, write_pages
from tenchips.arena.grading import Grade, Plan, find_hand_ins, grade, grade_all
from tenchips.executors import Workers
from terminal.command import run

PLAN = Plan(levels=(1,), seconds=30.0, margin=30.0, longest=600.0)
MINE = f"python:{Path(__file__).parents[1] / 'players' / 'course_players.py'}"


@pytest.fixture(scope="module")
def grades(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Grade]:
    folder = write_class(tmp_path_factory.mktemp("class"))
    with Workers(2) as workers:
        graded = list(grade_all(find_hand_ins([folder]), PLAN, workers))
    return [each for each, _ in sorted(graded, key=lambda pair: pair[1])]


def test_every_hand_in_gets_what_it_deserves(grades: Sequence[Grade]) -> None:
    assert [each.name for each in grades] == list(STUDENTS)
    amara, bruno, chen, dilek, emil, farah = grades
    assert (amara.statements, amara.passed, amara.error) == (STATEMENTS, 15, "")
    assert amara.points(1)[1] == 2
    assert bruno.failed_statements == "2 3 4"  # legal, in time, and no idea of winning
    assert chen.failed_statements == "1 2 3 4"
    assert "no chip left to add" in chen.checks[0].fault
    assert farah.failed_statements == "2 3 4 6"
    assert "it accepted the opponent move" in farah.checks[5].fault
    assert dilek.error.startswith("it does not compile: MachinePlayer.java, line 6: cannot find")
    assert [message.line for message in dilek.messages] == [6, 13]
    assert emil.error.startswith("it threw ArrayIndexOutOfBoundsException in MachinePlayer")
    assert emil.checks == dilek.checks == ()


def test_the_table_names_the_statements(grades: Sequence[Grade]) -> None:
    lines = summary(grades, PLAN).splitlines()
    assert lines[0].split()[:5] == ["student", "course", "failed", "checks", "level"]
    assert lines[2].split()[:6] == ["2", "bruno", "3/6", "2", "3", "4"]
    assert "  6 refuses illegal moves, its own and the other's" in lines
    assert any(line.startswith("  dilek: MachinePlayer.java, line 6: cannot") for line in lines)


def test_the_pages_and_the_spreadsheet(grades: Sequence[Grade], tmp_path: Path) -> None:
    write_pages(tmp_path / "pages", "Autumn", grades, PLAN)
    written = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert written == sorted([*(f"{name}.html" for name in STUDENTS), "grades.csv", "index.html"])
    links = Links()
    links.feed((tmp_path / "pages" / "index.html").read_text())
    assert {f"{name}.html" for name in STUDENTS} <= set(links.found)
    student = (tmp_path / "pages" / "bruno.html").read_text()
    assert "The course's statements: 3 of 6" in student
    assert 'id="board"' in student  # its games can be replayed
    rows = list(csv.DictReader((tmp_path / "pages" / "grades.csv").read_text().splitlines()))
    assert [row["course"] for row in rows] == ["6", "3", "2", "0", "0", "2"]
    assert rows[5]["refuses illegal moves, its own and the other's"] == "0"


class Links(HTMLParser):
    """The addresses that a page leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name == "href" and value]


def test_names_are_made_safe() -> None:
    grades = [Grade(name) for name in ("../x", "=SUM(A1)", "index", "a b", "A-b", "<b>")]
    assert file_names(grades) == [
        "x.html",
        "SUM-A1.html",
        "index-2.html",
        "a-b.html",
        "A-b-2.html",
        "b.html",
    ]
    assert "\n'=SUM(A1),0" in as_csv(grades, PLAN)


def test_one_that_takes_too_long_does_not_hold_up_the_class(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(grading, "examine", lambda *args, **options: iter([Check(1, "a", "")]))
    slow = grade(Entrant("slow", f"{MINE}:Careful"), Plan(longest=0.0))
    assert (slow.games, slow.unplayed) == ({}, 4)
    assert slow.remark == "4 games were left out, because it takes too long"
    with pytest.raises(OutOfTime):
        Deadline(0.0).check()


def test_what_is_a_hand_in(tmp_path: Path) -> None:
    (tmp_path / "ann" / "src").mkdir(parents=True)
    (tmp_path / "bob.zip").touch()
    (tmp_path / "notes.txt").touch()
    (tmp_path / ".git").mkdir()
    assert [each.name for each in find_hand_ins([tmp_path])] == ["ann", "bob"]
    assert [each.name for each in find_hand_ins([tmp_path / "ann"])] == ["ann"]
    for paths, sentence in (
        ([tmp_path / "x"], "there is no file"),
        ([tmp_path / ".git"], "no hand-ins"),
    ):
        with pytest.raises(ArenaError, match=sentence):
            find_hand_ins(paths)


def test_files_that_are_no_hand_ins_are_named(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()
    for name in ("grades.xlsx", "bob.rar", "notes.txt", ".DS_Store"):
        (tmp_path / name).write_text("")
    done = run("grade", tmp_path, "--games", "0")
    assert done.returncode == 0
    [said] = [line for line in done.stderr.splitlines() if "ignored" in line]
    assert said.endswith("file: bob.rar, grades.xlsx, notes.txt")
    assert "The course's statements" not in done.stdout
    done = run("grade", tmp_path / "notes.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert "notes.txt' is no hand-in: name a folder" in done.stderr


def test_a_stray_source_beside_a_class_is_refused(tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        (tmp_path / name / "player").mkdir(parents=True)
        (tmp_path / name / "player" / "MachinePlayer.java").touch()
    (tmp_path / "Rules.java").touch()
    with pytest.raises(ArenaError, match=r"holds Rules\.java beside 2 hand-ins: move it away"):
        find_hand_ins([tmp_path])
    # One hand-in with an old copy of itself: the folder of its package says so.
    (tmp_path / "player").mkdir()
    assert len(find_hand_ins([tmp_path])) == 1


def test_commands_that_make_no_sense(tmp_path: Path) -> None:
    for words, sentence in (
        (["no/such/folder"], "there is no file or folder 'no/such/folder'"),
        ([tmp_path, "--levels", "x"], "levels are numbers with commas, like 1,3, not 'x'"),
    ):
        done = run("grade", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr


@pytest.mark.parametrize(
    ("options", "sentence"), [({"games": 3}, "pairs"), ({"levels": (0,)}, "1 to 10")]
)
def test_plans_that_make_no_sense(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ArenaError, match=sentence):
        Plan(**options)  # type: ignore[arg-type]
