"""Game records: whole games as text, one or many a file.

A `Record` is a game that can be written down: who played, by which house rules, from which
position, the moves with their comments and variations, and how it ended. Making one plays every
move on a `Board`, so a record that exists is a legal game, its text can always be written, and
reading that text gives the same record again. `read_records` reads a file of many games and
names the line of whatever is wrong with one before it goes on to the next. This room keeps
games; it judges none itself and never thinks about a move.

The text is PGN's. What PGN leaves open is settled here: in comments and in the values of tags a
run of white space counts as one blank; in comments a backslash before a brace or a backslash
(in tags before a quote or a backslash) makes it an ordinary character; in a file with many games
every game begins with its tags on lines of their own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Final

from tenchips.board import Board
from tenchips.errors import TenchipsError
from tenchips.files import real_file, write_whole
from tenchips.notation import START, Move, NotationError, PositionText, parse_squares
from tenchips.rules import IllegalMove, ImpossiblePosition, Outcome, Rules, Termination
from tenchips.squares import BLACK, WHITE, Square

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
"""White wins, Black wins, a draw, not finished."""

ANNOTATIONS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""What may be said of a move in a sign or two, from brilliant to blunder."""

DEEPEST_VARIATION: Final = 32
"""How far variations may stand inside one another."""

WIDTH: Final = 80
"""The columns of a written record."""

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


class _Misfit(RecordError):
    """An error at a place that is not yet a line: a move, counted as written, or a tag."""

    def __init__(self, sentence: str, place: int | str) -> None:
        super().__init__(sentence)
        self.place = place


_BY_THE_MOVES: Final = (
    Termination.NETWORK,
    Termination.NO_MOVE,
    Termination.REPETITION,
    Termination.STEP_LIMIT,
)
_KNOWN_TAGS: Final = (
    "Game", "Event", "Date", "White", "Black", "Result", "Rules", "Position", "Termination",
)  # fmt: skip
_TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NETWORK: Final = re.compile(r"network ([0-9]{1,9}-[0-9-]{0,60})")
_UNWRITABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_QUOTES: Final = re.compile(r'(["\\])')
_BRACES: Final = re.compile(r"([{}\\])")


def _clean(text: str) -> str:
    """A text as a record holds it, on one line, or `NotationError`."""
    text = " ".join(text.split())
    if found := _UNWRITABLE.search(text):
        raise NotationError(f"a record cannot hold the character {found[0]!r}: leave it out")
    return text


def _clean_comments(comments: Iterable[str]) -> tuple[str, ...]:
    return tuple(text for comment in comments if (text := _clean(comment)))


_EVALUATION: Final = re.compile(
    r"([+-](?:[0-9]{1,6}\.[0-9]{2}|M[0-9]{1,4}))/([0-9]{1,4}) ([0-9]{1,7}\.[0-9]{1,3})s"
)


