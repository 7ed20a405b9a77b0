"""The commands check before they play, print how it came out, and keep their files whole."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tenchips.arena import compliance, text
from tenchips.arena.compliance import Check
from tenchips.arena.output import OutputFiles
from tenchips.cli.contest import play_match, play_tournament
from tenchips.record import Record, load_records


def files(folder: Path) -> OutputFiles:
    return OutputFiles(folder / "results.jsonl", folder / "games.txt", folder / "page.html")


def test_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = files(tmp_path)
    for games in (4, 4, 6):
        status = play_match(
            "Ann=machine:depth=1,hash=1",
            "random",
            games=games,
            time=60,
            jobs=2,
            files=kept,
            sprt=["elo0=0", "elo1=5"],
        )
        assert status == 0
        printed = capsys.readouterr().out
        assert printed.startswith(f"Ann against random: {games} games\n60 s a move")
        assert "SPRT elo0=0 elo1=5: " in printed
        assert kept.results is not None
        assert kept.record is not None
        assert kept.report is not None
        assert len(kept.results.read_text().splitlines()) == games + 1
        records = list(load_records(kept.record))
        assert len(records) == games
        assert all(isinstance(r, Record) and "Ann" in (r.white, r.black) for r in records)
        assert kept.report.read_text().count("</html>") == 1


def test_a_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "class.toml"
    settings.write_text('name = "Class"\ntime = 60\n[[players]]\nname = "Ann"\nplayer = "random"\n')
    kept = files(tmp_path)
    status = play_tournament(
        ["Bob=random", "Cid=random"], settings=settings, kind="gauntlet", seed=None, files=kept
    )
    assert status == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Class\ngauntlet, 3 players, 4 games, 2 per encounter\n60 s a move")
    assert kept.results is not None
    head = json.loads(kept.results.read_text().splitlines()[0])
    assert [player["name"] for player in head["players"]] == ["Ann", "Bob", "Cid"]


def test_a_tournament_with_compliance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [Check(1, "is good", ""), Check(2, "is quick", "it is not")]
    monkeypatch.setattr(compliance, "examine", lambda *args, **options: iter(found))
    player = f"Eve=python:{Path(__file__).parents[1] / 'players' / 'course_players.py'}:Careful"
    report = OutputFiles(report=tmp_path / "page.html")
    assert play_tournament([player, "random"], time=60, compliance=True, files=report) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[5].split()[-1] == "checks"
    assert [line.split()[-1] == "1/2" for line in printed[6:8]].count(True) == 1
    assert "<td>1/2</td>" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"first": "robot"}, "'robot' is not a player"),
        ({"second": "human"}, "people play with tenchips play"),
        ({"games": 3}, "an even number of games"),
        ({"time": 1.0, "tc": "1+1"}, "give one"),
        ({"tc": "x"}, "'x' is not a clock"),
        ({"openings": "none"}, "there is no file 'none' of openings"),
        ({"rules": "x"}, "'x' is not a rule"),
        ({"sprt": ["x"]}, "'x' is not a setting of the SPRT"),
        ({"jobs": 0}, "the number of workers is from 1 to 1024"),
        ({"files": OutputFiles(report=Path("/no/such/folder/page.html"))}, "cannot be written"),
        ({"files": OutputFiles(record=Path("/"))}, "/ cannot be written: it is a folder"),
        ({"files": OutputFiles(Path("x"), Path("./x"))}, "need a file each: name different ones"),
        ({"first": "A\x07=random"}, r"a record cannot hold the character '\x07'"),
        ({"cluster": "nowhere"}, "'nowhere' is not the address of a cluster: write one like tcp:"),
    ],
)
def test_what_makes_no_sense_is_text_before_a_game(words: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        play_match(**({"first": "random", "second": "random"} | words))  # type: ignore[arg-type]


def test_checking_a_file_does_not_touch_it(tmp_path: Path) -> None:
    OutputFiles(record=tmp_path / "new").check()
    assert not (tmp_path / "new").exists()
    (tmp_path / "old").write_text("old")
    OutputFiles(record=tmp_path / "old").check()
    assert (tmp_path / "old").read_text() == "old"
    (tmp_path / "empty").touch()
    OutputFiles(report=tmp_path / "empty").check()
    assert (tmp_path / "empty").exists()


def test_no_number_is_minus_zero() -> None:
    assert text.signed(-0.4) == "0"
    assert text.signed(0.4) == "0"
    assert text.signed(-0.6) == "-1"
    assert text.elo_text((-0.2, -10.0, 9.6)) == "0 [-10, +10]"
