"""A puzzle in the terminal: shows it, asks for moves, and answers wrong ones with what refutes
them.

It reads the same from a keyboard as from a pipe. Which puzzle it is was decided before.
"""

from __future__ import annotations

from typing import Final

from tenchips.board import Board
from tenchips.book.puzzles import Puzzle
from tenchips.engine import Engine, Limit
from tenchips.notation import Move, NotationError
from tenchips.rules import IllegalMove
from tenchips.terminal.screen import Screen

HELP: Final = """\
  33         put a chip on column 3, row 3
  33-45      step from 33 to 45
  hint       what to look for; once more: the square to play to
  solution   show the solution and end
  board      draw the board again
  quit       leave
  help       this list"""

MORE_PLIES: Final = 3
"""How many plies beyond the puzzle's end the answer to a wrong move is searched."""

MAX_NODES: Final = 2_000_000
"""Positions the engine looks at, at most, to answer a wrong move."""


class PuzzleGame:
    """One puzzle on a screen, from its first question to its solution."""

    def __init__(self, screen: Screen, puzzle: Puzzle) -> None:
        self._screen = screen
        self._puzzle = puzzle
        self._board = puzzle.board()
        self._solver = self._board.turn
        self._left = list(puzzle.solution)
        self._wrong = 0
        self._hints = 0

    def run(self) -> int:
        """Ask until the puzzle is solved or the person leaves; the exit status."""
        puzzle = self._puzzle
        self._screen.say(f"Puzzle {puzzle.id}, rating {puzzle.rating}. Type help for the commands.")
        self._show()
        try:
            while self._left:
                line = self._screen.ask(f"{self._solver}> ")
                match line.lower():
                    case "":
                        pass
                    case "quit" | "exit":
                        return 0
                    case "help" | "?":
                        self._screen.say(HELP)
                    case "hint":
                        self._hint()
                    case "board" | "show":
                        self._show()
                    case "solution":
                        self._show_solution()
                        return 0
                    case _:
                        self._try(line)
        except EOFError:
            self._screen.say()
            return 0
        except KeyboardInterrupt:
            self._screen.say()
            raise
        self._praise()
        return 0

    @property
    def _plies_left(self) -> int:
        """The plies within which the puzzle is to be won, or is lost by a wrong move."""
        return len(self._left) if self._puzzle.kind == "win" else self._puzzle.plies

    def _show(self) -> None:
        self._screen.draw(self._board)
        self._screen.say(question(self._puzzle.kind, self._plies_left, str(self._solver)))

    def _hint(self) -> None:
        self._hints += 1
        themes = self._puzzle.themes
        if self._hints == 1 and themes:
            self._screen.say(f"It is about: {', '.join(themes)}. Another hint names the square.")
        else:
            self._screen.say(f"The chip goes to {self._left[0].to}.")

    def _show_solution(self) -> None:
        self._screen.say(f"The solution: {' '.join(map(str, self._left))}.")
        for move in self._left:
            self._board.push(move)
        self._screen.draw(self._board)
        if outcome := self._board.outcome():
            self._screen.say(f"{outcome}.", "bold")

    def _try(self, line: str) -> None:
        try:
            move = Move.parse(line)
            after = self._board.copy()
            after.push(move)
        except (NotationError, IllegalMove) as error:
            sentence = str(error).rstrip(".")
            self._screen.say(f"{sentence[:1].upper()}{sentence[1:]}.", "yellow")
            return
        if move != self._left[0]:
            self._wrong += 1
            with self._screen.thinking():
                sentence = refutation(after, move, self._puzzle.kind, self._plies_left)
            self._screen.say(sentence, "yellow")
            return
        self._board.push(self._left.pop(0))
        if self._left:
            reply = self._left.pop(0)
            self._board.push(reply)
            self._screen.say(f"Right. {self._solver.other} answers {reply}.", "bold")
            self._show()

    def _praise(self) -> None:
        self._screen.draw(self._board)
        if outcome := self._board.outcome():
            self._screen.say(f"{outcome}.", "bold")
        else:
            self._screen.say("Right: every other move loses.", "bold")
        wrong, hints = _counted(self._wrong, "wrong move"), _counted(self._hints, "hint")
        self._screen.say(f"Solved with {wrong} and {hints}.")


def question(kind: str, plies: int, solver: str) -> str:
    """What a puzzle asks.

    >>> question("win", 1, "White")
    'White to move: win at once.'
    >>> question("win", 5, "Black")
    'Black to move: win within 5 plies, with your move 3 at the latest.'
    """
    if kind == "defend":
        return f"{solver} to move: find the only move that does not lose within {plies} plies."
    if plies == 1:
        return f"{solver} to move: win at once."
    moves = (plies + 1) // 2
    return f"{solver} to move: win within {plies} plies, with your move {moves} at the latest."


def refutation(after: Board, move: Move, kind: str, plies: int) -> str:
    """Why a move is wrong, given the board after it and the plies that were left before it."""
    opponent = after.turn
    if outcome := after.outcome():
        return f"{move} is wrong: {outcome}. Try again."
    with Engine(hash=16) as engine:
        info = engine.play(after, Limit(depth=plies + MORE_PLIES, nodes=MAX_NODES))
    if info.score.is_win:
        line = " ".join(map(str, info.line))
        return f"{move} loses: {opponent} wins with {line}. Try again."
    if kind == "defend":
        return f"{move} loses: {opponent} answers {info.move}. Try again."
    within = f"within {plies} plies" if plies > 1 else "at once"
    return f"{move} does not win {within}: {opponent} answers {info.move}. Try again."


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
