"""The report as one page of HTML that loads nothing else: tables, plots, and every game to replay.

The board in it is drawn by `render.svg`, in light or dark colours; a small script (`page.js`) puts
the chips on it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any, Final

from tenchips.arena.game import REFUSED, Game, game_name
from tenchips.arena.report import Report
from tenchips.arena.standings import Standing
from tenchips.arena.text import rating_text, share, signed
from tenchips.board import Board
from tenchips.render import svg

HERE: Final = Path(__file__).parent
BAR: Final = 26
"""Height of a player's row in a plot, in pixels."""


def draw(report: Report) -> str:
    """The page.

    >>> from tenchips.arena.clock import TimeControl
    >>> report = Report.of_games("Ann against Bob", [], ["Ann", "Bob"], {}, TimeControl(move=1.0))
    >>> draw(report).startswith("<!DOCTYPE html>")
    True
    """
    return document(
        report.title,
        [
            *(f"<p>{escape(line)}</p>" for line in report.lines),
            *_standings(report),
            '<div class="two">',
            *_section("Ratings, with 95 % errors", _ratings(report)),
            *_section("Seconds per move", _times(report)),
            *_section("Score with White and with Black", _colors(report)),
            "</div>",
            '<div class="two">',
            *_section("Crosstable", _crosstable(report)),
            *(_section("Rounds", _rounds(report)) if report.rounds else ()),
            *(_section("Faults", _faults(report)) if _kinds(report) else ()),
            "</div>",
            *replay(report),
        ],
    )


def document(title: str, body: Iterable[str]) -> str:
    """A page with a title, in the style of the report, that loads nothing else.

    >>> document("Class", ["<p>6 hand-ins</p>"]).count("<p>")
    1
    """
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{(HERE / 'page.css').read_text()}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            *body,
            "</body></html>\n",
        ]
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table of HTML; what is in its cells is escaped already.

    >>> "".join(table(["", "student"], [["1", "ann"]])).count("<td")
    2
    """
    yield '<div class="wide"><table><thead><tr>'
    yield "".join(f"<th{_class(index)}>{head}</th>" for index, head in enumerate(heads))
    yield "</tr></thead><tbody>"
    for row in rows:
        cells = "".join(f"<td{_class(index)}>{cell}</td>" for index, cell in enumerate(row))
        yield f"<tr>{cells}</tr>"
    yield "</tbody></table></div>"


def _section(title: str, body: Iterator[str]) -> Iterator[str]:
    yield f"<section><h2>{title}</h2>"
    yield from body
    yield "</section>"


def _standings(report: Report) -> Iterator[str]:
    has_byes = any(row.byes and row.bye_points for row in report.standings)
    meetings = ["meetings won"] if report.is_tournament else []
    checks = ["checks"] if report.checks else []
    heads = (
        "", "player", *meetings, "points", *(["byes"] if has_byes else []), "games", "won", "drawn",
        "lost", "rating", "with White", "with Black", "s/move", "longest", "faults", *checks,
    )  # fmt: skip
    rows = [
        (
            str(place), escape(report.names[row.player]),
            *([f"{row.encounters_won}/{row.encounters}"] if meetings else []), f"{row.points:g}",
            *([str(row.byes or "")] if has_byes else []), str(row.games), str(row.wins),
            str(row.draws), str(row.losses), rating_text(report, row), share(*row.with_white),
            share(*row.with_black), *_times_of(row), str(sum(row.faults.values()) or ""),
            *([report.checks.get(report.names[row.player], "")] if checks else []),
        )
        for place, row in enumerate(report.standings, 1)
    ]  # fmt: skip
    yield "<h2>Standings</h2>"
    yield from table(heads, rows)


def _times_of(row: Standing) -> tuple[str, str]:
    """The mean and the longest time of a player's moves."""
    seconds = row.seconds
    return (f"{fmean(seconds):.2f} s", f"{max(seconds):.2f} s") if seconds else ("", "")


def _class(index: int) -> str:
    return ' class="name"' if index == 1 else ""


