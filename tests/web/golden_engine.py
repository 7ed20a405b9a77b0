"""Write what the engine says about some positions, for its WebAssembly build to agree with.

    python tests/web/golden_engine.py build/golden-engine.json

Rules, counts, searches to the node, the opinions of every level with the same luck, the exact
search and the certificates: each with the question in the form that the browser's engine takes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, cast

from tenchips import BLACK, WHITE, Board, Rules
from tenchips.book import Certificate, certificates, opening_book, winner_after
from tenchips.book.certificate import chips_of, position_text, seen_by_winner
from tenchips.book.exact import Exact
from tenchips.book.exact_steps import ExactSteps
from tenchips.core import Position
from tenchips.engine import Engine, Info, Limit, Score
from tenchips.engine.bench import HASH, SEARCHES
from tenchips.engine.engine import _situation
from tenchips.engine.levels import LEVELS, TABLE, LevelSearch
from tenchips.engine.search import SURE, WIN
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.notation import Move
from tenchips.squares import COLORS

sys.path.append(str(Path(__file__).parents[1]))
from positions import VECTORS, boards, there_and_back

SEED = 1969
MOST_SEQUENCES = 3_000_000
CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"

Thing = dict[str, Any]


class ScriptedLuck:
    """Numbers that look random enough, and that any language can make."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def random(self) -> float:
        self._state = (self._state * 1664525 + 1013904223) % 2**32
        return self._state / 2**32

    def gauss(self, mean: float, spread: float) -> float:
        assert mean == 0
        total = self.random() + self.random() + self.random() + self.random()
        return spread * (total - 2)


def rules() -> Iterator[Thing]:
    """Legal moves, networks and lines of positions of every kind."""
    for board in boards(SEED, 400):
        position = Position.of(board)
        yield {
            "position": board.position,
            "legal": position.legal_actions(),
            "networks": [position.has_network(color) for color in COLORS],
            "links": [position.links(color) for color in COLORS],
            "winning": 0 if board.outcome() else position.winning_action() or 0,
        }


def counts() -> Iterator[Thing]:
    """Move sequences counted by other programs."""
    for vector in VECTORS:
        for depth, count in vector["perft"].items():
            if count <= MOST_SEQUENCES:
                yield {"position": vector["position"], "depth": int(depth), "count": count}


def searches() -> Iterator[Thing]:
    """Searches by depth, by nodes, with several lines, and in games that may be drawn."""
    for position, depth in SEARCHES:
        yield searched(Board(position), depth=depth - 1)
        yield searched(Board(position), lines=3, depth=4)
        yield searched(Board(position), nodes=20_000)
    for some in (Rules(), Rules(step_limit=8), Rules(no_move="draw", repetition=4)):
        yield searched(there_and_back(SEARCHES[-3][0], some), depth=4)


def searched(board: Board, lines: int = 1, **limit: int) -> Thing:
    """A search in a fresh engine."""
    with Engine(hash=HASH) as engine:
        found = engine.analyse(board, Limit(**limit), lines)  # type: ignore[arg-type]
    return {
        "game": {
            "position": board.start,
            "moves": [str(move) for move in board.moves],
            "rules": house_rules(board),
        },
        "limit": limit,
        "lines": lines,
        "found": [shown(info) for info in found],
    }


def house_rules(board: Board) -> Thing:
    """The house rules of a game, as the site names them."""
    rules = board.rules
    return {
        "noMove": rules.no_move,
        "repetition": rules.repetition,
        "stepLimit": rules.step_limit,
    }


def shown(info: Info) -> Thing:
    """What does not depend on the clock."""
    return {
        "rank": info.rank,
        "depth": info.depth,
        "seldepth": info.seldepth,
        "points": info.score.points,
        "moves": [str(move) for move in info.line],
        "nodes": info.nodes,
        "hashfull": info.hashfull,
    }


def levels() -> Iterator[Thing]:
    """What each level thinks of every move, with scripted luck."""
    table = Table(TABLE)
    starts = [Board(position) for position, _ in SEARCHES]
    starts += [board.copy() for board in boards(SEED + 2, 60) if not board.outcome()][:6]
    for number, level in LEVELS.items():
        for seed, board in enumerate(starts):
            table.clear()
            luck = cast(Random, ScriptedLuck(seed))
            search = LevelSearch(level, _situation(board), luck, Searcher(table, Signal()))
            rated = search.rated_moves()
            yield {
                "level": number,
                "seed": seed,
                "game": {"position": board.position},
                "rated": [[one.action, one.points] for one in rated],
                "nodes": search.nodes,
                "depth": search.depth,
            }


def checks() -> Iterator[Thing]:
    """What the exact search proves, for either colour, with either side to move."""
    for certificate in certificates():
        rng = Random(SEED)
        shortest = [chips for chips, (_, plies) in certificate.entries.items() if plies == 7]
        for chips in rng.sample(sorted(shortest), 10):
            board = Board(position_text(chips, certificate.winner))
            for _ in range(5):
                found = certificate.move(board)
                board.push(found[0] if found else rng.choice(list(board.legal_moves)))
                if not board.outcome():
                    yield from checked(board)
                else:
                    break


