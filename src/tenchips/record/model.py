"""The record of a game: its tags, its moves with comments and variations, and its result.

Making a `Record` plays every move on a `Board` and raises `RecordError` where one is illegal or
where the result contradicts the moves. Its text is the business of `writing` and `reading`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from tenchips.board import Board
from tenchips.errors import NotationError, TenchipsError, check_items, check_type, wrong_type
from tenchips.notation import START, Move, parse_squares
from tenchips.record.writing import write_record
from tenchips.rules import IllegalMove, ImpossiblePosition, Outcome, Rules, Termination
from tenchips.squares import BLACK, WHITE, Square

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
"""White wins, Black wins, a draw, not finished."""

ANNOTATIONS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""The signs for the quality of a move, from brilliant to blunder."""

NUMBERED_ANNOTATIONS: Final = {
    "$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!",
}  # fmt: skip
"""The signs as other programs for PGN write them."""

DEEPEST_VARIATION: Final = 32
"""How far variations may be nested."""

TOO_DEEP: Final = f"variations are nested more than {DEEPEST_VARIATION} deep: take some apart"

UNKNOWN: Final = "?"
UNKNOWN_DATE: Final = "????.??.??"


class RecordError(TenchipsError):
    """What is wrong with a record, in a sentence, and on which line of the text (from 1).

    >>> print(RecordError("the game has no result", line=3))
    line 3: the game has no result
    """

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence, line)
        self.sentence = sentence
        self.line = line

    def __str__(self) -> str:
        return self.sentence if self.line is None else f"line {self.line}: {self.sentence}"


class ErrorAtMove(RecordError):
    """What is wrong with a move, whose line only the reader of a text knows."""

    def __init__(self, sentence: str, index: int) -> None:
        super().__init__(sentence)
        self.index = index
        """Which move of the record it is, those of variations counted, in the order of the text."""


class ErrorAtTag(RecordError):
    """What is wrong with a tag, or with what it says of the game."""

    def __init__(self, sentence: str, tag: str) -> None:
        super().__init__(sentence)
        self.tag = tag


DECIDED_BY_MOVES: Final = (
    Termination.NETWORK,
    Termination.NO_MOVE,
    Termination.REPETITION,
    Termination.STEP_LIMIT,
)
"""The ends that the moves themselves show."""

KNOWN_TAGS: Final = (
    "Game", "Event", "Date", "White", "Black", "Result", "Rules", "Position", "Termination",
)  # fmt: skip
_TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NETWORK: Final = re.compile(r"network ([0-9]{1,9}-[0-9-]{0,60})")
_UNWRITABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def clean_text(text: str, name: str = "text") -> str:
    """A text as a record holds it, on one line, or `NotationError`."""
    check_type(name, text, str, "a text")
    text = " ".join(text.split())
    if found := _UNWRITABLE.search(text):
        raise NotationError(f"a record cannot hold the character {found[0]!r}: leave it out")
    return text


def _clean_comments(comments: Iterable[str]) -> tuple[str, ...]:
    check_items("comments", comments, str, "texts")
    return tuple(text for comment in comments if (text := clean_text(comment)))


_EVALUATION: Final = re.compile(
    r"([+-](?:[0-9]{1,6}\.[0-9]{2}|M[0-9]{1,4}))/([0-9]{1,4}) ([0-9]{1,7}\.[0-9]{1,3})s"
)


@dataclass(frozen=True)
class Evaluation:
    """How a player evaluated its move: score, depth of the search, seconds taken.

    The score is a text, seen from the player who moves: `+0.25`, or `+M5` for a win forced in
    5 plies.

    >>> str(Evaluation("+0.25", depth=12, seconds=0.31))
    '+0.25/12 0.31s'
    >>> Evaluation.parse("-M4/9 1.50s").value
    -inf
    """

    score: str
    depth: int
    seconds: float

    def __post_init__(self) -> None:
        check_type("score", self.score, str, "a text like '+0.25'")
        check_type("depth", self.depth, int, "an int")
        check_type("seconds", self.seconds, (int, float), "a number")
        object.__setattr__(self, "seconds", round(self.seconds, 2))
        if not _EVALUATION.fullmatch(str(self)):
            raise self._no_evaluation(str(self))

    @classmethod
    def parse(cls, text: str) -> Evaluation:
        """Read `+0.25/12 0.31s`."""
        check_type("evaluation", text, str, "a text like '+0.25/12 0.31s'")
        match = _EVALUATION.fullmatch(text)
        if match is None:
            raise cls._no_evaluation(text)
        score, depth, seconds = match.groups()
        return cls(score, int(depth), float(seconds))

    @staticmethod
    def _no_evaluation(text: str) -> NotationError:
        return NotationError(
            f"{text[:40]!r} is not an evaluation: write score, depth and time, like +0.25/12 0.31s"
        )

    @property
    def value(self) -> float:
        """The score as a number; infinite when the game is decided."""
        return float(self.score[0] + "inf" if "M" in self.score else self.score)

    def __str__(self) -> str:
        return f"{self.score}/{self.depth} {self.seconds:.2f}s"


