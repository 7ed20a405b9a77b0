"""The referee: plays one game between two players and judges everything in it.

The players move in turn, on the clock, and only `Board` decides what is legal. A player
that is late, silent, crashes, makes an illegal move or raises an exception loses, and the reason is
kept. Nothing that a player does can stop the referee.
"""

from __future__ import annotations

from datetime import datetime
from time import perf_counter

from tenchips.arena.clock import Clock, TimeControl
from tenchips.arena.game import Game, GameFault, score_text
from tenchips.arena.progress import MoveHook
from tenchips.board import Board
from tenchips.engine import Info
from tenchips.errors import check_type
from tenchips.notation import Move
from tenchips.players import Player, PlayerFault, lost_by
from tenchips.rules import Outcome, Rules
from tenchips.squares import COLORS, Color


def play(
    white: Player,
    black: Player,
    board: Board,
    control: TimeControl,
    hook: MoveHook | None = None,
) -> Game:
    """Play a game on a board; moves that are already on it are the opening. The hook is called
    before the players are told to begin, and after every move.

    >>> from tenchips.players import RandomPlayer
    >>> game = play(RandomPlayer(1), RandomPlayer(2), Board(), TimeControl(move=5.0))
    >>> game.fault, game.result == game.board().outcome().result
    (None, True)
    """
    check_type("board", board, Board, "a Board")
    check_type("control", control, TimeControl, "a TimeControl, like TimeControl(move=1.0)")
    return _Referee((white, black), board, control, hook).game()


class _Referee:
    def __init__(
        self,
        players: tuple[Player, Player],
        board: Board,
        control: TimeControl,
        hook: MoveHook | None,
    ) -> None:
        self._players, self._board, self._hook = players, board, hook
        self._clock, self._control = Clock(control), control
        self._opening = len(board.moves)
        self._seconds: list[float] = []
        self._thoughts: list[str] = []
        self._fault: GameFault | None = None

    def game(self) -> Game:
        """Play to the end."""
        began = datetime.now()
        self._call_hook()
        for color in COLORS:
            if self._fault is None:
                self._begin(color)
        while self._fault is None and self._board.outcome() is None:
            self._turn(self._board.turn)
        outcome = self._outcome()
        white, black = self._players
        return Game(
            white.name, black.name,
            tuple(map(str, self._board.moves)), self._opening,
            outcome.result, outcome.termination.value,
            tuple(self._seconds), tuple(self._thoughts), self._fault,
            tuple((color, str(move)) for color in COLORS for move in self._players[color].refused),
            self._board.start,
            "" if self._board.rules == Rules() else str(self._board.rules),
            f"{began:%Y.%m.%d}", f"{began:%H:%M:%S}",
        )  # fmt: skip

    def _begin(self, color: Color) -> None:
        try:
            self._players[color].begin(color)
        except Exception as error:
            self._blame(color, error)

    def _turn(self, color: Color) -> None:
        """Ask for a move, and make it if it is legal and in time."""
        player, began = self._players[color], perf_counter()
        try:
            move = player.choose(self._board, self._clock.allowance())
        except Exception as error:
            self._blame(color, error)
            return
        seconds = perf_counter() - began
        if not self._clock.spend(color, seconds):
            sentence = f"{player.name} took {seconds:.2f} s: {self._control}"
            self._fault = GameFault(color, "time", sentence)
        elif refusal := self._board.why_illegal(move):
            self._fault = GameFault(
                color, "illegal move", f"{player.name} played {move}: {refusal}"
            )
        else:
            self._push(move, seconds, player.thought)

    def _push(self, move: Move, seconds: float, thought: Info | None) -> None:
        self._board.push_unchecked(move)
        self._seconds.append(round(seconds, 4))
        self._thoughts.append("" if thought is None else score_text(thought))
        self._call_hook()

    def _call_hook(self) -> None:
        if self._hook is not None:
            self._hook(self._board, self._clock)

    def _blame(self, color: Color, error: Exception) -> None:
        name = self._players[color].name
        if isinstance(error, PlayerFault):
            self._fault = GameFault(color, error.kind, str(error), error.last_lines)
        else:
            raised = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            self._fault = GameFault(color, "exception", f"{name} raised {raised}")

    def _outcome(self) -> Outcome:
        """How the game ended."""
        if self._fault is None:
            outcome = self._board.outcome()
            assert outcome is not None
            return outcome
        return Outcome(Color(self._fault.color).other, lost_by(self._fault.kind))
