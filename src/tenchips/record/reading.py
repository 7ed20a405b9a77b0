"""Reading records: a text is divided into games, and each game is read token by token.

The reader knows the grammar; `Record` checks the rest by playing the game. Whatever is wrong with
a game is a `RecordError` that names its line, and never keeps the next game from being read.

Moves alone are a game too: without tags the result may be left out, and the moves tell it. Commas
between moves count as white space.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tenchips.board import Board
from tenchips.errors import check_type, quoted, wrong_type
from tenchips.notation import START, Move, NotationError, PositionText
from tenchips.record.model import (
    ANNOTATIONS,
    DEEPEST_VARIATION,
    KNOWN_TAGS,
    NUMBERED_ANNOTATIONS,
    RESULTS,
    TOO_DEEP,
    UNKNOWN,
    UNKNOWN_DATE,
    ErrorAtMove,
    ErrorAtTag,
    Line,
    Node,
    Record,
    RecordError,
    clean_text,
)
from tenchips.record.writing import BRACES, QUOTES, plies_before, unescape
from tenchips.rules import Rules, Termination

_TOKEN: Final = re.compile(
    r"""
      (?P<comment> \{ [^\\}]*+ (?: \\. [^\\}]*+ )*+ \} )
    | (?P<tag> \[ \s*+ (?P<name> [A-Za-z][A-Za-z0-9_]*+ ) \s++
          " (?P<value> [^"\\\n]*+ (?: \\[^\n] [^"\\\n]*+ )*+ ) " \s*+ \] )
    | (?P<number> [0-9]++ \. (?: \.\. )? )
    | (?P<annotation> [!?]++ | \$[0-9]{1,3}+ )
    | (?P<move> \[ (?: add | step ) \  [^]\n]*+ \] | [^\s,(){}\[\]!?.]++ )
    | (?P<sign> [^\s,] )
    """,
    re.VERBOSE | re.DOTALL,
)
_TAG_LINE: Final = re.compile(r"\s*\[(?!add |step )\s*(\w*)")
_FILE_NAME: Final = re.compile(r"[\w ./\\:~-]*\w\.[A-Za-z]{2,6}")
_BRACE: Final = re.compile(r"\\[{}\\]|[{}]")


def read_record(text: str) -> Record:
    """Read a text that holds exactly one game, or raise `RecordError`."""
    games = list(_split_games(text.split("\n")))
    if not games:
        raise RecordError("there is no game in this text", 1)
    if len(games) > 1:
        raise RecordError(
            f"there are {len(games)} games in this text, of which the second begins here: "
            "read_records reads them all",
            games[1][0],
        )
    return _GameReader(*games[0]).record()


def read_records(lines: str | Iterable[str]) -> Iterator[Record | RecordError]:
    """The games of a text or of its lines, each as its record or as what is wrong with it.

    >>> for game in read_records('[White "Ann"]\\n1. 00 *\\n\\n[White "Bob"]\\n1. 33 *'):
    ...     print(game if isinstance(game, RecordError) else game.white)
    line 2: 00 is illegal: nobody may use 00: it is a corner
    Bob
    """
    if isinstance(lines, bytes) or not isinstance(lines, Iterable):
        raise wrong_type(
            "lines", lines, "a text or an iterable of lines (load_records reads files)"
        )
    return _read_all(lines.split("\n") if isinstance(lines, str) else lines)


def _read_all(lines: Iterable[str]) -> Iterator[Record | RecordError]:
    for first_line, text in _split_games(lines):
        try:
            yield _GameReader(first_line, text).record()
        except RecordError as error:
            yield error


def _split_games(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The games of a text, divided at their tags: the first line's number, and the text.

    An error in one game must not hide the next one. So after an empty line tags begin a game even
    inside a comment, and even with no moves before them if they cannot belong to those above.
    """
    game: list[str] = []
    tags: set[str] = set()
    first = 1
    blank = moves = comment = False
    for number, line in enumerate(lines, 1):
        check_type("line", line, str, "a text")
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


