"""A small engine for Network that speaks UGI. It wins in one when it can, stops the opponent's win
in one when it can, and otherwise likes chips that see each other. Begin with `choose`."""

import sys
import time

from tenchips import WHITE, Board, Move

NAME = "ENGINE_NAME"
RESULTS = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw"}


def choose(board: Board, seconds: float) -> Move | None:
    """A win, or else the move with the most links that does not let the opponent win."""
    if wins := board.winning_moves():
        return wins[0]
    until = time.monotonic() + seconds
    moves = sorted(board.legal_moves, key=lambda move: -worth(after(board, move)))
    for move in moves:
        if time.monotonic() > until:
            break
        there = after(board, move)
        if there.outcome() is None and not there.winning_moves():
            return move
    return moves[0] if moves else None


def after(board: Board, move: Move) -> Board:
    """The position after a move."""
    there = board.copy()
    there.push(move)
    return there


def worth(board: Board) -> int:
    """How many more links the player has who has just moved."""
    own, other = (len(list(board.links(side))) for side in (board.turn.other, board.turn))
    return own - other


def seconds_for(limits: list[str]) -> float:
    """How long to think: half of what there is for this move."""
    if "movetime" in limits:
        return int(limits[limits.index("movetime") + 1]) / 2000
    return 0.5


class Engine:
    """The position, and the answers to commands."""

    def __init__(self) -> None:
        self.board = Board()

    def answer(self, line: str) -> str:
        """The answer to a command; empty if there is none."""
        outcome = self.board.outcome()
        match line.split():
            case ["ugi"]:
                return f"id name {NAME}\nid author you\nugiok"
            case ["isready"]:
                return "readyok"
            case ["position", "startpos", *rest]:
                self.board = Board(moves=rest[1:])
            case ["position", "fen", rows, side, steps, number, *rest]:
                self.board = Board(f"{rows} {side} {steps} {number}", moves=rest[1:])
            case ["position", *_]:
                return f"info string cannot make sense of: {line.strip()}"
            case ["go", *limits]:
                move = None if outcome else choose(self.board, seconds_for(limits))
                return f"bestmove {move or 'none'}"
            case ["query", "p1turn"]:
                return f"response {str(self.board.turn is WHITE).lower()}"
            case ["query", "gameover"]:
                return f"response {str(outcome is not None).lower()}"
            case ["query", "result"]:
                return f"response {RESULTS[outcome.result] if outcome else 'none'}"
        return ""


def main() -> None:
    """Answer commands until the input ends."""
    engine = Engine()
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        try:
            answer = engine.answer(line)
        except ValueError as error:
            # A move that is illegal, or no move, position or number.
            answer = f"info string {error}"
        if answer:
            print(answer, flush=True)


if __name__ == "__main__":
    main()
