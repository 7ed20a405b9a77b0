"""Course players in the arena: wherever games begin, and whatever goes wrong with them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from course_class import write_hand_in
from tenchips import BLACK, WHITE
from tenchips.arena import referee
from tenchips.arena.clock import TimeControl
from tenchips.arena.errors import ArenaError
from tenchips.arena.openings import Openings
from tenchips.arena.output import OutputFiles
from tenchips.cli.contest import play_tournament
from tenchips.players import RandomPlayer, jvm, make_player
from tenchips.record import Record, load_records

PLAYERS = Path(__file__).parents[1] / "players"
MINE = f"python:{PLAYERS / 'course_players.py'}"
LONG = TimeControl(move=60.0)

SET_UP = {
    "a few chips": "8/8/8/3W4/8/8/8/8 b 0 1",
    "the last add": "3BB3/1WW1W3/5B2/WW1WB3/6B1/1WB1W3/1W3WB1/2B1B3 b 0 10",
    "steps, White to move": "3BB3/WW2W3/2B5/W1WWB1B1/1B4B1/4WW2/1WW5/2B1B1B1 w 12 17",
    "steps, Black to move": "3BB3/WW2W3/2B2W2/W1WWB1B1/1B4B1/4WW2/1W6/2B1B1B1 b 13 17",
}


@pytest.fixture(scope="module", params=["python", "java"])
def careful(request: pytest.FixtureRequest) -> str:
    """A player that refuses what is illegal, and plays the first legal move it finds."""
    if request.param == "python":
        return f"{MINE}:Careful"
    return f"java:{jvm.compiled(f'{PLAYERS}/java#students.Careful')}"


@pytest.mark.parametrize("openings", ["random:5", "balanced", *SET_UP])
@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_games_begin_anywhere(careful: str, openings: str, color: int, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    if openings in SET_UP:
        path.write_text(SET_UP[openings])
    opening = Openings.parse(str(path) if openings in SET_UP else openings, seed=3)[0]
    player = make_player(careful)
    assert hasattr(player, "choose")
    seats = [RandomPlayer(1), RandomPlayer(2)]
    seats[color] = player  # type: ignore[call-overload]
    try:
        game = referee.play(seats[WHITE], seats[BLACK], opening.board(), LONG)
    finally:
        player.close()
    assert game.fault is None
    assert game.refused == ()
    assert game.start == opening.start
    assert game.opening == len(opening.moves) == (0 if openings in SET_UP else 5)
    assert len(game.moves) > game.opening


def test_hand_ins_that_cannot_play_forfeit_and_the_others_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("bruno", "dilek", "emil"):
        write_hand_in(name, tmp_path / "class")
    kept = OutputFiles(record=tmp_path / "games.txt")
    players = [f"java:{tmp_path}/class/*", "random"]
    assert play_tournament(players, time=60.0, jobs=2, files=kept) == 0
    output = capsys.readouterr()
    warnings = [line for line in output.err.splitlines() if "forfeits every game" in line]
    assert len(warnings) == 2
    assert "cannot find symbol: class Board" in warnings[0]
    assert "emil forfeits every game: it threw ArrayIndexOutOfBoundsException" in warnings[1]
    assert output.err.count("cannot find symbol") == 1
    assert "faults of dilek: forfeit " in output.out
    assert kept.record is not None
    ended = {
        (record.white, record.black): record
        for record in load_records(kept.record)
        if isinstance(record, Record)
    }
    assert len(ended) == 12
    assert ended["bruno", "dilek"].result == "1-0"
    assert ended["dilek", "bruno"].result == "0-1"
    assert len(ended["bruno", "random"].line) > 5


def test_a_tournament_needs_two_who_can_play(tmp_path: Path) -> None:
    players = [f"java:{write_hand_in('dilek', tmp_path)}", "random"]
    with pytest.raises(ArenaError, match="fewer than two of the players can play: dilek"):
        play_tournament(players, time=60.0)


FAULTS = {
    "Dies": ("crash", "illegal move"),
    "Hangs": ("silence", "time"),
    "TalksNonsense": ("garbage", "illegal move"),
    "Cheats": ("illegal move", "illegal move"),
    "Raises": ("exception", "illegal move"),
    "ReturnsNone": ("no move", "illegal move"),
}
"""What each of our bad players does, and how a record says that the game ended: by one of the
ways that records know."""


def test_every_fault_is_in_the_record_and_counted_by_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = OutputFiles(record=tmp_path / "games.txt", report=tmp_path / "page.html")
    bad = [f"{name}={MINE}:{'DiesAtOnce' if name == 'Dies' else name}" for name in FAULTS]
    status = play_tournament(
        [f"Good={MINE}:Careful", *bad, f"Proud={MINE}:Refuses"],
        kind="gauntlet",
        time=8.0,
        jobs=2,
        files=kept,
    )
    assert status == 0
    said = capsys.readouterr().out
    assert kept.record is not None
    assert kept.report is not None
    ended: Counter[tuple[str, str, str]] = Counter()
    for record in load_records(kept.record):
        assert isinstance(record, Record)
        tags = record.tags
        other = {record.white, record.black} - {"Good"}
        name, *_ = other
        if name == "Proud":
            assert re.fullmatch(r"((White|Black) \S+(, |$))+", tags["Refused"])
            continue
        loser = record.white if record.result == "0-1" else record.black
        assert loser == name
        kind, _, sentence = tags["Fault"].partition(": ")
        assert sentence.startswith(f"{name} ")
        ended[name, kind, tags["Termination"]] += 1
    assert ended == {(name, *how): 2 for name, how in FAULTS.items()}
    page = kept.report.read_text()
    for number, (name, (kind, _)) in enumerate(FAULTS.items(), 1):
        assert f"faults of {name}: {kind} 2\n" in said
        assert f'data-fault="{number}-{kind}">2</button>' in page
    assert re.search(r"faults of Proud: refused a legal move \d+\n", said)
    assert re.search(r'data-fault="7-refused a legal move">\d+</button>', page)
