"""Tournaments are played to their end, go on where they stopped, and are told in full."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

from tenchips import Board
from tenchips.arena import page, referee
from tenchips.arena import tournament as tournaments
from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant
from tenchips.arena.game import Game, GameFault, game_name
from tenchips.arena.openings import Openings
from tenchips.arena.report import Report
from tenchips.arena.results import Results
from tenchips.arena.schedule import KINDS, Kind
from tenchips.arena.settings import from_settings, load_settings
from tenchips.arena.standings import standings
from tenchips.arena.text import tournament_summary
from tenchips.arena.tournament import Tournament, _Encounters, encounters, run, total
from tenchips.executors import Workers
from tenchips.players import RandomPlayer

CONTROL = TimeControl(move=60.0)
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve")
FIVE = tuple(Entrant(name, "random") for name in NAMES)


def simulated(tournament: Tournament, seed: int = 1) -> dict[str, Game]:
    """Play every game by chance, here and in any order."""
    games: dict[str, Game] = {}
    scheduler = tournaments._Scheduler(tournament, tournament.entrants, games)
    luck, waiting = Random(seed), []
    while True:
        waiting += list(scheduler)
        if not waiting:
            return games
        task = waiting.pop(luck.randrange(len(waiting)))
        assert task.key not in games
        white, black = RandomPlayer(f"{task.key}w"), RandomPlayer(f"{task.key}b")
        white.name, black.name = task.white.name, task.black.name
        games[task.key] = referee.play(white, black, task.opening.board(), task.control)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("decider", [False, True])
def test_every_encounter_has_its_games(kind: Kind, decider: bool) -> None:
    tournament = Tournament(FIVE, CONTROL, kind, decider=decider, seed=3)
    games = simulated(tournament)
    assert total(tournament, games) == len(games)
    known = encounters(tournament, games)
    over = {pairing: score for pairing, score in known.items() if pairing.second is not None}
    assert all(over.values())
    for pairing, score in over.items():
        assert score is not None
        assert pairing.second is not None
        one, other = NAMES[pairing.first], NAMES[pairing.second]
        played = [game for key, game in games.items() if key.startswith(f"{pairing.key}.")]
        first, second, *more = played if len(played) > 1 else [*played, None]
        assert {(first.white, first.black), (second.white, second.black)} == {  # type: ignore[union-attr]
            (one, other),
            (other, one),
        }
        assert first.moves[:5] == second.moves[:5]  # type: ignore[union-attr]
        points = sum(g.points if g.white == one else 1 - g.points for g in played)
        assert (score.first, score.second) == (points, len(played) - points)
        level = sum(g.points if g.white == one else 1 - g.points for g in played[:2]) == 1
        assert len(more) == (level and (decider or kind == "knockout"))
    table = standings(tournament, games)
    # A bye of a Swiss tournament counts as much as winning all games of an encounter.
    byes = sum(pairing.second is None for pairing in known) if kind == "swiss" else 0
    assert byes == (3 if kind == "swiss" else 0)
    assert sum(row.points for row in table) == len(games) + 2 * byes
    if kind == "knockout":
        final = max(over)
        assert table[0].player in (final.first, final.second)


def test_the_standings_of_a_swiss_tournament_agree_with_its_pairings() -> None:
    tournament = Tournament(FIVE[:3], CONTROL, "swiss", rounds=3)
    games = simulated(tournament)
    points = Counter[int]()
    for pairing, result in encounters(tournament, games).items():
        if pairing.second is None:
            points[pairing.first] += 2
        else:
            assert result is not None
            points[pairing.first] += result.first
            points[pairing.second] += result.second
    table = standings(tournament, games)
    assert {row.player: row.points for row in table} == points
    assert [row.byes for row in table] == [1, 1, 1]
    assert [row.games for row in table] == [4, 4, 4]
    report = Report.of_tournament(tournament, games)
    head, *rows = (line.split() for line in tournament_summary(report).splitlines()[5:9])
    assert "byes" in head
    assert [row[3] for row in rows] == [f"{row.points:g}/6" for row in table]
    assert "<th>byes</th>" in page.draw(report)


def test_a_best_of_three_counts_meetings() -> None:
    """Ann wins two of four meetings with 4 points, Bob one with 5."""
    tournament = Tournament(FIVE, CONTROL, decider=True)
    game = next(iter(simulated(tournament).values()))
    won = {(0, 1): "11", (0, 2): "00", (0, 3): "00", (0, 4): "44"}
    won |= {(1, 2): "122", (1, 3): "133", (1, 4): "144", (2, 3): "22", (2, 4): "22", (3, 4): "33"}
    games = {}
    for pairing in encounters(tournament, {}):
        assert pairing.second is not None
        for n, winner in enumerate(won[pairing.first, pairing.second]):
            result = "1-0" if int(winner) == pairing.first else "0-1"
            one, other = NAMES[pairing.first], NAMES[pairing.second]
            white = _Encounters(tournament, {}).white(pairing, n)
            if white != pairing.first:
                one, other, result = other, one, result[::-1]
            key = f"{pairing.key}.{n}"
            games[key] = replace(game, white=one, black=other, result=result)
    rows = {row.player: row for row in standings(tournament, games)}
    assert [(rows[p].points, rows[p].encounters_won, rows[p].encounters) for p in (0, 1)] == [
        (4, 2, 4), (5, 1, 4),
    ]  # fmt: skip
    assert [*rows].index(0) < [*rows].index(1)
    report = Report.of_tournament(tournament, games)
    said = tournament_summary(report)
    assert "in the order of meetings won, then points, then entry; played 20" in said
    assert "<th>meetings won</th>" in page.draw(report)
    without = Tournament(FIVE, CONTROL)
    assert "in the order of points, then meetings won" in Report.of_tournament(without, {}).lines[2]


def test_only_swiss_byes_bring_points() -> None:
    tournament = Tournament(FIVE[:3], CONTROL, "knockout")
    games = simulated(tournament)
    assert sum(row.points for row in standings(tournament, games)) == len(games)
    assert "byes" not in page.draw(Report.of_tournament(tournament, games))


def test_the_colours_of_deciders_are_drawn() -> None:
    tournament = Tournament(FIVE, CONTROL, decider=True, games=2)
    table = tournaments._Encounters(tournament, {})
    drawn = Counter(
        table.white(pairing, 2) == pairing.first for pairing in encounters(tournament, {})
    )
    assert len(drawn) == 2
    again = tournaments._Encounters(tournament, {})
    assert [table.white(p, 2) for p in encounters(tournament, {})] == [
        again.white(p, 2) for p in encounters(tournament, {})
    ]


def test_a_drawn_decider_of_a_knockout_is_black_s() -> None:
    two = Tournament(FIVE[:2], CONTROL, "knockout")
    table = tournaments._Encounters(two, {})
    [pairing] = table.pairings()
    sample = simulated(two)
    game = next(iter(sample.values()))
    white = table.white(pairing, 2)
    names = [NAMES[0], NAMES[1]]
    half = {
        f"{pairing.key}.{n}": replace(
            game, white=names[n % 2], black=names[1 - n % 2], result="1/2-1/2"
        )
        for n in range(2)
    }
    last = replace(game, white=NAMES[white or 0], black=NAMES[1 - (white or 0)], result="1/2-1/2")
    score = encounters(two, half | {f"{pairing.key}.2": last})[pairing]
    assert score is not None
    assert score.winner == 1 - (white or 0)


def test_a_real_tournament_is_interrupted_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    entrants = (Entrant("Ann", "machine:depth=1,hash=1"), *FIVE[1:4])
    tournament = Tournament(entrants, CONTROL, "knockout", seed=1)
    with Workers(2) as workers:
        with Results(path, tournament.settings()) as results:
            for count in run(tournament, entrants, workers, results):
                if count == 3:
                    break
        with Results(path, tournament.settings()) as results:
            assert len(results.games) == 3
            counts = list(run(tournament, entrants, workers, results))
            games = dict(results.games)
    assert counts == list(range(3, len(games) + 1))
    assert len(games) == total(tournament, games) >= 6
    assert all(score for p, score in encounters(tournament, games).items() if p.second is not None)
    assert standings(tournament, games)[0].player == 0  # the machine, though it looks one ply ahead


# Settings


def test_the_course_s_preset() -> None:
    course = from_settings({"preset": "course"}, ["random", "random"])
    assert course.control == TimeControl(move=5.0)
    assert (course.games, course.decider, course.openings) == (2, True, "start")
    assert from_settings({"preset": "course", "tc": "60+1"}, ["random"] * 2).control.base == 60
    assert from_settings({"preset": "course", "time": 2}, ["random"] * 2).control.move == 2


def test_a_file_of_settings(tmp_path: Path) -> None:
    path = tmp_path / "class.toml"
    path.write_text(
        'name = "Class"\nkind = "swiss"\nrounds = 2\ntime = 0.5\nmargin = 0.2\nseed = 9\n'
        'rules = "repetition=2"\n[[players]]\nname = "Ann"\nplayer = "machine:level=2"\n'
        '[[players]]\nplayer = "random"\n'
    )
    tournament = from_settings(load_settings(path), ["Bob=random", "random"])
    assert [entrant.name for entrant in tournament.entrants] == [
        "Ann",
        "random",
        "Bob",
        "random (2)",
    ]
    assert tournament.control == TimeControl(move=0.5, margin=0.2)
    assert (tournament.name, tournament.kind, tournament.rounds) == ("Class", "swiss", 2)
    assert tournament.rules.repetition == 2


def test_the_settings_in_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = (Path(__file__).parents[2] / "docs" / "arena.md").read_text()
    [block] = re.findall(r"```toml\n(.*?)```", said, re.DOTALL)
    (tmp_path / "class.toml").write_text(block)
    for name in ("amara", "bruno", "chen"):
        (tmp_path / "hand-ins" / name).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    tournament = from_settings(load_settings(tmp_path / "class.toml"))
    assert [entrant.name for entrant in tournament.entrants] == [
        "amara",
        "bruno",
        "chen",
        "Level 3",
    ]
    assert (tournament.kind, tournament.rounds, tournament.decider) == ("swiss", 3, True)


def test_a_star_is_every_folder(tmp_path: Path) -> None:
    for name in ("bob", "ann", ".hidden"):
        (tmp_path / name).mkdir()
    entrants = from_settings({}, [f"java:{tmp_path}/*#a.B"]).entrants
    assert [entrant.name for entrant in entrants] == ["ann", "bob"]
    assert entrants[0].text == f"java:{tmp_path}/ann#a.B"
    with pytest.raises(ValueError, match="there is nothing at"):
        from_settings({}, [f"java:{tmp_path}/x*"])


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"kind": "league"},
            "a tournament is round-robin, gauntlet, swiss, knockout, not 'league'",
        ),
        ({"kind": 3}, "kind is a text, not 3"),
        ({"games": 3}, "an even number of games"),
        ({"games": True}, "games is a whole number, not True"),
        ({"decider": 1}, "decider is true or false, not 1"),
        ({"rounds": 2}, "rounds are for a swiss tournament"),
        ({"kind": "swiss", "rounds": 99}, "99 is not possible"),
        ({"time": "5"}, "time is a number of seconds, not '5'"),
        ({"time": 5, "tc": "5+1"}, "give one"),
        ({"tc": 5}, "tc is a text like 60+0.5, not 5"),
        ({"margin": -1}, "the margin is 0 seconds or more"),
        ({"rules": "x=1"}, "is not a rule"),
        ({"preset": "club"}, "the presets are course, not 'club'"),
        ({"colour": "red"}, "'colour' is no setting of a tournament"),
        ({"control": "x"}, "'control' is no setting of a tournament"),
        ({"players": "random"}, "players are a list"),
        ({"players": [{"name": "Ann"}]}, "a player is written player ="),
        ({"players": [{"player": "random", "age": 3}]}, "'age' is no setting of a player"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        from_settings(settings, ["random"] * 3)


def test_files_that_are_no_settings(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        load_settings(tmp_path / "none")
    (tmp_path / "x").write_text("name = ")
    with pytest.raises(ValueError, match="is not a file of settings in TOML"):
        load_settings(tmp_path / "x")
    with pytest.raises(ValueError, match="at least 2 players, not 1"):
        from_settings({}, ["random"])


# Reports


class Page(HTMLParser):
    """What is on a page: its elements balanced, its references, its data."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.outside: list[str] = []
        self.attributes: list[dict[str, str | None]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "option", "br"):
            self.open.append(tag)
        self.attributes.append(dict(attrs))
        self.outside += [
            value or "" for name, value in attrs if name in ("src", "href", "xlink:href")
        ]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes.append(dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        if tag != "option":
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def faulty(games: dict[str, Game]) -> dict[str, Game]:
    """The games with something wrong in two of them."""
    first, second, *_ = games
    crashed = replace(
        games[first],
        result="0-1",
        termination="illegal move",
        fault=GameFault(0, "crash", "it died </script><b>"),
    )
    return games | {first: crashed, second: replace(games[second], refused=((1, "33"),))}


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_stands_alone_and_holds_every_game(kind: Kind) -> None:
    entrants = (*FIVE[:4], Entrant("<b>&'\"", "random"))
    tournament = Tournament(entrants, CONTROL, kind, name="Class <1>")
    games = faulty(simulated(tournament))
    report = Report.of_tournament(tournament, games)
    text = page.draw(report)
    shown = Page(text)
    assert shown.outside == []
    assert "http" not in re.sub(r"http://www\.w3\.org/2000/svg", "", text)
    data = json.loads(text.split('id="games">')[1].split("</script>")[0])
    assert len(data["games"]) == len(games)
    for one, (key, game) in zip(data["games"], games.items(), strict=True):
        assert (one["key"], tuple(one["moves"])) == (game_name(key), game.moves)
        assert one["result"] == game.result
        assert data["names"][one["white"]] == game.white
        outcome = game.board().outcome() if game.fault is None else None
        assert tuple(one["network"]) == (outcome.network if outcome else ())
    words = " ".join(shown.texts)
    assert "Class <1>" in words
    assert "<b>&'\"" in words
    assert sum("data-fault" in attributes for attributes in shown.attributes) == 2
    if kind == "round-robin":
        assert sum("data-meet" in attributes for attributes in shown.attributes) == 20


def test_the_table_in_words() -> None:
    tournament = Tournament(FIVE, CONTROL, "knockout", name="Class")
    games = faulty(simulated(tournament))
    text = tournament_summary(Report.of_tournament(tournament, games))
    assert text.startswith(
        f"Class\nknockout, 5 players, {len(games)} games, 2 per encounter and a decider"
    )
    assert "60 s a move, 0.1 s margin" in text
    for name in NAMES:
        assert name in text
    assert "crash 1" in text
    assert "refused a legal move 1" in text
    assert "round 1: Ann has a bye" in text
    assert "White scored" in text


def test_openings_of_the_start_are_one_opening() -> None:
    tournament = Tournament(FIVE, CONTROL, openings="start")
    task = next(tournaments._Scheduler(tournament, FIVE, {}))
    assert task.opening.board() == Board()
    assert Openings.parse("start")[10**9].moves == ()