class _Plot:
    """A plot with a row for each player, names on the left."""

    def __init__(self, report: Report, low: float, high: float, label: str) -> None:
        self._report, self._low, self._high = report, low, high
        self._left = 20 + 7 * max(len(name[:24]) for name in report.names)
        self._width, self._label = self._left + 300, label

    def x(self, value: float) -> float:
        """The horizontal position of a value."""
        span = max(self._high - self._low, 1e-9)
        return round(self._left + 260 * (value - self._low) / span, 1)

    def draw(self, marks: Sequence[str], ticks: Sequence[tuple[float, str]]) -> Iterator[str]:
        """The plot; the marks of a player are drawn around height 0 of its row."""
        height = BAR * len(marks) + 24
        yield (
            f'<svg class="plot" role="img" aria-label="{escape(self._label)}" '
            f'width="{self._width}" height="{height}" viewBox="0 0 {self._width} {height}">'
        )
        for value, tick in ticks:
            x = self.x(value)
            yield f'<path class="axis" d="M{x} 4V{height - 20}"/>'
            yield f'<text class="soft" x="{x}" y="{height - 6}" text-anchor="middle">{tick}</text>'
        for index, (row, mark) in enumerate(zip(self._report.standings, marks, strict=True)):
            name = escape(self._report.names[row.player][:24])
            yield f'<g transform="translate(0 {BAR * index + BAR // 2})">'
            yield f'<text x="{self._left - 12}" y="4" text-anchor="end">{name}</text>{mark}</g>'
        yield "</svg>"


