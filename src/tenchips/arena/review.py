"""Games played before, looked at by the engine: where they turned, and what was missed.

Each move is judged by the winning chances it gave away: a tenth makes it dubious (`?!`), two tenths
a mistake (`?`), three tenths a blunder (`??`). What the engine can prove it says as a fact. The
review adds to a record and takes nothing away: comments and variations that were there stay. For
the opening that an arena set (`[Opening "5 plies"]`) it blames nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from tenchips.arena.game import opinion
from tenchips.board import Board
from tenchips.book import Certificate, refutation
from tenchips.engine import Engine, Info, Limit, Score
from tenchips.notation import START, Move
from tenchips.record import Evaluation, Line, Node, Record
from tenchips.squares import COLORS

MARKS: Final = ((0.3, "??"), (0.2, "?"), (0.1, "?!"))
"""What a move is called that gave away so much of the chance to win."""

NEAR: Final = 5
"""Plies within which the engine needs no certificate."""

SHOWN: Final = 6
"""Moves of the engine's line that are shown, when it proves nothing."""


@dataclass(frozen=True)
class Review:
    """The annotated record, and for each colour what was found in its moves."""

    record: Record
    marks: tuple[Counter[str], Counter[str]]
    missed_wins: tuple[int, int]

    def summary(self, number: int) -> str:
        """A line about each game."""
        parts = []
        for color, name in zip(COLORS, (self.record.white, self.record.black), strict=True):
            marks = ", ".join(f"{self.marks[color][mark]} {mark}" for _, mark in reversed(MARKS))
            missed = self.missed_wins[color]
            parts.append(f"{name} {marks}, {missed} missed win{'s' * (missed != 1)}")
        return f"game {number}: {'; '.join(parts)}"


