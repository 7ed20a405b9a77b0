"""The report of an evaluation as one page of HTML that loads nothing else, in the style of the
arena's reports: tables, the ladder, and the wins that were given away, on boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from tenchips.arena.page import HERE
from tenchips.cli.evaluate import intervals, percent, plies
from tenchips.learning.evaluation import Measures, by_phase
from tenchips.learning.proofs import WIN
from tenchips.render import svg

if TYPE_CHECKING:
    from tenchips.cli.evaluate import Evaluation
    from tenchips.learning.evaluation import Answer

SHOWN: Final = 24
"""How many wins given away are shown."""

STYLE: Final = """
.boards { display: flex; flex-wrap: wrap; gap: 1.2rem }
.boards figure { margin: 0; width: min(260px, 94vw) }
.boards svg { width: 100%; height: auto; display: block }
.boards figcaption { color: var(--soft); font-size: .9rem }
"""


def draw(made: Evaluation) -> str:
    """The page."""
    title = f"{made.agent} against the truth"
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{(HERE / 'page.css').read_text()}{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            f"<p>{len(made.answers)} positions whose value and winning moves are proven, "
            f"{made.seconds:g} s a move, seed {made.seed}.</p>",
            *_measures(made),
            *(_ladder(made) if made.rungs else ()),
            *_mistakes([one for one in made.answers if one.example.value == WIN and not one.keeps]),
            "</body></html>\n",
        ]
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    yield '<div class="wide"><table><thead><tr>'
    yield "".join(f"<th>{head}</th>" for head in heads)
    yield "</tr></thead><tbody>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>"
    yield "</tbody></table></div>"


def _measures(made: Evaluation) -> Iterator[str]:
    heads = ("", "positions", "value right", "wins kept", "by chance", "delay", "haste", "faults")
    rows = [
        (
            name, one.positions, percent(one.value.share), percent(one.kept.share),
            percent(one.chance), plies(one.delay), plies(one.haste), one.faults,
        )
        for name, one in {"all": Measures.of(made.answers), **by_phase(made.answers)}.items()
    ]  # fmt: skip
    yield "<h2>Measures</h2>"
    yield from _table(heads, rows)
    yield (
        "<p><b>Value right</b>: its score is on the side that wins. <b>Wins kept</b>: of the won "
        "positions in which some move gives the win away; <b>by chance</b> is what random moves "
        "keep. <b>Delay</b>: plies later than the shortest win. <b>Haste</b>: plies sooner than "
        "necessary in lost positions.</p>"
    )
    yield (
        f"<p>{intervals(Measures.of(made.answers))}. The parts have fewer positions, so their "
        "shares vary more.</p>"
    )


def _ladder(made: Evaluation) -> Iterator[str]:
    assert made.rating is not None
    rating, error = made.rating
    yield "<h2>Ladder</h2>"
    yield f"<p>Elo {rating:.0f} ± {error:.0f}, where a random player has 0.</p>"
    rows = [
        (rung.name, rung.rating, f"{rung.points:g} of {rung.games}",
         percent(rung.points / rung.games))
        for rung in made.rungs
    ]  # fmt: skip
    yield from _table(("opponent", "Elo", "points", "score"), rows)


def _mistakes(answers: Sequence[Answer]) -> Iterator[str]:
    yield f"<h2>Wins given away: {len(answers)}</h2>"
    if len(answers) > SHOWN:
        yield f"<p>The first {SHOWN} are shown.</p>"
    yield '<div class="boards">'
    for answer in answers[:SHOWN]:
        board, moves = answer.example.board(), answer.example.moves
        played = (
            [] if answer.move is None else [(answer.move.origin or answer.move.to, answer.move.to)]
        )
        picture = svg.draw(
            board, size=260, sights=(), last_move=False, network=(), arrows=played,
            highlights=sorted({move.to for move in moves}),
        )  # fmt: skip
        some = ", ".join(map(str, moves[:6])) + (", …" if len(moves) > 6 else "")
        what = escape(answer.fault) if answer.move is None else f"played {answer.move}"
        yield (
            f"<figure>{picture}<figcaption>{board.turn} to move, wins in "
            f"{'' if answer.example.is_exact else 'at most '}{answer.example.plies}: {what}; "
            f"{len(moves)} of {len(board.legal_moves)} moves win: {some}</figcaption></figure>"
        )
    yield "</div>"
