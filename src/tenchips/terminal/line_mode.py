"""A game of Network, line by line.

A person types moves and commands; programs choose their moves; the board is drawn before each move
of a person. Input may come from a keyboard or a pipe, and a game that stops early is never lost.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final

from tenchips.board import Board
from tenchips.files import FileError
from tenchips.notation import NotationError
from tenchips.players import Human, Machine, Player, PlayerFault, Seat
from tenchips.record import Record
from tenchips.rules import IllegalMove, Outcome, Termination
from tenchips.terminal.saved_game import SavedGame
from tenchips.terminal.screen import Screen
from tenchips.terminal.wording import RULES_TEXT, shown_name, threats_sentence

HELP: Final = f"""\
  33         put a chip on column 3, row 3
  33-45      step from 33 to 45
  moves      the legal moves
  hint       what the machine would play
  threats    where either side would win at once
  undo       take back your last move
  board      draw the board again
  save FILE  save the game so far
  resign     give up
  quit       leave
  help       this list
{RULES_TEXT}"""

PROGRAM_FAILURES: Final = {
    "crash": "ended before it moved",
    "exception": "failed with an error",
    "garbage": "answered with something that is not a move",
    "no move": "made no move",
}
"""How a program loses without making an illegal move, as it is shown."""

AFTERWARDS: Final = "again, undo, save FILE or quit"


class LineGame:
    """A game between two seats on a screen."""

    def __init__(
        self,
        screen: Screen,
        board: Board,
        seats: tuple[Seat, Seat],
        adviser: Player,
        *,
        record: Path | None = None,
        stay: bool = True,
    ) -> None:
        """`adviser` gives the hints, `record` is the file that every game is added to, and
        `stay` asks a person at the keyboard what to do after the end."""
        self.board = board
        self._screen = screen
        self._seats = seats
        self._adviser = adviser
        self._record = record
        self._with_people = any(isinstance(seat, Human) for seat in seats)
        self._stay = stay and screen.interactive and self._with_people
        self._resigned: Outcome | None = None
        self._failure = ""
        self._saved = SavedGame()
        self._status = 0
        self._shown: tuple[int, Outcome | None] | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, resignation included."""
        return self._resigned or self.board.outcome()

    def run(self) -> int:
        """Play until everyone has left, and return the exit status."""
        try:
            return self._run()
        except BaseException:  # the terminal closed, a pipe broken, a second Ctrl-C
            with suppress(OSError, SystemExit):
                self._save_record()
            raise
        finally:
            for seat in (*self._seats, self._adviser):
                seat.close()

    def _run(self) -> int:
        white, black = (shown_name(seat.name) for seat in self._seats)
        self._screen.say(f"Network: {white} (White) against {black} (Black).")
        if self._with_people:
            self._screen.say("Type a move like 33, or help.")
        try:
            self._play()
        except EOFError:
            self._screen.say()
            return self._leave(ask=True)
        except KeyboardInterrupt:
            self._screen.say()
            return self._leave(ask=True) or 130
        return self._leave(ask=False)

    def _play(self) -> None:
        """Turn by turn, until a person quits or the game is over and no one stays."""
        going_on = True
        while going_on:
            seat = self._seats[self.board.turn]
            if self.outcome:
                going_on = self._end()
            elif isinstance(seat, Human):
                going_on = self._ask_person()
            else:
                self._ask_player(seat)

    def _ask_player(self, player: Player) -> None:
        try:
            with self._screen.thinking():
                move = player.choose(self.board)
        except PlayerFault as fault:
            self._screen.say(f"{fault.with_last_lines}.", "yellow")
            self._resigned = Outcome(self.board.turn.other, fault.termination)
            self._failure = PROGRAM_FAILURES.get(fault.kind, "")
            return
        self._screen.say(f"{self.board.turn} plays {move}{_proven(player)}.")
        self.board.push(move)
        if not self.outcome and not self._with_people:
            self._show()

    def _ask_person(self) -> bool:
        """Do what a person types; False to leave."""
        self._show()
        line = self._screen.ask(f"{self.board.turn}> ")
        match line.lower():
            case "":
                pass
            case "quit" | "exit":
                return False
            case "resign":
                self._resigned = Outcome(self.board.turn.other, Termination.RESIGNATION)
            case "hint":
                with self._screen.thinking():
                    move = self._adviser.choose(self.board)
                self._screen.say(f"The machine would play {move}{_proven(self._adviser)}.")
            case "threats":
                self._screen.say(threats_sentence(self.board))
            case "moves":
                self._screen.say(" ".join(map(str, self.board.legal_moves)))
            case _ if not self._common(line):
                self._move(line)
        return True

    def _end(self) -> bool:
        """Show how the game ended and, if someone stays, do what they type; False to leave."""
        if self._show():
            self._save_record()
            if self._stay:
                self._screen.say(f"What now: {AFTERWARDS}?")
        if not self._stay:
            return False
        line = self._screen.ask("> ")
        match line.lower():
            case "":
                pass
            case "quit" | "exit":
                return False
            case "again":
                self.board = Board(self.board.start, self.board.rules)
                self._resigned, self._failure = None, ""
                self._shown, self._saved = None, SavedGame()
            case _ if not self._common(line):
                self._object(f"The game is over: choose {AFTERWARDS}.")
        return True

    def _common(self, line: str) -> bool:
        """Do what can be asked during a game and after it; False if the line is something else."""
        word, _, rest = line.partition(" ")
        match word.lower(), rest.strip():
            case (("help" | "?"), ""):
                self._screen.say(HELP)
            case (("board" | "show"), ""):
                self._shown = None
            case "undo", "":
                self._undo()
            case "save", "":
                self._object("Name the file to save in, like save game.txt.")
            case "save", name:
                self._save(name)
            case _:
                return False
        return True

    def _move(self, line: str) -> None:
        try:
            self.board.push(line)
        except NotationError as error:
            self._object(f"{error}; help lists the commands.")
        except IllegalMove as error:
            self._object(f"{error}.")

    def _object(self, sentence: str) -> None:
        self._screen.say(sentence[0].upper() + sentence[1:], "yellow")

    def _undo(self) -> None:
        """Back to the last decision of a person: before the end, or before their last move."""
        if self._resigned:
            self._resigned, self._failure = None, ""
            return
        turn = self.board.turn
        for back in range(1, len(self.board.moves) + 1):
            if isinstance(self._seats[turn.other if back % 2 else turn], Human):
                break
        else:
            self._object("There is no move of yours to take back.")
            return
        for _ in range(back):
            self._screen.say(f"{self.board.turn.other} takes back {self.board.moves[-1]}.")
            self.board.pop()

    def _show(self) -> bool:
        """Show the board and how the game stands, unless that is what was shown last."""
        now = len(self.board.moves), self.outcome
        if self._shown == now:
            return False
        if self._resigned and self._failure:
            winner = self._resigned.winner
            sentence = f"{winner} wins: {self.board.turn}'s program {self._failure}."
            self._screen.show(self.board, None, sentence)
        else:
            self._screen.show(self.board, self.outcome)
        self._shown = now
        return True

    # Saving the game

    def _leave(self, *, ask: bool) -> int:
        """See that an unfinished game is not lost; return the exit status."""
        if self.board.moves and not self.outcome:
            if self._record is not None:
                self._save_record()
            elif ask and self._screen.interactive:
                self._offer()
            else:
                self._print_moves()
        return self._status

    def _offer(self) -> None:
        """Ask for a file to save the game in, until one can be written or the person gives up."""
        self._screen.say("Save the game? Name a file, or press Enter to leave without saving.")
        try:
            while name := self._screen.ask("file> "):
                if self._save(name):
                    return
        except (EOFError, KeyboardInterrupt):
            self._screen.say()

    def _save(self, name: str) -> bool:
        return self._save_as(Path(os.path.expanduser(name)))

    def _save_record(self) -> None:
        """Add the game to the record file; if that fails, print the moves."""
        begun = self.board.moves or self._resigned
        if self._record is not None and begun and not self._save_as(self._record):
            self._status = 1
            self._print_moves()

    def _print_moves(self) -> None:
        stands = self.outcome or f"{self.board.turn} is to move"
        moves = " ".join(map(str, self.board.moves))
        self._screen.say(f"The game was left here: {stands}. Moves: {moves}")

    def _save_as(self, path: Path) -> bool:
        white, black = (seat.name for seat in self._seats)
        record = Record.from_board(
            self.board,
            white=white,
            black=black,
            date=f"{date.today():%Y.%m.%d}",
            outcome=self.outcome,
        )
        try:
            self._saved.save(path, record)
        except FileError as error:
            self._object(f"{error}.")
            return False
        self._screen.say(f"The game is saved in {path}.")
        return True


def _proven(player: Player) -> str:
    """What our machine has proved about its move, to be printed after it. Other programs' claims
    are not proofs."""
    thought = player.thought if isinstance(player, Machine) else None
    return f" (proven {thought.score})" if thought and thought.score.is_proven else ""