@dataclass(frozen=True)
class Node:
    """A move in a record, with its comments and the variations played instead.

    >>> node = Node(Move("33"), "!", ("+0.25/12 0.31s", "the only move"))
    >>> node.evaluation.depth
    12
    """

    move: Move
    annotation: str = ""
    comments: tuple[str, ...] = ()
    variations: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        check_type("move", self.move, Move, "a Move")
        check_type("annotation", self.annotation, str, "a text like '!'")
        check_items("variations", self.variations, Line, "Lines")
        if self.annotation and self.annotation not in ANNOTATIONS:
            raise NotationError(
                f"{self.annotation[:40]!r} is not an annotation: write one of "
                + " ".join(ANNOTATIONS)
            )
        object.__setattr__(self, "comments", _clean_comments(self.comments))
        object.__setattr__(self, "variations", tuple(self.variations))
        if not all(line.nodes for line in self.variations):
            raise NotationError(f"a variation of {self.move} is empty: give it a move")
        _ = self.networks  # raises where one has no squares

    @property
    def evaluation(self) -> Evaluation | None:
        """How the player evaluated the move, if a comment says so."""
        for comment in self.comments:
            if _EVALUATION.fullmatch(comment):
                return Evaluation.parse(comment)
        return None

    @property
    def networks(self) -> tuple[tuple[Square, ...], ...]:
        """The networks after the move that comments name.

        >>> Node(Move("33"), comments=("network 20-25-35-33-55-57",)).networks
        (('20', '25', '35', '33', '55', '57'),)
        """
        matches = map(_NETWORK.fullmatch, self.comments)
        return tuple(parse_squares(match[1]) for match in matches if match)


@dataclass(frozen=True)
class Line:
    """Moves one after the other, and the comments before the first of them.

    >>> line = Line((Node(Move("33")), Node(Move("44"))), ("a quiet game",))
    >>> [str(node.move) for node in line], len(line)
    (['33', '44'], 2)
    """

    nodes: tuple[Node, ...] = ()
    comments: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_items("nodes", self.nodes, Node, "Nodes")
        object.__setattr__(self, "nodes", tuple(self.nodes))
        object.__setattr__(self, "comments", _clean_comments(self.comments))

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)


