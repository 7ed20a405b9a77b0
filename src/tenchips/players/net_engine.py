"""Speaks UGI for the learned player: `python -m tenchips.players.net_engine SIMULATIONS`.

Where it is given no time to think, it makes as many simulations as it was started with. It answers
one line after the other: while it thinks it reads nothing, so `stop` comes too late to matter. It
varies its first moves, so that no two games need be the same.
"""

from __future__ import annotations

import sys
from random import Random

from tenchips.board import Board
from tenchips.players.net import NetPlayer
from tenchips.players.player import Allowance
from tenchips.protocol.messages import info_line
from tenchips.protocol.ugi import read_position


class NetEngine:
    """The learned player in the position that UGI describes.

    >>> engine = NetEngine(2)
    >>> engine.answer("position startpos moves 33 44")
    >>> engine.answer("go movetime 60000").splitlines()[-1].split()[0]
    'bestmove'
    """

    def __init__(self, simulations: int) -> None:
        self._player = NetPlayer(simulations=simulations, luck=Random())
        self._board = Board()

    def answer(self, line: str) -> str | None:
        """The answer to a line, None for nothing."""
        match line.split():
            case ["ugi"]:
                return "id name Tenchips net\nid author the Tenchips authors\nugiok"
            case ["isready"]:
                return "readyok"
            case ["position", *words]:
                self._board = read_position(words)
            case ["go", *limits]:
                return self._go(limits)
        return None

    def _go(self, limits: list[str]) -> str:
        allowance = None
        if "movetime" in limits:
            allowance = Allowance(move=int(limits[limits.index("movetime") + 1]) / 1000)
        move = self._player.choose(self._board, allowance)
        assert self._player.thought is not None
        return f"{info_line(self._player.thought)}\nbestmove {move}"


def main() -> None:
    """Answer until `quit` or the end of the input."""
    engine = NetEngine(int(sys.argv[1]))
    for line in sys.stdin:
        if line.split() == ["quit"]:
            break
        if (answer := engine.answer(line)) is not None:
            print(answer, flush=True)


if __name__ == "__main__":
    main()