def _ratings(report: Report) -> Iterator[str]:
    ratings = report.ratings
    ends = [
        (ratings.elo[row.player] - ratings.errors[row.player],
         ratings.elo[row.player] + ratings.errors[row.player])
        for row in report.standings
    ]  # fmt: skip
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    plot = _Plot(report, low, high, "Ratings with their errors")
    marks = []
    for row, (one, other) in zip(report.standings, ends, strict=True):
        middle = plot.x(ratings.elo[row.player])
        marks.append(
            f'<path class="bar" d="M{plot.x(one)} 0H{plot.x(other)}"/>'
            f'<circle class="dot" cx="{middle}" r="5"/>'
        )
    step = next(step for step in (50, 100, 200, 500, 1000, 5000) if high - low <= 6 * step)
    ticks = range(step * -(int(-low) // step), int(high) + 1, step)
    yield from plot.draw(marks, [(tick, signed(tick)) for tick in ticks])
    white = f"{signed(ratings.white)} ± {ratings.white_error:.0f}"
    yield f"<p>The advantage of White is {white} Elo here.</p>"


def _times(report: Report) -> Iterator[str]:
    limit = report.control.move or 0.0
    longest = max(max(row.seconds, default=0.0) for row in report.standings)
    # The axis ends at the time limit, unless nobody came near it.
    most = max(longest, limit if longest > limit / 4 else 0.0)
    plot = _Plot(report, 0.0, most, "Seconds per move")
    marks = []
    for row in report.standings:
        if not row.seconds:
            marks.append("")
            continue
        mean, high, longest = _spread(row)
        marks.append(
            f'<path class="bar" d="M{plot.x(0)} 0H{plot.x(longest)}"/>'
            f'<path class="bar thick" d="M{plot.x(0)} 0H{plot.x(high)}"/>'
            f'<circle class="dot" cx="{plot.x(mean)}" r="6"/>'
            f"<title>mean {mean:.3f} s, 95 % {high:.3f} s, longest {longest:.3f} s</title>"
        )
    ticks = [(0.0, "0"), (most, f"{most:.2g} s")]
    yield from plot.draw(marks, ticks)
    yield f"<p>Mean, 95 % of all moves, longest; {escape(str(report.control))}.</p>"


def _spread(row: Standing) -> tuple[float, float, float]:
    """Mean, 95 % quantile and longest."""
    seconds = row.seconds
    high = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    return fmean(seconds), min(high, max(seconds)), max(seconds)


def _colors(report: Report) -> Iterator[str]:
    plot = _Plot(report, 0.0, 1.0, "Score with each colour")
    marks = []
    for row in report.standings:
        mark = ""
        for (points, games), kind, y in (
            (row.with_white, "white", -4),
            (row.with_black, "black", 4),
        ):
            if games:
                x = plot.x(points / games)
                mark += f'<circle class="{kind}" cx="{x}" cy="{y}" r="5"><title>'
                mark += share(points, games)
                mark += f" of {games} games</title></circle>"
        marks.append(mark)
    yield from plot.draw(marks, [(0, "0"), (0.5, "50 %"), (1, "100 %")])
    if report.white_score is not None:
        yield f"<p>White scored {report.white_score:.1%} of all points.</p>"


def _crosstable(report: Report) -> Iterator[str]:
    order = [row.player for row in report.standings]
    yield "<p>Points of the row against the column; choose a number to see its games.</p>"
    yield '<div class="wide"><table><thead><tr><th></th>'
    yield "".join(f"<th>{place}</th>" for place in range(1, len(order) + 1))
    yield "</tr></thead><tbody>"
    for place, one in enumerate(order, 1):
        yield f'<tr><td class="name">{place} {escape(report.names[one])}</td>'
        for other in order:
            points, games = report.points(one, other)
            if one == other:
                yield '<td class="self"></td>'
            elif not games:
                yield "<td></td>"
            else:
                label = f"{report.names[one]} against {report.names[other]}"
                yield (
                    f'<td><button data-meet="{one}-{other}" aria-label="{escape(label)}">'
                    f"{points:g}/{games}</button></td>"
                )
        yield "</tr>"
    yield "</tbody></table></div>"


def _rounds(report: Report) -> Iterator[str]:
    yield "<table><tbody>"
    for pairing, result in report.rounds.items():
        first = escape(report.names[pairing.first])
        second = "bye" if pairing.second is None else escape(report.names[pairing.second])
        score = f"{result.first:g} : {result.second:g}" if result else ""
        yield f"<tr><td>{pairing.round}</td><td>{first}</td><td>{score}</td>"
        yield f'<td class="name">{second}</td></tr>'
    yield "</tbody></table>"


def _kinds(report: Report) -> list[str]:
    """The kinds of faults there were."""
    return sorted({kind for row in report.standings for kind in row.faults})


def _faults(report: Report) -> Iterator[str]:
    kinds = _kinds(report)
    yield "<p>Choose a number to see the games.</p>"
    yield '<div class="wide"><table><thead><tr><th></th>'
    yield "".join(f"<th>{escape(kind)}</th>" for kind in kinds)
    yield "</tr></thead><tbody>"
    for row in report.standings:
        if row.faults:
            yield f'<tr><td class="name">{escape(report.names[row.player])}</td>'
            for kind in kinds:
                count = row.faults.get(kind, 0)
                where = f"{row.player}-{escape(kind)}"
                yield (
                    f'<td><button data-fault="{where}">{count}</button></td>'
                    if count
                    else "<td></td>"
                )
            yield "</tr>"
    yield "</tbody></table></div>"


def replay(report: Report) -> Iterator[str]:
    """The games of a report on a board.

    >>> from tenchips.arena.clock import TimeControl
    >>> report = Report.of_games("Ann against Bob", [], ["Ann", "Bob"], {}, TimeControl(move=1.0))
    >>> next(replay(report)).startswith("<h2>Games</h2>")
    True
    """
    board = svg.draw(Board(), sights=(), last_move=False)
    choices = "".join(
        f'<option value="{number}">{escape(name)}</option>'
        for number, name in enumerate(report.names)
    )
    yield f"""<h2>Games</h2>
<div id="replay" tabindex="-1"><div id="board">{board}</div><div id="side">
<p id="caption" aria-live="polite"></p>
<div id="keys"><button id="first" aria-label="first position">|&lt;</button>
<button id="back" aria-label="a move back">&lt;</button>
<button id="next" aria-label="a move on">&gt;</button>
<button id="last" aria-label="last position">&gt;|</button></div>
<div id="moves"></div>
<label>Games of <select id="filter"><option value="">everyone</option>
<option value="chosen" hidden>the number chosen above</option>{choices}</select></label>
<div id="all"><table><thead><tr><th>game</th><th class="name">White</th><th class="name">Black</th>
<th>result</th><th class="name">how</th><th>moves</th></tr></thead><tbody id="list"></tbody></table>
</div></div></div>"""
    yield f'<script type="application/json" id="games">{_data(report)}</script>'
    yield f"<script>{(HERE / 'page.js').read_text()}</script>"


def _data(report: Report) -> str:
    """The games for the script, in a form that cannot end its element."""
    numbers = {name: number for number, name in enumerate(report.names)}
    games = [_game(key, game, numbers) for key, game in report.games.items()]
    text = json.dumps({"names": report.names, "games": games}, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _game(key: str, game: Game, numbers: dict[str, int]) -> dict[str, Any]:
    outcome = game.board().outcome() if game.fault is None else None
    faults = [(numbers[game.name(color)], REFUSED) for color, _ in game.refused]
    if game.fault is not None:
        faults.append((numbers[game.name(game.fault.color)], game.fault.kind))
    return {
        "key": game_name(key),
        "white": numbers[game.white],
        "black": numbers[game.black],
        "result": game.result,
        "ending": game.fault.sentence if game.fault else game.termination,
        "start": game.start,
        "moves": game.moves,
        "opening": game.opening,
        "seconds": [round(seconds, 2) for seconds in game.seconds],
        "thoughts": game.thoughts,
        "network": outcome.network if outcome else (),
        "faults": faults,
    }