@dataclass(frozen=True)
class Evaluation:
    """What a player thought of its move: score, depth of the search, seconds taken.

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
        object.__setattr__(self, "seconds", round(self.seconds, 2))
        if not _EVALUATION.fullmatch(str(self)):
            raise self._no_evaluation(str(self))

    @classmethod
    def parse(cls, text: str) -> Evaluation:
        """Read `+0.25/12 0.31s`."""
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
    """A move in a record, with what is said about it and what could be played instead.

    >>> node = Node(Move("33"), "!", ("+0.25/12 0.31s", "the only move"))
    >>> node.evaluation.depth
    12
    """

    move: Move
    annotation: str = ""
    comments: tuple[str, ...] = ()
    variations: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
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
        """What the player thought of the move, if a comment says it."""
        for comment in self.comments:
            if _EVALUATION.fullmatch(comment):
                return Evaluation.parse(comment)
        return None

    @property
    def networks(self) -> tuple[tuple[Square, ...], ...]:
        """The networks that comments say stand after the move.

        >>> Node(Move("33"), comments=("network 20-25-35-33-55-57",)).networks
        (('20', '25', '35', '33', '55', '57'),)
        """
        matches = map(_NETWORK.fullmatch, self.comments)
        return tuple(parse_squares(match[1]) for match in matches if match)


@dataclass(frozen=True)
class Line:
    """Moves one after the other, and the comments before the first of them."""

    nodes: tuple[Node, ...] = ()
    comments: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "nodes", tuple(self.nodes))
        object.__setattr__(self, "comments", _clean_comments(self.comments))

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)


@dataclass(frozen=True)
class Record:
    """A game, complete or not, that can be written down.

    `result` is what the game came to, and `termination` how it ended, None if it has not or if
    nobody knows. Where the moves themselves end the game the two must agree with them; the
    termination may be left out then, and so may the comment that names the winning network.
    `more_tags` are further tags, kept as they are.

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
        for name in "white", "black", "event", "date":
            self._set(name, _clean(getattr(self, name)))
        self._set("more_tags", tuple((name, _clean(value)) for name, value in self.more_tags))
        names = [name for name, _ in self.more_tags]
        for name in names:
            if name in _KNOWN_TAGS or not _TAG_NAME.fullmatch(name):
                raise NotationError(
                    f"{name[:40]!r} cannot be a further tag: write letters, digits and _, "
                    "and no name that a record has anyway"
                )
        if len(set(names)) < len(names):
            raise NotationError("a further tag is given twice: give each name once")
        if self.result not in RESULTS:
            raise NotationError(
                f"{self.result[:40]!r} is not a result: write one of {' '.join(RESULTS)}"
            )
        board = self._begin()
        _play(self.line, board, 0, count())
        self._settle(board.outcome())

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _begin(self) -> Board:
        try:
            board = Board(self.start, self.rules)
        except (NotationError, ImpossiblePosition) as error:
            raise _Misfit(str(error), "Position") from error
        self._set("start", board.start)
        return board

    def _settle(self, outcome: Outcome | None) -> None:
        """Hold the result against the moves, and say of a finished game all there is to say."""
        if outcome is None:
            if self.termination in _BY_THE_MOVES:
                raise _Misfit(
                    f"the moves do not end the game by {self.termination.value}", "Termination"
                )
            if self.termination is not None and self.result not in ("1-0", "0-1"):
                raise _Misfit(
                    f"a game that ends by {self.termination.value} has a winner: the result is "
                    f"1-0 or 0-1, not {self.result}",
                    "Result",
                )
            return
        if self.result != outcome.result:
            raise _Misfit(f"the result is {outcome.result}, not {self.result}: {outcome}", "Result")
        if self.termination not in (None, outcome.termination):
            raise _Misfit(
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

        `outcome` is for games that end away from the board: by resignation, on time, with an
        illegal move. `comments` go to the moves one by one; an empty one is none.

        >>> board = Board(moves="33 44")
        >>> resigned = Outcome(BLACK, Termination.RESIGNATION)
        >>> Record.from_board(board, outcome=resigned).result
        '0-1'
        """
        if len(comments) > len(board.moves):
            raise RecordError(
                f"there are {len(comments)} comments for {len(board.moves)} moves: give each "
                "move one at most"
            )
        end = outcome or board.outcome()
        silence = [""] * (len(board.moves) - len(comments))
        said = zip(board.moves, (*comments, *silence), strict=True)
        return cls(
            Line(tuple(Node(move, comments=(comment,)) for move, comment in said)),
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
        tenchips.record.RecordError: line 1: 33 is illegal: 33 already holds a chip
        """
        games = list(_games(text.split("\n")))
        if not games:
            raise RecordError("there is no game in this text", 1)
        if len(games) > 1:
            raise RecordError(
                f"there are {len(games)} games in this text, of which the second begins here: "
                "read_records reads them all",
                games[1][0],
            )
        return _Reader(*games[0]).record()

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
        if self.termination is None or self.termination in _BY_THE_MOVES:
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
        lines = [f'[{name} "{_escaped(value, _QUOTES)}"]' for name, value in self.tags.items()]
        pieces = [*_written(self.line, _plies(PositionText.parse(self.start))), self.result]
        return "\n".join([*lines, "", *_wrapped(pieces), ""])


def _escaped(text: str, special: re.Pattern[str]) -> str:
    return special.sub(r"\\\1", text)


def _unescaped(text: str, special: re.Pattern[str]) -> str:
    return re.sub(rf"\\{special.pattern}", r"\1", text)


def _plies(start: PositionText) -> int:
    """The moves made before a position."""
    return 2 * (start.number - 1) + start.turn


def _play(line: Line, board: Board, depth: int, moves: Iterator[int]) -> None:
    """Play a line on the board and try its variations on the way, numbering all moves."""
    for node in line:
        place = next(moves)
        try:
            board.push(node.move)
        except IllegalMove as error:
            raise _Misfit(f"{node.move} is illegal: {error}", place) from error
        _check_networks(node, board, place)
        if node.variations:
            if depth == DEEPEST_VARIATION:
                raise _Misfit(_TOO_DEEP, place)
            board.pop()
            for variation in node.variations:
                _play(variation, board, depth + 1, moves)
                for _ in variation:
                    board.pop()
            board.push_unchecked(node.move)


_TOO_DEEP: Final = (
    f"the variations stand more than {DEEPEST_VARIATION} deep in one another: take some apart"
)


def _check_networks(node: Node, board: Board, place: int) -> None:
    for network in node.networks:
        outcome = board.outcome()
        if outcome is None or not outcome.network:
            raise _Misfit(
                f"{node.move} does not end the game by a network, and a comment says so", place
            )
        if flaw := board.why_not_network(network, outcome.winner):
            raise _Misfit(f"{'-'.join(network)} is not a network: {flaw}", place)


# Writing


def _written(line: Line, first_ply: int) -> list[str]:
    """A line in pieces between which a line of text may end."""
    pieces = _braced(line.comments)
    numbered = True
    for ply, node in enumerate(line, first_ply):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else f"{ply // 2 + 1}... " * numbered
        pieces.append(f"{number}{node.move}{node.annotation}")
        pieces += _braced(node.comments)
        for variation in node.variations:
            inner = _written(variation, ply)
            inner[0] = f"({inner[0]}"
            inner[-1] += ")"
            pieces += inner
        numbered = bool(node.comments or node.variations)
    return pieces


def _braced(comments: tuple[str, ...]) -> list[str]:
    """Comments in pieces; none of them begins with [, which would look like a tag."""
    return [
        piece
        for comment in comments
        for piece in re.split(r" (?!\[)", f"{{{_escaped(comment, _BRACES)}}}")
    ]


def _wrapped(pieces: list[str]) -> Iterator[str]:
    words: list[str] = []
    width = 0
    for piece in pieces:
        if words and width + len(piece) > WIDTH:
            yield " ".join(words)
            words, width = [], 0
        words.append(piece)
        width += len(piece) + 1
    yield " ".join(words)


# Reading

_TOKEN: Final = re.compile(
    r"""
      (?P<comment> \{ [^\\}]*+ (?: \\. [^\\}]*+ )*+ \} )
    | (?P<tag> \[ \s*+ (?P<name> [A-Za-z][A-Za-z0-9_]*+ ) \s++
          " (?P<value> [^"\\\n]*+ (?: \\[^\n] [^"\\\n]*+ )*+ ) " \s*+ \] )
    | (?P<number> [0-9]++ \. (?: \.\. )? )
    | (?P<annotation> [!?]++ )
    | (?P<move> \[ (?: add | step ) \  [^]\n]*+ \] | [^\s(){}\[\]!?.]++ )
    | (?P<sign> \S )
    """,
    re.VERBOSE | re.DOTALL,
)
_TAG_LINE: Final = re.compile(r"\s*\[(?!add |step )\s*(\w*)")
_BRACE: Final = re.compile(r"\\[{}\\]|[{}]")


def read_records(lines: str | Iterable[str]) -> Iterator[Record | RecordError]:
    """The games of a text or of its lines, each as its record or as what is wrong with it.

    >>> for game in read_records('[White "Ann"]\\n1. 00 *\\n\\n[White "Bob"]\\n1. 33 *'):
    ...     print(game if isinstance(game, RecordError) else game.white)
    line 2: 00 is illegal: nobody may use 00: corners are dead
    Bob
    """
    for first_line, text in _games(lines.split("\n") if isinstance(lines, str) else lines):
        try:
            yield _Reader(first_line, text).record()
        except RecordError as error:
            yield error


def load_records(path: str | os.PathLike[str]) -> Iterator[Record | RecordError]:
    """The games of a file, as `read_records` gives them; `RecordError` if it is not text."""
    data = Path(path).read_bytes()
    try:
        return read_records(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RecordError(
            f"{os.fspath(path)} is not a text in UTF-8: save it as one and try again",
            data.count(b"\n", 0, error.start) + 1,
        ) from error


def save_records(
    path: str | os.PathLike[str], records: Iterable[Record], *, append: bool = False
) -> None:
    """Write records to a file, in place of what was there or after it.

    The file is replaced when all is written: whatever happens, it holds the old games or the
    new ones, never half of them.
    """
    data = "\n".join(map(str, records)).encode()
    try:
        target = real_file(path)
        if append and target.exists() and (before := target.read_bytes().rstrip()):
            data = before + b"\n\n" + data
        write_whole(target, data)
    except OSError as error:
        raise OSError(f"{os.fspath(path)} cannot be saved: {error.strerror}") from error


def _games(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The games of a text, told apart by their tags: the first line's number, and the text.

    A broken game must not swallow the next one. So after an empty line tags begin a game even
    inside a comment, and even with no moves before them if they cannot belong to those above.
    """
    game: list[str] = []
    tags: set[str] = set()
    first = 1
    blank = moves = comment = False
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\r\n")
        if number == 1:
            line = line.removeprefix("\ufeff")
        tag = _TAG_LINE.match(line)
        again = blank and tag and (moves or tag[1] == "Game" or tag[1] in tags)
        if game and (again or (tag and moves and not comment)):
            yield first, "\n".join(game)
            game, tags, moves, comment = [], set(), False, False
        blank = not line or line.isspace()
        if blank and not game:
            continue
        if not game:
            first = number
        game.append(line)
        if tag and not comment:
            tags.add(tag[1])
        elif not blank:
            moves = True
            for brace in _BRACE.findall(line):
                comment = brace == "{" or (comment and brace != "}")
    if game:
        yield first, "\n".join(game)


class _Reader:
    """The text of one game, read token by token. It knows the grammar; `Record` the rest."""

    def __init__(self, first_line: int, text: str) -> None:
        self._first_line, self._text = first_line, text
        self._tokens = _TOKEN.finditer(text)
        self._token = next(self._tokens, None)
        self._tags: dict[str, str] = {}
        self._tag_offsets: dict[str, int] = {}
        self._move_offsets: list[int] = []

    def record(self) -> Record:
        """The whole text as a record, or `RecordError` with its line."""
        self._read_tags()
        rules, start, termination = self._settings()
        line = self._read_line(_plies(start), 0)
        end = self._offset
        result = self._read_result()
        try:
            return Record(
                line,
                self._tags.get("White", UNKNOWN),
                self._tags.get("Black", UNKNOWN),
                self._tags.get("Event", UNKNOWN),
                self._tags.get("Date", UNKNOWN_DATE),
                result,
                termination,
                rules,
                str(start),
                tuple(tag for tag in self._tags.items() if tag[0] not in _KNOWN_TAGS),
            )
        except _Misfit as error:
            if isinstance(error.place, int):
                offset = self._move_offsets[error.place]
            else:
                offset = self._tag_offsets.get(error.place, end)
            raise self._error(error.sentence, offset) from error

    def _error(self, sentence: str, offset: int | None = None) -> RecordError:
        offset = self._offset if offset is None else offset
        return RecordError(sentence, self._first_line + self._text.count("\n", 0, offset))

    @property
    def _offset(self) -> int:
        """Where reading has come to; at the end, the last thing written."""
        return self._token.start() if self._token else len(self._text.rstrip())

    @property
    def _kind(self) -> str:
        return (self._token and self._token.lastgroup) or "end"

    @property
    def _word(self) -> str:
        return self._token[0] if self._token else ""

    def _advance(self) -> None:
        self._token = next(self._tokens, None)

    def _read_tags(self) -> None:
        while self._token and self._kind == "tag":
            name, value = self._token["name"], _unescaped(self._token["value"], _QUOTES)
            if name in self._tags:
                raise self._error(f"the tag {name[:40]} is given twice: leave one out")
            try:
                self._tags[name] = _clean(value)
            except NotationError as error:
                raise self._error(str(error)) from error
            self._tag_offsets[name] = self._offset
            self._advance()

    def _settings(self) -> tuple[Rules, PositionText, Termination | None]:
        """What the tags say about the game, checked for form."""
        tags = self._tags
        if tags.get("Game", "Network") != "Network":
            raise self._error(
                f"this is a record of {tags['Game'][:40]!r}, and only Network is read here",
                self._tag_offsets["Game"],
            )
        name = "Rules"
        try:
            rules = Rules.parse(tags.get(name, ""))
            name = "Position"
            start = PositionText.parse(tags.get(name, START))
        except NotationError as error:
            raise self._error(str(error), self._tag_offsets[name]) from error
        if "Termination" not in tags:
            return rules, start, None
        try:
            return rules, start, Termination(tags["Termination"])
        except ValueError as error:
            raise self._error(
                f"{tags['Termination'][:40]!r} is no way to end a game: write one of "
                + ", ".join(termination.value for termination in Termination),
                self._tag_offsets["Termination"],
            ) from error

    def _read_line(self, ply: int, depth: int) -> Line:
        comments = tuple(self._read_comments())
        nodes: list[Node] = []
        while self._kind in ("number", "move") and self._word not in RESULTS:
            nodes.append(self._read_node(ply, depth))
            ply += 1
        return Line(tuple(nodes), comments)

    def _read_comments(self) -> list[str]:
        comments: list[str] = []
        while self._kind == "comment":
            try:
                comments.append(_clean(_unescaped(self._word[1:-1], _BRACES)))
            except NotationError as error:
                raise self._error(str(error)) from error
            self._advance()
        return comments

    def _read_node(self, ply: int, depth: int) -> Node:
        comments = self._read_number(ply)
        offset = self._offset
        self._move_offsets.append(offset)
        move = self._read_move()
        annotation = self._read_annotation()
        comments += self._read_comments()
        variations: list[Line] = []
        while self._word == "(":
            if depth == DEEPEST_VARIATION:
                raise self._error(_TOO_DEEP)
            variations.append(self._read_variation(ply, depth + 1))
            comments += self._read_comments()
        try:
            return Node(move, annotation, tuple(comments), tuple(variations))
        except NotationError as error:
            raise self._error(str(error), offset) from error

    def _read_number(self, ply: int) -> list[str]:
        """Pass over the number of a move; return the comments between the two."""
        if self._kind != "number":
            return []
        due = f"{ply // 2 + 1}." + ".." * (ply % 2)
        if self._word != due:
            raise self._error(
                f"{self._word[:20]} stands where {due} is due: check the moves before it"
            )
        self._advance()
        comments = self._read_comments()
        if self._kind != "move" or self._word in RESULTS:
            raise self._unexpected(f"a move comes after {due}")
        return comments

    def _read_move(self) -> Move:
        try:
            move = Move.parse(self._word)
        except NotationError as error:
            raise self._error(str(error)) from error
        self._advance()
        return move

    def _read_annotation(self) -> str:
        if self._kind != "annotation":
            return ""
        annotation = self._word
        if annotation not in ANNOTATIONS:
            raise self._error(
                f"{annotation[:20]} is not an annotation: write one of {' '.join(ANNOTATIONS)}"
            )
        self._advance()
        return annotation

    def _read_variation(self, ply: int, depth: int) -> Line:
        self._advance()
        line = self._read_line(ply, depth)
        if not line.nodes:
            raise self._error("a variation is empty: write a move after (")
        if self._word != ")":
            raise self._unexpected("a variation ends with )")
        self._advance()
        return line

    def _read_result(self) -> str:
        result = self._word
        if result not in RESULTS:
            raise self._unexpected(f"a game ends with its result, one of {' '.join(RESULTS)}")
        if self._tags.get("Result", result) != result:
            raise self._error(
                f"the result {result} is not that of the tag, {self._tags['Result'][:40]!r}"
            )
        self._advance()
        if self._token:
            raise self._error(
                f"the game goes on after its result {result}: take it out, or begin a new game "
                "with its tags on lines of their own"
            )
        return result

    def _unexpected(self, rule: str) -> RecordError:
        """An error about a token that has no place here."""
        if self._word == "{":
            return self._error("a comment is not closed: end it with }")
        if self._word == "[":
            return self._error('this is not a tag: write [Name "value"]')
        if self._kind == "tag":
            return self._error(f"the tag {self._word[:40]} stands among the moves: {rule}")
        found = f"{self._word[:20]} has no place here" if self._word else "the game breaks off"
        return self._error(f"{found}: {rule}")
