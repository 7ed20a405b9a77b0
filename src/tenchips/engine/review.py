"""`review`: a recorded game annotated by the engine, with its mistakes marked.

Every move is compared with the best one in a single search, and `marking` says which marks that
makes. What is proven, by the engine or by the book, overrules what is estimated and is noted in
words. A review adds to a record and removes nothing but older evaluations: comments and variations
that were there stay. The moves of an opening that an arena set (`[Opening "5 plies"]`) are nobody's
mistakes and are not marked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean
from typing import Final

from tenchips.board import Board
from tenchips.book import Certificate, certified_result, opening_book
from tenchips.engine.engine import Engine
from tenchips.engine.info import Info, Score
from tenchips.engine.limit import ONE_SECOND, Limit
from tenchips.engine.marking import MARKS, Result, Value, accuracy, given_away, mark
from tenchips.errors import check_type
from tenchips.notation import START, Move
from tenchips.record import Evaluation, Line, Node, Record
from tenchips.squares import BLACK, COLORS, WHITE, Color

NEAR: Final = 5
"""Wins within this many plies are left to the engine, which finds them at once, with the line."""

SHOWN: Final = 6
"""Moves of a better line that are shown, unless it is proven to its end."""


@dataclass(frozen=True)
class Review:
    """The annotated record, and for each colour its marks, the proven wins that it missed, and how
    accurate it was from 0 to 100 (`marking.accuracy`).

    >>> counts = Counter({"??": 1}), Counter()
    >>> record = Record(white="Ann", black="Bob")
    >>> print(Review(record, counts, (1, 0), (80.0, None)).summary(3))
    game 3:
      White, Ann: 0 ?!, 0 ?, 1 ??, 1 missed win, accuracy 80 %
      Black, Bob: 0 ?!, 0 ?, 0 ??, 0 missed wins
    """

    record: Record
    marks: tuple[Counter[str], Counter[str]]
    missed_wins: tuple[int, int]
    accuracy: tuple[float | None, float | None]

    def sentence(self, color: Color) -> str:
        """How one colour played."""
        marks = ", ".join(f"{self.marks[color][mark]} {mark}" for _, mark in reversed(MARKS))
        missed, exact = self.missed_wins[color], self.accuracy[color]
        shown = f"{marks}, {missed} missed win{'s' * (missed != 1)}"
        return shown if exact is None else f"{shown}, accuracy {exact:.0f} %"

    def summary(self, number: int) -> str:
        """What to say about the game, which has this number in its file: a line for each colour."""
        names = zip(COLORS, (self.record.white, self.record.black), strict=True)
        lines = (f"  {color}, {name}: {self.sentence(color)}" for color, name in names)
        return "\n".join([f"game {number}:", *lines])


def totals(reviews: Iterable[Review]) -> list[str]:
    """A line about every player of some games, in the order of their names, and what the numbers
    mean.

    >>> one = Review(Record(white="Ann"), (Counter({"??": 1}), Counter()), (1, 0), (80.0, None))
    >>> totals([one, one])[1]
    'Ann: 2 games, 0 ?!, 0 ?, 2 ??, 2 missed wins, mean accuracy 80 %'
    """
    marks: dict[str, Counter[str]] = {}
    missed, games = Counter[str](), Counter[str]()
    exact: dict[str, list[float]] = {}
    for each in reviews:
        for color, name in zip(COLORS, (each.record.white, each.record.black), strict=True):
            games[name] += 1
            missed[name] += each.missed_wins[color]
            marks.setdefault(name, Counter()).update(each.marks[color])
            accuracy_here = each.accuracy[color]
            exact.setdefault(name, []).extend([] if accuracy_here is None else [accuracy_here])
    lines = []
    for name in sorted(games):
        counts = ", ".join(f"{marks[name][mark]} {mark}" for _, mark in reversed(MARKS))
        lines.append(
            f"{name}: {games[name]} game{'s' * (games[name] != 1)}, {counts}, "
            f"{missed[name]} missed win{'s' * (missed[name] != 1)}"
        )
        if exact[name]:
            lines[-1] += f", mean accuracy {fmean(exact[name]):.0f} %"
    return [
        *lines,
        "?! dubious, ? mistake, ?? blunder: number of moves; accuracy: 100 % is perfect",
    ]


def review(
    record: Record,
    engine: Engine,
    limit: Limit = ONE_SECOND,
    certificates: Sequence[Certificate] = (),
    tick: Callable[[], None] = lambda: None,
) -> Review:
    """Annotate the main line of a game. The limit is for each move.

    With certificates (`tenchips.book.certificates()`), the review also knows where the game is
    solved, and what the opening book says. `tick` is called once for each position.

    >>> missed = Board(moves="33 21 44 64 04 46 26 20 63 25 62")
    >>> with Engine(hash=1) as engine:
    ...     found = review(Record.from_board(missed), engine, Limit(depth=3))
    >>> found.record.line.nodes[-1].annotation, found.missed_wins
    ('??', (1, 0))
    """
    check_type("record", record, Record, "a Record")
    check_type("engine", engine, Engine, "an Engine")
    moves = [node.move for node in record.line]
    findings = _findings(record, moves, engine, limit, certificates, tick)
    marks, missed, nodes = (Counter[str](), Counter[str]()), [0, 0], []
    losses: tuple[list[float | None], list[float | None]] = ([], [])
    announced: Color | None = None
    for node, before, after in zip(record.line, findings, findings[1:], strict=False):
        judged = _judge(before, after)
        turn = before.board.turn
        marks[turn][judged.mark] += bool(judged.mark)
        missed[turn] += judged.missed_win
        losses[turn].append(judged.given_away)
        remark = _remark(before, after, judged, announced)
        announced = after.winner
        nodes.append(_annotated(node, before, after, judged.mark, remark))
    line = replace(record.line, nodes=tuple(nodes))
    exact = accuracy(losses[WHITE]), accuracy(losses[BLACK])
    return Review(replace(record, line=line), marks, (missed[0], missed[1]), exact)


# What is found out about each position


@dataclass
class _Finding:
    """A position of the game with all that is known about it."""

    board: Board
    played: Move | None = None
    is_opening: bool = False
    known: Value | None = None
    """The proven result, seen by the side to move."""
    is_solved: bool = False
    """Whether the book knows it."""
    is_certified: bool = False
    """Whether the book knows it by a certificate, not by a search alone."""
    book_move: Move | None = None
    best: Info | None = None
    """The best move that the search found."""
    given: Info | None = None
    """The move played, as that search scored it."""

    @property
    def winner(self) -> Color | None:
        """Who is proven to win."""
        if self.known is None or self.known.result not in ("win", "loss"):
            return None
        return self.board.turn if self.known.result == "win" else self.board.turn.other

    def learn(self, score: Score) -> None:
        """Take over the result of a search, if it is proven and nothing was known."""
        if self.known is None and score.is_proven:
            self.known = Value.of(score)


def _findings(
    record: Record,
    moves: Sequence[Move],
    engine: Engine,
    limit: Limit,
    certificates: Sequence[Certificate],
    tick: Callable[[], None],
) -> list[_Finding]:
    """What is known before each move and after the last. The search goes from the end to the
    beginning: what it proves about later positions helps with earlier ones."""
    board = Board(record.start, record.rules)
    opening = _opening(record)
    findings = [_Finding(board.copy())]
    for ply, move in enumerate(moves):
        findings[-1].played, findings[-1].is_opening = move, ply < opening
        board.push_unchecked(move)
        findings.append(_Finding(board.copy()))
    following: _Finding | None = None
    for finding in reversed(findings):
        tick()
        _look_up(finding, certificates)
        _search(finding, following, engine, limit)
        following = finding
    for before, after in pairwise(findings):
        if after.known is None and before.known is not None and before.known.result == "loss":
            after.known = Value.proven("win")  # every move lost
    return findings


def _look_up(finding: _Finding, certificates: Sequence[Certificate]) -> None:
    """What is known without a search: the game is over, or the book knows who wins."""
    board = finding.board
    if outcome := board.outcome():
        won = outcome.winner is board.turn
        finding.known = Value.proven(
            "draw" if outcome.winner is None else "win" if won else "loss", 0
        )
        return
    found = None
    if certificates:
        found = certified_result(board, certificates) or opening_book().look_up(board)
    if found and found.plies > NEAR:
        result: Result = "win" if found.winner is board.turn else "loss"
        finding.book_move, finding.known = found.move, Value.proven(result, found.plies)
        finding.is_solved, finding.is_certified = True, found.is_certified


def _search(finding: _Finding, following: _Finding | None, engine: Engine, limit: Limit) -> None:
    """Compare the move played with the best one, as far as that is not known."""
    board, move = finding.board, finding.played
    if board.outcome() is not None:
        return
    if following is None or move is None or finding.is_opening:
        if finding.known is None or finding.known.plies is None:
            finding.best = engine.analyse(board, limit)[0]
            finding.learn(finding.best.score)
        return
    if following.known is not None and following.known.result == "loss":
        # The move wins: there is nothing to compare.
        finding.known = finding.known or following.known.one_ply_earlier()
    elif following.board.outcome() is not None:
        finding.best = engine.analyse(board, limit)[0]
        finding.learn(finding.best.score)
    elif not (finding.is_solved and following.is_solved):
        finding.best, finding.given = engine.compare(board, move, limit)
        finding.learn(finding.best.score)
        if finding.given.score.is_proven and not following.is_solved:
            # The remark on the move must agree with its evaluation.
            following.known = _later(finding.given.score)


def _later(score: Score) -> Value:
    """A proven score of a move, seen in the position it leads to."""
    plies = abs(score.plies or 0) - 1
    return Value.proven("loss" if score.is_win else "win", plies)


def _opening(record: Record) -> int:
    """How many moves were made before the players had a choice.

    >>> _opening(Record.parse('[Opening "5 plies"]\\n\\n1. 33 *'))
    5
    >>> _opening(Record.parse('[Opening "in the middle"]\\n\\n1. 33 *'))
    0
    """
    text = record.tags.get("Opening", "").removesuffix(" plies")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


# What a review says about a move


@dataclass(frozen=True)
class _Judgement:
    """The mark of a move, the winning chances it gave away (None where it had none to lose, or
    where it is not judged), and whether it missed a proven win."""

    mark: str = ""
    given_away: float | None = None
    missed_win: bool = False


def _judge(before: _Finding, after: _Finding) -> _Judgement:
    if before.is_opening:
        return _Judgement()
    proof = after.known.one_ply_earlier() if after.known else None
    best = Value.of(before.best.score) if before.best else before.known
    played = Value.of(before.given.score) if before.given else proof
    if best is None or played is None:
        return _Judgement()
    found = mark(best, played, position=before.known, proof=proof)
    lost = given_away(best, played, position=before.known, proof=proof)
    known = before.known
    won = known is not None and known.result == "win" and known.plies is not None
    return _Judgement(found, lost, bool(found) and won)


def _remark(before: _Finding, after: _Finding, judged: _Judgement, announced: Color | None) -> str:
    """What is certain about a move, in words: that it missed a win, or who wins from here on.
    `announced` is the winner that the remarks before have named."""
    if before.is_opening:
        return ""
    if before.board.position == START and after.book_move and after.winner is BLACK:
        return f"solved: {before.played} loses, Black wins with {after.book_move}"
    won = before.known if before.winner is before.board.turn is not after.winner else None
    if won and won.plies and before.book_move:
        left = "solved win" if before.is_certified else "win proved by search"
        return f"leaves the {left}: {before.book_move} wins in at most {won.plies} plies"
    if won and won.plies and judged.missed_win:
        return f"missed a win in {won.plies}"
    if after.winner in (None, announced) or after.known is None or after.board.outcome():
        return ""
    if after.known.plies is None:
        return f"proven: {after.winner} wins"
    if after.is_solved:
        how = "solved" if after.is_certified else "proved by search"
        return f"{how}: {after.winner} wins in at most {after.known.plies} plies"
    return f"proven: {after.winner} wins in {after.known.plies}"


def _annotated(node: Node, before: _Finding, after: _Finding, mark: str, remark: str) -> Node:
    """The move with its evaluation, what is certain, and the better line if it is marked."""
    comments = [comment for comment in node.comments if not _is_evaluation(comment)]
    new = [text for text in (_evaluation(before, after), remark) if text]
    variations = list(node.variations)
    better = _better(before) if mark else None
    if better is not None and better not in variations:
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


def _evaluation(before: _Finding, after: _Finding) -> str:
    """The value of the move played, from the side of the player who made it."""
    if after.board.outcome() is not None:
        return ""
    known = after.known.one_ply_earlier() if after.known else None
    info = before.given
    if info is not None and (info.score.is_proven or known is None or known.plies is None):
        return str(info.evaluation)
    if after.best is not None:
        info = replace(after.best, score=after.best.score.one_ply_earlier())
    if known is not None and known.plies is not None:
        score = _score(known)
        if info is None or after.is_solved:
            assert before.played is not None
            info = Info.unsearched(before.played, score)
        info = replace(info, score=score)
    return "" if info is None else str(info.evaluation)


def _score(known: Value) -> Score:
    """The score of a proven win or loss whose distance is known."""
    assert known.plies is not None
    return Score.win_in(known.plies if known.result == "win" else -known.plies)


def _better(before: _Finding) -> Line | None:
    """What would have been better than the move played, to the end if that is proven."""
    info = before.best
    if before.book_move is not None and before.known is not None and before.known.plies:
        info = Info.unsearched(before.book_move, _score(before.known))
    if info is None or info.move == before.played:
        return None
    most = len(info.line) if info.score.is_proven else SHOWN
    moves: list[Move] = []
    trial = before.board.copy()
    for move in info.line[:most]:
        if trial.outcome() is not None or trial.why_illegal(move):
            break
        trial.push_unchecked(move)
        moves.append(move)
    first, *rest = (Node(move) for move in moves)
    return Line((replace(first, comments=(str(info.evaluation),)), *rest))