@dataclass(frozen=True)
class Record:
    """A game, complete or not, that can be written down.

    `result` is who won, and `termination` how the game ended, None if it has not or if that is
    unknown. Where the moves themselves end the game the two must agree with them; the termination
    may be left out then, and so may the comment that names the winning network. `more_tags` are
    further tags, kept as they are.

    >>> board = Board(moves="33 44 53")
    >>> print(Record.from_board(board, white="Ann", black="Bob", date="2025.06.01"))
    [Game "Network"]
    [Event "?"]
    [Date "2025.06.01"]
    [White "Ann"]
    [Black "Bob"]
    [Result "*"]
    [Rules "no_move=loss repetition=3 step_limit=200"]
    <BLANKLINE>
    1. 33 44 2. 53 *
    <BLANKLINE>
    """

    line: Line = Line()
    white: str = UNKNOWN
    black: str = UNKNOWN
    event: str = UNKNOWN
    date: str = UNKNOWN_DATE
    result: str = "*"
    termination: Termination | None = None
    rules: Rules = Rules()
    start: str = START
    more_tags: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        check_type("line", self.line, Line, "a Line")
        check_type("result", self.result, str, "a text like '1-0'")
        if self.termination is not None:
            check_type("termination", self.termination, Termination, "a Termination or None")
        for name in "white", "black", "event", "date":
            self._set(name, clean_text(getattr(self, name), name))
        check_items("more_tags", self.more_tags, tuple, "pairs (name, value)")
        if not all(len(pair) == 2 for pair in self.more_tags):
            raise wrong_type("more_tags", self.more_tags, "a tuple or list of pairs (name, value)")
        self._set("more_tags", tuple((name, clean_text(value)) for name, value in self.more_tags))
        names = [clean_text(name) for name, _ in self.more_tags]
        for name in names:
            if name in KNOWN_TAGS or not _TAG_NAME.fullmatch(name):
                raise NotationError(
                    f"{name[:40]!r} cannot be a further tag: write letters, digits and _, "
                    "and not a name that every record has"
                )
        if len(set(names)) < len(names):
            raise NotationError("a further tag is given twice: give each name only once")
        if self.result not in RESULTS:
            raise NotationError(
                f"{self.result[:40]!r} is not a result: write one of {' '.join(RESULTS)}"
            )
        board = self._start_board()
        _check_line(self.line, board, 0, count())
        self._check_result(board.outcome())

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _start_board(self) -> Board:
        try:
            board = Board(self.start, self.rules)
        except (NotationError, ImpossiblePosition) as error:
            raise ErrorAtTag(str(error), "Position") from error
        self._set("start", board.start)
        return board

    def _check_result(self, outcome: Outcome | None) -> None:
        """Compare the result with the moves, and fill in what the moves say about the end."""
        if outcome is None:
            if self.termination in DECIDED_BY_MOVES:
                raise ErrorAtTag(
                    f"the moves do not end the game by {self.termination.value}", "Termination"
                )
            if self.termination is not None and self.result not in ("1-0", "0-1"):
                raise ErrorAtTag(
                    f"a game that ends by {self.termination.value} has a winner: the result is "
                    f"1-0 or 0-1, not {self.result}",
                    "Result",
                )
            return
        if self.result != outcome.result:
            raise ErrorAtTag(
                f"the result is {outcome.result}, not {self.result}: {outcome}", "Result"
            )
        if self.termination not in (None, outcome.termination):
            raise ErrorAtTag(
                f"the game ends by {outcome.termination.value}, not {self.termination.value}",
                "Termination",
            )
        self._set("termination", outcome.termination)
        if outcome.network and self.line.nodes and not self.line.nodes[-1].networks:
            *nodes, last = self.line
            comment = f"network {'-'.join(outcome.network)}"
            last = replace(last, comments=(*last.comments, comment))
            self._set("line", replace(self.line, nodes=(*nodes, last)))

    @classmethod
    def from_board(
        cls,
        board: Board,
        *,
        white: str = UNKNOWN,
        black: str = UNKNOWN,
        event: str = UNKNOWN,
        date: str = UNKNOWN_DATE,
        outcome: Outcome | None = None,
        comments: Sequence[str] = (),
    ) -> Record:
        """The record of the game on a board.

        `outcome` is for games that the moves do not end: by resignation, on time, with an illegal
        move. `comments` go to the moves one by one; an empty text is no comment.

        >>> board = Board(moves="33 44")
        >>> resigned = Outcome(BLACK, Termination.RESIGNATION)
        >>> Record.from_board(board, outcome=resigned).result
        '0-1'
        """
        check_type("board", board, Board, "a Board")
        if outcome is not None:
            check_type("outcome", outcome, Outcome, "an Outcome or None")
        check_items("comments", comments, str, "texts")
        if len(comments) > len(board.moves):
            raise RecordError(
                f"there are {len(comments)} comments for {len(board.moves)} moves: give each "
                "move one at most"
            )
        end = outcome or board.outcome()
        no_comments = [""] * (len(board.moves) - len(comments))
        commented = zip(board.moves, (*comments, *no_comments), strict=True)
        return cls(
            Line(tuple(Node(move, comments=(comment,)) for move, comment in commented)),
            white,
            black,
            event,
            date,
            end.result if end else "*",
            end.termination if end else None,
            board.rules,
            board.start,
        )

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a text that holds exactly one game, or raise `RecordError`.

        >>> record = Record.parse("1. 33! {in the middle} 44 (1... 34 2. 55) 2. 53 *")
        >>> [str(node.move) for node in record.line]
        ['33', '44', '53']
        >>> record == Record.parse(str(record))
        True
        >>> Record.parse("1. 33 33 *")
        Traceback (most recent call last):
        tenchips.record.model.RecordError: line 1: 33 is illegal: 33 already holds a chip
        """
        from tenchips.record.reading import read_record  # which makes records

        check_type("text", text, str, "a text")
        return read_record(text)

    def board(self) -> Board:
        """The board at the end of the main line, with the moves that led there.

        >>> Record.parse("1. 33 44 *").board()
        Board(moves='33 44')
        """
        board = Board(self.start, self.rules)
        for node in self.line:
            board.push_unchecked(node.move)
        return board

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None if the record does not say."""
        if self.termination is None or self.termination in DECIDED_BY_MOVES:
            return self.board().outcome()
        return Outcome(WHITE if self.result == "1-0" else BLACK, self.termination)

    @property
    def tags(self) -> dict[str, str]:
        """All tags, in the order in which they are written."""
        tags = {
            "Game": "Network",
            "Event": self.event,
            "Date": self.date,
            "White": self.white,
            "Black": self.black,
            "Result": self.result,
            "Rules": str(self.rules),
        }
        if self.start != START:
            tags["Position"] = self.start
        if self.termination is not None:
            tags["Termination"] = self.termination.value
        return tags | dict(self.more_tags)

    def __str__(self) -> str:
        """The record as it stands in a file."""
        return write_record(self)


def _check_line(line: Line, board: Board, depth: int, moves: Iterator[int]) -> None:
    """Play a line on the board, and its variations, counting all moves in the order of the text."""
    for node in line:
        place = next(moves)
        try:
            board.push(node.move)
        except IllegalMove as error:
            raise ErrorAtMove(f"{node.move} is illegal: {error}", place) from error
        _check_networks(node, board, place)
        if node.variations:
            if depth == DEEPEST_VARIATION:
                raise ErrorAtMove(TOO_DEEP, place)
            board.pop()
            for variation in node.variations:
                _check_line(variation, board, depth + 1, moves)
                for _ in variation:
                    board.pop()
            board.push_unchecked(node.move)


def _check_networks(node: Node, board: Board, place: int) -> None:
    for network in node.networks:
        outcome = board.outcome()
        if outcome is None or not outcome.network:
            raise ErrorAtMove(
                f"a comment says that {node.move} completes a network, but it does not", place
            )
        if flaw := board.why_not_network(network, outcome.winner):
            raise ErrorAtMove(f"{'-'.join(network)} is not a network: {flaw}", place)