def review(
    record: Record,
    engine: Engine,
    limit: Limit = Limit(time=1.0),
    certificate: Certificate | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Review:
    """Look at every move of a game's main line; with the certificate of the solved game, also say
    where White enters or leaves what is proven there. `tick` is called at each position.

    >>> missed = Board(moves="33 21 44 64 04 46 26 20 63 25 62")
    >>> with Engine(hash=1) as engine:
    ...     found = review(Record.from_board(missed), engine, Limit(depth=3))
    >>> found.record.line.nodes[-1].annotation, found.missed_wins
    ('??', (2, 0))
    """
    board = Board(record.start, record.rules)
    thoughts = _thoughts(board, record, engine, limit, tick)
    marks, missed, nodes = (Counter[str](), Counter[str]()), [0, 0], []
    known = _solved(board, certificate)
    opening = _opening(record)
    for ply, node in enumerate(record.line):
        before, after = thoughts[ply], thoughts[ply + 1]
        if ply < opening:
            # Nobody chose this move: what stood before it was no better.
            before = _Thought(-after.score)
        mark = _mark(before, after)
        turn = board.turn
        marks[turn][mark] += bool(mark)
        missed[turn] += _is_missed(before, after)
        found = _annotated(node, board, before, after, mark)
        board.push_unchecked(node.move)
        known, was_known = _solved(board, certificate), known
        if ply < opening:
            said = ""
        elif ply == 0 and record.start == START and was_known and not known:
            said = _first(node.move)
        else:
            said = _solution(was_known, known, first=ply == 0)
        if said:
            found = replace(found, comments=(*found.comments, said))
        nodes.append(found)
    line = replace(record.line, nodes=tuple(nodes))
    return Review(replace(record, line=line), marks, (missed[0], missed[1]))


def _opening(record: Record) -> int:
    """How many moves were made before the players had a say.

    >>> _opening(Record.parse('[Opening "5 plies"]\\n\\n1. 33 *'))
    5
    >>> _opening(Record.parse('[Opening "in the middle"]\\n\\n1. 33 *'))
    0
    """
    said = record.tags.get("Opening", "").removesuffix(" plies")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else 0


def _solved(board: Board, certificate: Certificate | None) -> tuple[Move, int] | None:
    """The move that the certificate knows in a position White has won, and the plies to the end
    at most."""
    if certificate is None or board.outcome() is not None:
        return None
    return certificate.move(board) or certificate.resistance(board)


def _first(move: Move) -> str:
    """What is known of a first move that the certificate does not begin with.

    >>> _first(Move("22")), _first(Move("61"))
    ('solved: White wins with 22 too', 'solved: 61 loses, Black wins with 43')
    """
    answer = refutation(move)
    if answer is None:
        return f"solved: White wins with {move} too"
    return f"solved: {move} loses, Black wins with {answer}"


def _solution(
    before: tuple[Move, int] | None, after: tuple[Move, int] | None, *, first: bool
) -> str:
    """What a move did to a win that is known.

    >>> _solution((Move("51"), 13), None, first=False)
    'leaves the solved win: 51 wins in 13 at most'
    >>> _solution(None, (Move("44"), 12), first=False)
    'solved: White wins in 12 at most'
    """
    if after is not None and (before is None or first):
        return f"solved: White wins in {after[1]} at most"
    # A win within a few plies is the engine's to tell.
    if before is not None and after is None and before[1] > NEAR:
        return f"leaves the solved win: {before[0]} wins in {before[1]} at most"
    return ""


@dataclass(frozen=True)
class _Thought:
    """What is known of a position, seen from the player to move: no line where the game is over."""

    score: Score
    info: Info | None = None


def _thoughts(
    board: Board, record: Record, engine: Engine, limit: Limit, tick: Callable[[], None]
) -> list[_Thought]:
    """What the engine thinks before each move and after the last. From the end to the beginning,
    so that what it finds out about later positions helps with earlier ones."""
    boards = [board.copy()]
    for node in record.line:
        following = boards[-1].copy()
        following.push_unchecked(node.move)
        boards.append(following)
    return [_thought(each, engine, limit, tick) for each in reversed(boards)][::-1]


def _thought(board: Board, engine: Engine, limit: Limit, tick: Callable[[], None]) -> _Thought:
    tick()
    outcome = board.outcome()
    if outcome is None:
        info = engine.play(board, limit)
        return _Thought(info.score, info)
    if outcome.winner is None:
        return _Thought(Score(0))
    return _Thought(Score.win_in(1 if outcome.winner is board.turn else -1))


def _mark(before: _Thought, after: _Thought) -> str:
    """What to call a move by the chance it gave away."""
    lost = before.score.chance - (-after.score).chance
    return next((mark for least, mark in MARKS if lost >= least - 1e-9), "")


def _is_missed(before: _Thought, after: _Thought) -> bool:
    """Whether a proven win is no longer one."""
    return _is_won(before.score) and not _is_won(-after.score)


def _is_won(score: Score) -> bool:
    return score.is_proven and score.points > 0


def _annotated(node: Node, board: Board, before: _Thought, after: _Thought, mark: str) -> Node:
    """The move with its evaluation, and with the better line where it is marked."""
    comments = [comment for comment in node.comments if not _is_evaluation(comment)]
    said = _evaluation(after)
    new = [said] if said else []
    if proven := _proven(before, after):
        new.append(proven)
    variations = list(node.variations)
    if mark and before.info is not None and before.info.move != node.move:
        better = _line(board, before.info)
        if better not in variations:
            variations.append(better)
    return replace(
        node,
        annotation=mark or node.annotation,
        comments=(*new, *comments),
        variations=tuple(variations),
    )


def _is_evaluation(comment: str) -> bool:
    try:
        Evaluation.parse(comment)
    except ValueError:
        return False
    return True


def _evaluation(after: _Thought) -> str:
    """The engine's opinion after a move, from the side of who made it."""
    if after.info is None:
        return ""
    # Counted from before the move, a proven end is a ply further off.
    score = -after.score
    if score.plies is not None:
        far = abs(score.plies) + 1
        score = Score.win_in(far if score.points > 0 else -far)
    return opinion(replace(after.info, score=score))


def _proven(before: _Thought, after: _Thought) -> str:
    """What is certain: a win missed, a win kept, or a loss."""
    if after.info is None:
        return "" if not _is_missed(before, after) else f"missed a {before.score}"
    if _is_missed(before, after):
        return f"missed a {before.score}"
    if (-after.score).is_proven and not before.score.is_proven:
        return "proven: wins" if _is_won(-after.score) else "proven: loses"
    return ""


def _line(board: Board, info: Info) -> Line:
    """The engine's line as a variation, to its end if it is proven, with what it leads to."""
    most = len(info.line) if info.score.is_proven else SHOWN
    moves: list[Move] = []
    trial = board.copy()
    for move in info.line[:most]:
        if trial.outcome() is not None or trial.why_illegal(move):
            break
        trial.push_unchecked(move)
        moves.append(move)
    first, *rest = (Node(move) for move in moves)
    return Line((replace(first, comments=(opinion(info),)), *rest))
