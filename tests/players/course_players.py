"""Python players with the course's interface: a good one, and others wrong in one way each."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from random import Random

from tenchips import Board, Color


class Careful:
    """Plays the first legal move."""

    def __init__(self, color: Color) -> None:
        self.board = Board()
        self.color = color

    def choose_move(self) -> object:
        return self.board.push(next(iter(self.board.legal_moves)))

    def opponent_move(self, move: str) -> bool:
        return self.board.turn is not self.color and self.force_move(move)

    def force_move(self, move: str) -> bool:
        if self.board.why_illegal(move):
            return False
        self.board.push(move)
        return True


class Raises(Careful):
    def choose_move(self) -> object:
        raise KeyError("no plan")


class ReturnsNone(Careful):
    def choose_move(self) -> object:
        return None


class TalksNonsense(Careful):
    def choose_move(self) -> object:
        return "e2e4"


class Cheats(Careful):
    def choose_move(self) -> object:
        return "00"


class Hangs(Careful):
    def choose_move(self) -> object:
        while True:
            time.sleep(1)


class IsSlow(Careful):
    def choose_move(self) -> object:
        time.sleep(1.5)
        return super().choose_move()


class IsSlowToMake(Careful):
    def __init__(self, color: Color) -> None:
        time.sleep(2.5)
        super().__init__(color)


class Grows(Careful):
    def choose_move(self) -> object:
        return bytearray(1 << 40)


class Prints(Careful):
    def choose_move(self) -> object:
        print("bestmove 77")
        os.write(1, b"bestmove 77\n")
        return super().choose_move()


class Dies(Careful):
    """Is killed now and then, in a game that depends on its moves."""

    def choose_move(self) -> object:
        if Random(str(self.board.moves)).random() < 0.08:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose_move()


class DiesAtOnce(Careful):
    def choose_move(self) -> object:
        os.kill(os.getpid(), signal.SIGKILL)
        return super().choose_move()


class Refuses(Careful):
    def opponent_move(self, move: str) -> bool:
        super().opponent_move(move)
        return False


class HasChildren(Careful):
    """Starts one process in its group and one outside."""

    def choose_move(self) -> object:
        for escape in (False, True):
            sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
            child = subprocess.Popen(sleep, start_new_session=escape)
            print(f"child {child.pid}")
        return super().choose_move()


class CannotBeMade(Careful):
    def __init__(self) -> None:
        super().__init__(Color.WHITE)
