"""Puzzles: find the one move that wins in time, or the only defence."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from tenchips.book.puzzles import Puzzle
from tenchips.fullscreen.board_screen import BoardScreen
from tenchips.fullscreen.walk import Walk
from tenchips.notation import Move
from tenchips.record import Game
from tenchips.terminal.puzzle_mode import question, refutation


class PuzzleScreen(BoardScreen):
    """One puzzle after the other."""

    HELP_KEYS = """\
h               a hint: what to look for; once more: the square to play to
s               show the solution
a               another puzzle
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("s", "solution", "solution"),
        Binding("a", "another", "another"),
    ]

    class Refuted(Message):
        """Why a move is wrong."""

        def __init__(self, tried: int, sentence: str) -> None:
            super().__init__()
            self.tried, self.sentence = tried, sentence

    def __init__(self, choose: Callable[[], Puzzle]) -> None:
        """`choose` gives the puzzles."""
        self._choose = choose
        self._puzzle = choose()
        self._tried = 0
        super().__init__(self._begin())

    def _begin(self) -> Walk:
        self._left = list(self._puzzle.solution)
        self._hints = 0
        self._solver = self._puzzle.board().turn
        self._is_thinking = False
        self._tried += 1
        return Walk(Game(white="White", black="Black", start=self._puzzle.position))

    @property
    def names(self) -> tuple[str, str]:
        """Nobody plays."""
        return "", ""

    @property
    def title_text(self) -> str:
        """Which puzzle it is."""
        return f"Puzzle {self._puzzle.id}, rating {self._puzzle.rating}"

    @property
    def _plies_left(self) -> int:
        return len(self._left) if self._puzzle.kind == "win" else self._puzzle.plies

    @property
    def can_move(self) -> bool:
        """Whether there is a move to find."""
        return bool(self._left) and self.walk.is_at_end and not self._is_thinking

    @property
    def status(self) -> str:
        """The question, or that it is solved."""
        if not self.walk.is_at_end:
            return "An earlier position: } goes back to the puzzle."
        if self._left:
            return question(self._puzzle.kind, self._plies_left, str(self._solver))
        outcome = self.board.outcome()
        return f"Solved{f': {outcome}' if outcome else ''}. a: another puzzle, q: leave"

    def make_move(self, move: Move) -> None:
        """Make the right move and its answer, or say what is wrong with another one."""
        if move == self._left[0]:
            self.walk.try_move(self._left.pop(0))
            if not self._left:
                self.say("")
                return
            reply = self._left.pop(0)
            self.walk.try_move(reply)
            self.say(f"Right. {self._solver.other} answers {reply}: go on.")
            return
        after, kind, plies = self.board.copy(), self._puzzle.kind, self._plies_left
        after.push(move)
        self._tried += 1
        self._is_thinking, tried = True, self._tried

        def work() -> None:
            self.post_message(self.Refuted(tried, refutation(after, move, kind, plies)))

        threading.Thread(target=work, daemon=True).start()
        self.say(f"{move}: looking for the answer…")

    def on_puzzle_screen_refuted(self, event: Refuted) -> None:
        """Say why a move is wrong, unless something else was done meanwhile."""
        if event.tried == self._tried:
            self._is_thinking = False
            self.say(event.sentence)

    def action_hint(self) -> None:
        """What it is about; then the square."""
        if not self._left:
            return
        self._hints += 1
        if self._hints == 1 and self._puzzle.themes:
            themes = ", ".join(self._puzzle.themes)
            self.say(f"It is about: {themes}. Another hint names the square.")
        else:
            self.hint = Move(self._left[0].to)
            self.say(f"The chip goes to {self._left[0].to}.")

    def action_solution(self) -> None:
        """Play the solution."""
        self.walk.to_end()
        shown = " ".join(map(str, self._left))
        for move in self._left:
            self.walk.try_move(move)
        self._left, self._is_thinking = [], False
        self._tried += 1
        if shown:
            self.say(f"The solution: {shown}. a: another puzzle")

    def action_another(self) -> None:
        """The next puzzle."""
        self._puzzle = self._choose()
        self.walk = self._begin()
        self.pointer.cancel()
        self.clear_marks()
        self.say("")
