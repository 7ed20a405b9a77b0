"""A bot for chats: it takes a message and who wrote it, and returns the reply with the board.

    python examples/text_bot.py

`TextBot.reply` knows nothing of any service: call it from the handler of Discord, Matrix, Slack
or IRC that has a message for you. The loop here reads messages from the terminal.
"""

from __future__ import annotations

import sys
from random import Random

from tenchips import BLACK, WHITE, Board, Color, IllegalMove, NotationError
from tenchips.engine import Engine, Limit

HELP = """\
new [LEVEL]   a new game against level 1 to 10 (default: 3); you get a random colour
33            put a chip on column 3, row 3
33-45         once your ten chips are placed: move the one on 33 to 45
board         show the board again
resign        give up"""


class Table:
    """One user's game."""

    def __init__(self, level: int, color: Color) -> None:
        self.board, self.level, self.color = Board(), level, color


class TextBot:
    """Plays a game with each user who writes to it."""

    def __init__(self, seed: int | None = None) -> None:
        self._tables: dict[str, Table] = {}
        self._random = Random(seed)

    def reply(self, user: str, text: str) -> str:
        """What to answer a message."""
        match text.lower().split():
            case ["new"]:
                return self._begin(user, 3)
            case ["new", level] if level.isascii() and level.isdigit() and 1 <= int(level) <= 10:
                return self._begin(user, int(level))
            case ["board"] if user in self._tables:
                return self._show(self._tables[user])
            case ["resign"] if user in self._tables:
                del self._tables[user]
                return "You resign. Write new for another game."
            case [move] if user in self._tables and move[0].isdigit():
                return self._move(user, move)
        return HELP

    def _begin(self, user: str, level: int) -> str:
        table = self._tables[user] = Table(level, self._random.choice((WHITE, BLACK)))
        hello = f"You play {table.color} against level {level}."
        return f"{hello}\n{self._machine(user, table)}"

    def _move(self, user: str, move: str) -> str:
        table = self._tables[user]
        try:
            table.board.push(move)
        except (IllegalMove, NotationError) as error:
            return f"That does not work: {error}."
        return self._machine(user, table)

    def _machine(self, user: str, table: Table) -> str:
        """Make the engine's move if it is its turn, and show the board."""
        board, said = table.board, ""
        if not board.is_game_over() and board.turn is not table.color:
            with Engine(level=table.level, hash=1) as engine:
                said = f"I play {board.push(engine.play(board, Limit(time=1)).move)}.\n"
        if outcome := board.outcome():
            del self._tables[user]
            return f"{said}{self._show(table)}\n{outcome}. Write new for another game."
        return said + self._show(table)

    def _show(self, table: Table) -> str:
        return f"```\n{table.board}\n```"


def main() -> None:
    bot = TextBot()
    print(HELP)
    for line in sys.stdin:
        print(bot.reply("you", line), flush=True)


if __name__ == "__main__":
    main()
