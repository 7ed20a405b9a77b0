"""Course players to be examined: one that knows everything, others with the faults of public
programs."""

from __future__ import annotations

from functools import partial

from tenchips import Board, Color, Move
from tenchips.engine import Engine, MachinePlayer, machine_player

machine_player.Engine = partial(Engine, hash=1)  # type: ignore[misc, assignment]


class Good(MachinePlayer):
    def __init__(self, color: Color) -> None:
        super().__init__(color, 2)


class AcceptsEverything(Good):
    def opponent_move(self, move: Move | str) -> bool:
        return super().opponent_move(move) or True

    def force_move(self, move: Move | str) -> bool:
        return super().force_move(move) or True


class RefusesSteps(Good):
    """Judges a step before the chip has left its square."""

    def opponent_move(self, move: Move | str) -> bool:
        return move != "65-56" and super().opponent_move(move)


class GivesUp(Good):
    """Returns nothing when it sees that it is lost."""

    def choose_move(self) -> Move:
        game = " ".join(map(str, self.board.moves))
        if game in ("43 42 65 27 62 54 41 22 14 64", "76 10 05 21 74 57 73 54 01 24"):
            return None  # type: ignore[return-value]
        return super().choose_move()


class FromTheBook(Good):
    """Plays its first move whatever was played before."""

    def choose_move(self) -> Move:
        return Move("33") if len(self.board.moves) < 2 else super().choose_move()


class First:
    """The first legal move, and no idea of winning."""

    def __init__(self, color: Color) -> None:
        self.board = Board()

    def choose_move(self) -> Move:
        return self.board.push(next(iter(self.board.legal_moves)))

    def opponent_move(self, move: str) -> bool:
        if self.board.why_illegal(move):
            return False
        self.board.push(move)
        return True

    force_move = opponent_move