def checked(board: Board) -> Iterator[Thing]:
    """Whether the player to move wins within an odd number of plies, or loses within an even."""
    for plies in (1, 2, 3, 4, 5):
        own, other = attackers_view(board, plies)
        exact = Exact()
        proved = (exact.wins if plies % 2 else exact.loses)(own, other, plies)
        nodes = exact.nodes
        square = exact.move(own, other, plies) if proved and plies % 2 else None
        yield {
            "position": board.position,
            "plies": plies,
            "proved": proved,
            "move": None if square is None else certificates()[board.turn].name(square),
            "nodes": nodes,
        }


def attackers_view(board: Board, plies: int) -> tuple[int, int]:
    """The chips of a board as the exact search takes them: the attacker has the last move."""
    attacker = board.turn if plies % 2 else board.turn.other
    return seen_by_winner(chips_of(board), attacker)


def step_checks() -> Iterator[Thing]:
    """What the exact search that knows steps proves, where somebody has no chip in hand."""
    for board in boards(SEED + 3, 160):
        if board.outcome() or all(board.hand(color) for color in COLORS):
            continue
        for plies in (1, 2, 3, 4):
            own, other = attackers_view(board, plies)
            exact = ExactSteps()
            proved = (exact.wins if plies % 2 else exact.loses)(own, other, plies)
            yield {
                "position": board.position,
                "plies": plies,
                "proved": proved,
                "move": None,
                "nodes": exact.nodes,
            }


def strategies() -> Iterator[Thing]:
    """The whole of each certificate, as a hash, and what it says along games."""
    for certificate in certificates():
        rng = Random(SEED)
        rows = sorted((*chips, *entry) for chips, entry in certificate.entries.items())
        text = "".join(f"{own} {other} {square} {plies}\n" for own, other, square, plies in rows)
        yield {
            "winner": str(certificate.winner).lower(),
            "left": certificate.left,
            "count": len(rows),
            "sha256": sha256(text.encode()).hexdigest(),
            "answers": list(answers(fresh(certificate), rng)),
        }


def fresh(certificate: Certificate) -> Certificate:
    """The same one, which has not been asked anything yet: of wins in few plies it may give
    another move once it has seen others."""
    return Certificate(certificate.entries, certificate.left, certificate.winner)


def answers(certificate: Certificate, rng: Random) -> Iterator[Thing]:
    """Games in which the winner follows the certificate, and the other side now and then the
    longest resistance."""
    winner = certificate.winner
    for _ in range(12):
        board = Board() if winner is WHITE else Board(moves=[rng.choice(("11", "16", "61", "66"))])
        while not board.outcome():
            is_winner = board.turn is winner
            asked = rng.random() < 0.3
            found = None
            if is_winner or asked:
                found = certificate.move(board) if is_winner else certificate.resistance(board)
                yield {
                    "position": board.position,
                    "move": found and str(found[0]),
                    "plies": found and found[1],
                }
            board.push(found[0] if found else rng.choice(list(board.legal_moves)))
    other = Board(moves="33 44 22")
    yield {"position": other.position, "move": None, "plies": None}


def scores() -> Iterator[Thing]:
    """Scores in words."""
    for points in (0, 25, -7, 1234, SURE, -SURE, WIN - 1, WIN - 7, 6 - WIN, -WIN):
        score = Score(points)
        plies = None if score.plies is None else abs(score.plies)
        yield {"points": points, "text": str(score), "plies": plies, "chance": score.chance}


def openings() -> Iterator[Thing]:
    """What the opening book says of some positions of one to five chips."""
    rng = Random(SEED)
    for _ in range(200):
        board = Board()
        for _ in range(rng.randrange(1, 6)):
            board.push(rng.choice(list(board.legal_moves)))
        found = opening_book().look_up(board)
        yield {
            "position": board.position,
            "found": found
            and {
                "winner": str(found.winner).lower(),
                "move": str(found.move),
                "plies": found.plies,
                "source": "certificate" if found.is_certified else "solver",
            },
        }


def first_moves() -> Iterator[Thing]:
    """Who wins after each first move, and within how many plies from the empty board, where a
    certificate says so."""
    for move in Board().legal_moves:
        yield {
            "move": str(move),
            "winner": str(winner_after(move)).lower(),
            "plies": certified_plies("".join(min(digit, str(7 - int(digit))) for digit in move.to)),
        }


@cache
def certified_plies(first: str) -> int | None:
    """The plies that a certificate gives the winner after one of the twelve first moves."""
    white, black = certificates()
    if winner_after(Move(first)) is BLACK:
        answer = black.move(Board(moves=[first]))
        return answer and 1 + answer[1]
    file = CERTIFICATES / f"{first}.cert"
    if first != "33" and not file.exists():
        return None
    opening = (white if first == "33" else Certificate.load(file)).move(Board())
    assert opening is not None
    assert opening[0] == Move(first)
    return opening[1]


def everything() -> Thing:
    """All that the file holds."""
    parts = (
        rules,
        counts,
        searches,
        levels,
        checks,
        step_checks,
        strategies,
        openings,
        scores,
        first_moves,
    )
    return {part.__name__: list(part()) for part in parts} | {
        "table": {str(number): vars(level) for number, level in LEVELS.items()},
        "hash": HASH,
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(everything()) + "\n")
