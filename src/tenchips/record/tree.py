"""`Game`: a record to edit, as a tree of moves.

A `Record` is a finished text and never changes. A `Game` is what one works on: add a move, comment
it, promote a variation, take one out, and write the record at the end. Every move is checked by a
`Board` when it is added. Its nodes are positions: the game itself is the position at the start, and
every other node the one after its move.

    game = Game(white="Ann")
    node = game.add_variation("33").add_variation("44")
    node.comments.append("the mirror")
    print(game)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tenchips.board import Board
from tenchips.errors import TenchipsError, check_type
from tenchips.notation import START, Move, parse_move
from tenchips.record.model import (
    DECIDED_BY_MOVES,
    UNKNOWN,
    UNKNOWN_DATE,
    Line,
    Node,
    Record,
)
from tenchips.rules import IllegalMove, Rules, Termination


class GameNode:
    """A position in a game: the move that led there, and the moves tried from there.

    >>> game = Game()
    >>> node = game.add_variation("33")
    >>> node.move, node.parent is game, game.next is node
    (Move.parse('33'), True, True)
    """

    def __init__(self, move: Move | None, parent: GameNode | None) -> None:
        """Not for use: `add_variation` makes nodes."""
        self.move = move
        """The move that led here; None at the start."""
        self.parent = parent
        """The node before; None at the start."""
        self.variations: list[GameNode] = []
        """The nodes after each move from here, the main one first."""
        self.annotation = ""
        """A sign for the quality of the move, one of `ANNOTATIONS`."""
        self.comments: list[str] = []
        """The comments after the move; at the start, before the first one."""
        self.comments_before: list[str] = []
        """The comments before the move, where it begins a variation."""

    @property
    def game(self) -> Game:
        """The game that the node belongs to."""
        node = self
        while node.parent is not None:
            node = node.parent
        if not isinstance(node, Game):
            raise TenchipsError("this node was removed from its game: add its moves again")
        return node

    @property
    def next(self) -> GameNode | None:
        """The node after the main move from here; None at the end of a line."""
        return self.variations[0] if self.variations else None

    @property
    def is_main_line(self) -> bool:
        """Whether the moves up to here are the game's main line.

        >>> game = Game.parse("1. 33 (1. 34 44) 45 *")
        >>> [node.is_main_line for node in game.variations]
        [True, False]
        """
        node = self
        while node.parent is not None:
            if node.parent.next is not node:
                return False
            node = node.parent
        return True

    def board(self) -> Board:
        """A new board with this position and the moves that led here.

        >>> Game.parse("1. 33 (1. 34 44) 45 *").variations[1].board()
        Board(moves='34')
        """
        moves: list[Move] = []
        node = self
        while node.move is not None and node.parent is not None:
            moves.append(node.move)
            node = node.parent
        board = Board(self.game.start, self.game.rules)
        for move in reversed(moves):
            board.push_unchecked(move)
        return board

    def main_line(self) -> Iterator[GameNode]:
        """The nodes after this one, always by the main move.

        >>> [str(node.move) for node in Game.parse("1. 33 (1. 34 44) 45 *").main_line()]
        ['33', '45']
        """
        node = self.next
        while node is not None:
            yield node
            node = node.next

    def walk(self) -> Iterator[tuple[GameNode, Board]]:
        """All nodes after this one, each with its board, in the order in which a record has them.

        It is one board that moves along: copy it to keep it, and leave it as it was.

        >>> game = Game.parse("1. 33 (1. 34 44) 45 *")
        >>> [(str(node.move), board.ply) for node, board in game.walk()]
        [('33', 1), ('34', 1), ('44', 2), ('45', 2)]
        """
        return _walk(self, self.board())

    def add_variation(self, move: Move | str) -> GameNode:
        """Add a move from here and return its node. A move that is there already is not added
        again: its node is returned.

        >>> Game().add_variation("00")
        Traceback (most recent call last):
        tenchips.rules.IllegalMove: nobody may use 00: it is a corner
        """
        move = parse_move(move)
        for node in self.variations:
            if node.move == move:
                return node
        if refusal := self.board().why_illegal(move):
            raise IllegalMove(refusal)
        return self._append(move)

    def _append(self, move: Move) -> GameNode:
        node = GameNode(move, self)
        self.variations.append(node)
        return node

    def promote(self) -> None:
        """Move this node one place forward among the variations of its parent.

        >>> game = Game.parse("1. 33 (1. 34 44) 45 *")
        >>> game.variations[1].promote()
        >>> [str(node.move) for node in game.main_line()]
        ['34', '44']
        """
        siblings = self._siblings()
        place = siblings.index(self)
        if place:
            siblings[place - 1 : place + 1] = self, siblings[place - 1]

    def promote_to_main(self) -> None:
        """Make the moves up to here the main line of the game."""
        node = self
        while node.parent is not None:
            siblings = node._siblings()
            siblings.remove(node)
            siblings.insert(0, node)
            node = node.parent

    def remove(self) -> None:
        """Take the move and all that follows it out of the game."""
        self._siblings().remove(self)
        self.parent = None

    def _siblings(self) -> list[GameNode]:
        if self.parent is None:
            raise TenchipsError("the start of a game can be neither promoted nor removed")
        return self.parent.variations

    def __repr__(self) -> str:
        return f"<GameNode {self.move}>"


class Game(GameNode):
    """A game to edit: its tags, and the tree of its moves from the start.

    The result and the termination need not be kept up to date: where the main line ends the game,
    the record says how.

    >>> game = Game.parse("1. 33 44 (1... 45 2. 53!) 2. 55 *")
    >>> game.variations[0].variations[1].promote()
    >>> game.white = "Ann"
    >>> print(game.record().tags["White"], *(node.move for node in game.main_line()))
    Ann 33 45 53
    """

    def __init__(
        self,
        *,
        white: str = UNKNOWN,
        black: str = UNKNOWN,
        event: str = UNKNOWN,
        date: str = UNKNOWN_DATE,
        result: str = "*",
        termination: Termination | None = None,
        rules: Rules = Rules(),
        start: str = START,
        more_tags: Sequence[tuple[str, str]] = (),
    ) -> None:
        """A game without moves; the arguments are those of `Record`."""
        super().__init__(None, None)
        self.white, self.black, self.event, self.date = white, black, event, date
        self.result, self.termination = result, termination
        self.more_tags = dict(more_tags)
        self._rules, self._start = rules, Board(start, rules).start

    @property
    def rules(self) -> Rules:
        """The house rules by which its moves are judged."""
        return self._rules

    @property
    def start(self) -> str:
        """The position that it begins from."""
        return self._start

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """The tree of a record's moves.

        >>> record = Record.parse("1. 33 (1. 34) 44 {well} *")
        >>> Game.from_record(record).record() == record
        True
        """
        check_type("record", record, Record, "a Record")
        game = cls(
            white=record.white,
            black=record.black,
            event=record.event,
            date=record.date,
            result=record.result,
            termination=record.termination,
            rules=record.rules,
            start=record.start,
            more_tags=record.more_tags,
        )
        game.comments += record.line.comments
        _grow(game, record.line)
        return game

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """The game on a board, without variations.

        >>> Game.from_board(Board(moves="33 44")).next
        <GameNode 33>
        """
        return cls.from_record(Record.from_board(board))

    @classmethod
    def parse(cls, text: str) -> Game:
        """Read a text that holds exactly one game, or raise `RecordError`."""
        return cls.from_record(Record.parse(text))

    def record(self) -> Record:
        """The game as a record, or `RecordError` where that cannot be written."""
        outcome = self.end().board().outcome()
        result, termination = self.result, self.termination
        if outcome is not None:
            result, termination = outcome.result, outcome.termination
        elif termination in DECIDED_BY_MOVES:  # by moves that are no longer there
            result, termination = "*", None
        line = _line(self.next, self.variations[1:])
        return Record(
            Line(line.nodes, tuple(self.comments)),
            self.white,
            self.black,
            self.event,
            self.date,
            result,
            termination,
            self.rules,
            self.start,
            tuple(self.more_tags.items()),
        )

    def end(self) -> GameNode:
        """The last node of the main line; the game itself if there is no move.

        >>> Game.parse("1. 33 44 *").end()
        <GameNode 44>
        """
        node: GameNode = self
        while node.next is not None:
            node = node.next
        return node

    def __str__(self) -> str:
        """The game as it stands in a file."""
        return str(self.record())

    def __repr__(self) -> str:
        return f"<Game {self.white} {self.black} {' '.join(str(n.move) for n in self.main_line())}>"


def _walk(node: GameNode, board: Board) -> Iterator[tuple[GameNode, Board]]:
    """The nodes after one whose position the board has; variations come after the main move."""
    played = 0
    while node.next is not None:
        for variation in node.variations:
            assert variation.move is not None
            board.push_unchecked(variation.move)
            yield variation, board
            if variation is not node.next:
                yield from _walk(variation, board)
            board.pop()
        node = node.next
        assert node.move is not None
        board.push_unchecked(node.move)
        played += 1
    for _ in range(played):
        board.pop()


def _grow(node: GameNode, line: Line) -> None:
    """Add a line of a record to a node, with its variations."""
    for each in line:
        main = node._append(each.move)
        main.annotation = each.annotation
        main.comments += each.comments
        for variation in each.variations:
            place = len(node.variations)
            _grow(node, variation)
            node.variations[place].comments_before += variation.comments
        node = main


def _line(node: GameNode | None, others: Sequence[GameNode]) -> Line:
    """The line that begins with a node, and the variations to its first move."""
    nodes: list[Node] = []
    while node is not None:
        assert node.move is not None
        comments = (*(node.comments_before if nodes else ()), *node.comments)
        nodes.append(
            Node(
                node.move,
                node.annotation,
                comments,
                tuple(
                    Line(_line(other, ()).nodes, tuple(other.comments_before)) for other in others
                ),
            )
        )
        others = node.variations[1:]
        node = node.next
    return Line(tuple(nodes))
