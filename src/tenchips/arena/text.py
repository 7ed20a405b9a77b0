"""The results of matches and tournaments as plain text. Nothing here prints it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import isinf
from statistics import fmean

from tenchips.arena.game import Game
from tenchips.arena.match import Match, MatchScore
from tenchips.arena.report import Report
from tenchips.arena.standings import Standing
from tenchips.arena.statistics import Pentanomial, Sprt


def match_line(match: Match, score: MatchScore) -> str:
    """The score of a match so far, in one line.

    >>> from tenchips.arena.clock import TimeControl
    >>> from tenchips.arena.entrant import Entrant
    >>> match = Match(Entrant("Ann", ""), Entrant("Bob", ""), 2, TimeControl(move=1.0))
    >>> match_line(match, MatchScore.of({}))
    '+0 -0 =0'
    """
    line = f"+{score.wins} -{score.losses} ={score.draws}"
    if score.pairs.pairs:
        line += f"  Elo {elo_text(score.pairs.elo)}"
    if match.sprt is not None:
        low, high = match.sprt.bounds
        line += f"  SPRT {match.sprt.ratio(score.pairs):+z.2f} [{low:.2f}, {high:.2f}]"
    return line


def match_summary(match: Match, score: MatchScore) -> str:
    """The score of a match and what it means, in a few lines.

    >>> from tenchips.arena.clock import TimeControl
    >>> from tenchips.arena.entrant import Entrant
    >>> match = Match(Entrant("Ann", ""), Entrant("Bob", ""), 2, TimeControl(move=1.0))
    >>> print(match_summary(match, MatchScore.of({})))
    Ann against Bob: 0 games
    1 s a move, 0.1 s margin; openings balanced, seed 0
    won 0, lost 0, drawn 0; points with White 0, with Black 0
    """
    pairs = score.pairs
    lines = [
        f"{match.title}: {score.games} game{'s' * (score.games != 1)}",
        f"{match.control}; openings {match.openings}, seed {match.seed}",
        f"won {score.wins}, lost {score.losses}, drawn {score.draws}; points with White "
        f"{score.as_white:g}, with Black {score.as_black:g}",
    ]
    if pairs.pairs:
        lines += [
            f"score {score_text(pairs)}, Elo {elo_text(pairs.elo)}, "
            f"likelihood of superiority {pairs.superiority:.1%}",
            f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, pairs.counts))}",
        ]
    if match.sprt is not None:
        lines.append(_sprt_line(match.sprt, score, match.first.name))
    for entrant, faults in zip(match.entrants, score.faults, strict=True):
        if faults:
            lines.append(f"faults of {entrant.name}: {faults_text(faults)}")
    return "\n".join(lines)


def _sprt_line(sprt: Sprt, score: MatchScore, first: str) -> str:
    low, high = sprt.bounds
    verdict = {
        "H1": f"{first} is stronger: {sprt.elo1:g} Elo and not {sprt.elo0:g}",
        "H0": f"{first} is not stronger: {sprt.elo0:g} Elo and not {sprt.elo1:g}",
        None: "not decided",
    }[sprt.verdict(score.pairs)]
    ratio = sprt.ratio(score.pairs)
    return f"SPRT {sprt}: {ratio:+z.2f} of [{low:.2f}, {high:.2f}], {verdict}"


def tournament_line(games: Mapping[str, Game]) -> str:
    """The last result of a tournament and the players with most points so far, in one line.

    >>> game = Game("Ann", "Bob", ("33",), 0, "1-0", "resignation", (1.0,), ("",))
    >>> tournament_line({"1.0-1.0": game})
    'Ann - Bob 1-0; points: Ann 1, Bob 0'
    """
    points: defaultdict[str, float] = defaultdict(float)
    line = ""
    for game in games.values():
        points[game.white] += game.points
        points[game.black] += 1 - game.points
        line = f"{game.white} - {game.black} {game.result}; points: "
    leaders = sorted(points.items(), key=lambda item: -item[1])[:3]
    return line + ", ".join(f"{name} {score:g}" for name, score in leaders)


def tournament_summary(report: Report) -> str:
    """The standings of a tournament, its rounds and faults.

    >>> from tenchips.arena.settings import from_settings
    >>> tournament = from_settings({"name": "Friendly"}, ["random", "machine"])
    >>> tournament_summary(Report.of_tournament(tournament, {})).splitlines()[:2]
    ['Friendly', 'round-robin, 2 players, 0 games, 2 per encounter']
    """
    lines = [report.title, *report.lines, "", *_standings(report), "", *_rounds(report)]
    for row in report.standings:
        if row.faults:
            lines.append(f"faults of {report.names[row.player]}: {faults_text(row.faults)}")
    lines.append("meetings: won of those played; White, Black: share of the points with a colour;")
    lines.append(
        "rating: Elo with its 95% error; s/move, longest: mean and longest time in seconds"
    )
    if report.white_score is not None:
        lines.append(f"White scored {report.white_score:.1%}")
    return "\n".join(line.rstrip() for line in lines).rstrip()


def _standings(report: Report) -> list[str]:
    heads = ["", "player", "points", "+ = -", "rating", "White", "Black", "s/move", "longest"]
    table = [heads]
    for place, row in enumerate(report.standings, 1):
        table.append(
            [
                str(place),
                report.names[row.player],
                f"{row.points:g}/{row.games + row.bye_points:g}",
                f"{row.wins} {row.draws} {row.losses}",
                rating_text(report, row),
                share(*row.with_white),
                share(*row.with_black),
                f"{fmean(row.seconds):.2f}" if row.seconds else "",
                f"{max(row.seconds):.2f}" if row.seconds else "",
            ]
        )
    if report.is_tournament:
        won = ["meetings", *(f"{row.encounters_won}/{row.encounters}" for row in report.standings)]
        table = [[*row[:2], each, *row[2:]] for row, each in zip(table, won, strict=True)]
    if any(row.byes and row.bye_points for row in report.standings):
        byes = ["byes", *(str(row.byes or "") for row in report.standings)]
        table = [[*row[:5], bye, *row[5:]] for row, bye in zip(table, byes, strict=True)]
    if report.checks:
        names = (report.names[row.player] for row in report.standings)
        checks = ["checks", *(report.checks.get(name, "") for name in names)]
        table = [[*row, each] for row, each in zip(table, checks, strict=True)]
    return aligned(table)


def _rounds(report: Report) -> list[str]:
    lines = []
    for pairing, result in report.rounds.items():
        first = report.names[pairing.first]
        if pairing.second is None:
            lines.append(f"round {pairing.round}: {first} has a bye")
            continue
        second = report.names[pairing.second]
        score = f"{result.first:g} : {result.second:g}" if result else "not over"
        lines.append(f"round {pairing.round}: {first} - {second}  {score}")
    return [*lines, ""] if lines else []


def rating_text(report: Report, row: Standing) -> str:
    """A player's rating with its error, or nothing if it has not played.

    >>> from tenchips.arena.clock import TimeControl
    >>> from tenchips.arena.game import Game
    >>> game = Game("Ann", "Bob", ("33",), 0, "1-0", "resignation", (1.0,), ("",))
    >>> control = TimeControl(move=5.0)
    >>> report = Report.of_games("Friendly", [], ["Ann", "Bob"], {"0a": game}, control)
    >>> rating_text(report, report.standings[0])
    '+103 ± 386'
    """
    if not row.games:
        return ""
    elo, error = report.ratings.elo[row.player], report.ratings.errors[row.player]
    return f"{signed(elo)} ± {error:.0f}"


def score_text(pairs: Pentanomial) -> str:
    """A score with its 95 % error; for a sweep, with the end of the interval that is known.

    >>> score_text(Pentanomial((0, 0, 5, 0, 5))), score_text(Pentanomial((0, 0, 0, 0, 8)))
    ('75.0% ± 15.5%', '100.0% (with 95% confidence at least 63.1%)')
    """
    low, high = pairs.interval
    if pairs.deviation:
        return f"{pairs.score:.1%} ± {pairs.error:.1%}"
    if 0 < pairs.score < 1:
        return f"{pairs.score:.1%} (with 95% confidence {low:.1%} to {high:.1%})"
    end = f"at least {low:.1%}" if pairs.score else f"at most {high:.1%}"
    return f"{pairs.score:.1%} (with 95% confidence {end})"


def elo_text(elo: tuple[float, float, float]) -> str:
    """A difference in Elo with its interval; after a sweep only one end of it is known.

    >>> from math import inf
    >>> elo_text((10.2, -3.0, 23.6)), elo_text((inf, 93.2, inf)), elo_text((-inf, -inf, -93.2))
    ('+10 [-3, +24]', 'at least +93', 'at most -93')
    """
    if isinf(elo[0]):
        return f"at least {signed(elo[1])}" if elo[0] > 0 else f"at most {signed(elo[2])}"
    middle, low, high = map(signed, elo)
    return f"{middle} [{low}, {high}]"


def signed(value: float) -> str:
    """A rounded number with its sign; 0 has none.

    >>> signed(10.2), signed(-0.3), signed(float("-inf"))
    ('+10', '0', '-∞')
    """
    text = f"{value:+z.0f}".replace("inf", "∞")
    return "0" if text == "+0" else text


def share(points: float, games: int) -> str:
    """Points as a share of the games.

    >>> share(1.5, 2), share(0, 0)
    ('75%', '')
    """
    return f"{points / games:.0%}" if games else ""


def faults_text(faults: Mapping[str, int]) -> str:
    """How many faults of each kind there were.

    >>> faults_text({"time": 2, "crash": 1})
    'time 2, crash 1'
    """
    return ", ".join(f"{kind} {count}" for kind, count in faults.items())


def aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """The rows of a table as lines; the second column is aligned to the left.

    >>> aligned([["", "player", "points"], ["1", "Ann", "2"]])
    ['   player  points', '1  Ann          2']
    """
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if index == 1 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in table
    ]