class _GameReader:
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
        if _FILE_NAME.fullmatch(self._text):
            raise self._error(
                f"{quoted(self._text)} is the name of a file and not a record: load_records reads "
                "files"
            )
        self._read_tags()
        rules, start, termination = self._settings()
        line = self._read_line(plies_before(start), 0)
        end = self._offset
        result = self._read_result(line)
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
                tuple(tag for tag in self._tags.items() if tag[0] not in KNOWN_TAGS),
            )
        except ErrorAtMove as error:
            raise self._error(error.sentence, self._move_offsets[error.index]) from error
        except ErrorAtTag as error:
            raise self._error(error.sentence, self._tag_offsets.get(error.tag, end)) from error

    def _error(self, sentence: str, offset: int | None = None) -> RecordError:
        offset = self._offset if offset is None else offset
        return RecordError(sentence, self._first_line + self._text.count("\n", 0, offset))

    @property
    def _offset(self) -> int:
        """Where the current token begins; at the end of the text, where its last one ends."""
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
            name, value = self._token["name"], unescape(self._token["value"], QUOTES)
            if name in self._tags:
                raise self._error(f"the tag {name[:40]} is given twice: leave one out")
            try:
                self._tags[name] = clean_text(value)
            except NotationError as error:
                raise self._error(str(error)) from error
            self._tag_offsets[name] = self._offset
            self._advance()
        if "FEN" in self._tags and "Position" not in self._tags:  # as other arenas call it
            self._tags["Position"] = self._tags.pop("FEN")
            self._tag_offsets["Position"] = self._tag_offsets["FEN"]
            self._tags.pop("SetUp", None)

    def _settings(self) -> tuple[Rules, PositionText, Termination | None]:
        """What the tags say about the game, checked for form."""
        tags = self._tags
        if tags.get("Game", "Network") != "Network":
            raise self._error(
                f"this is a record of {tags['Game'][:40]!r}: only records of Network can be read",
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
                f"{tags['Termination'][:40]!r} is not a termination: write one of "
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
                comments.append(clean_text(unescape(self._word[1:-1], BRACES)))
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
                raise self._error(TOO_DEEP)
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
                f"the move number should be {due} and is {self._word[:20]}: "
                "check the moves before it"
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
        """The sign after a move, or the first number after it that means one. Other numbers say
        nothing about this game."""
        found = ""
        if self._kind == "annotation" and not self._word.startswith("$"):
            found = self._word
            if found not in ANNOTATIONS:
                raise self._error(
                    f"{found[:20]} is not an annotation: write one of {' '.join(ANNOTATIONS)}"
                )
            self._advance()
        while self._kind == "annotation" and self._word.startswith("$"):
            found = found or NUMBERED_ANNOTATIONS.get(self._word, "")
            self._advance()
        return found

    def _read_variation(self, ply: int, depth: int) -> Line:
        self._advance()
        line = self._read_line(ply, depth)
        if not line.nodes:
            raise self._error("a variation is empty: write a move after (")
        if self._word != ")":
            raise self._unexpected("a variation ends with )")
        self._advance()
        return line

    def _read_result(self, line: Line) -> str:
        if not self._token and not self._tags and line.nodes:
            return _result_of(line)
        result = self._word
        if result not in RESULTS:
            raise self._unexpected(f"a game ends with its result, one of {' '.join(RESULTS)}")
        if self._tags.get("Result", result) != result:
            raise self._error(
                f"the result {result} differs from the tag Result, {self._tags['Result'][:40]!r}"
            )
        self._advance()
        if self._token:
            raise self._error(
                f"there is text after the result {result}: remove it, or begin a new game "
                "with its tags on lines of their own"
            )
        return result

    def _unexpected(self, rule: str) -> RecordError:
        """An error about a token that is not expected here."""
        if self._word == "{":
            return self._error("a comment is not closed: end it with }")
        if self._word == "[":
            return self._error('this is not a tag: write [Name "value"]')
        if self._kind == "tag":
            return self._error(f"the tag {self._word[:40]} is among the moves: {rule}")
        found = (
            f"{self._word[:20]} is not expected here"
            if self._word
            else "the record ends without a result"
        )
        return self._error(f"{found}: {rule}")


def _result_of(line: Line) -> str:
    """What moves from the start say of the result. An illegal one is not reported here."""
    board = Board()
    for node in line:
        if board.why_illegal(node.move):
            return "*"
        board.push_unchecked(node.move)
    outcome = board.outcome()
    return outcome.result if outcome else "*"
