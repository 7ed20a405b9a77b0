"""A whole UGI engine: it wins if it can, blocks if it must, and otherwise looks for moves that let
its chips see each other. Run `python examples/engine.py` and type `ugi`, or use it in an arena."""

import random
import sys

from tenchips import BLACK, WHITE, Board, Move

RESULTS = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw"}


def worth(board: Board, move: Move, deeper: bool = True) -> float:
    """How good a move is: 1000 if it wins, and less than -400 if it lets the opponent win."""
    color, there = board.turn, board.copy()
    there.push(move)
    if outcome := there.outcome():
        return {color: 1000.0, color.other: -1000.0, None: 0.0}[outcome.winner]
    links = [len(list(there.links(side))) for side in (WHITE, BLACK)]
    loses = deeper and any(worth(there, reply, False) == 1000 for reply in there.legal_moves)
    return links[color] - links[color.other] + random.random() - 500 * loses


def main() -> None:
    board = Board()
    for line in sys.stdin:
        outcome, answer = board.outcome(), ""
        match line.split():
            case ["ugi"]:
                answer = "id name Example\nid author you\nugiok"
            case ["isready"]:
                answer = "readyok"
            case ["position", "startpos", *rest]:
                board = Board(moves=rest[1:])
            case ["position", "fen", rows, side, steps, number, *rest]:
                board = Board(f"{rows} {side} {steps} {number}", moves=rest[1:])
            case ["query", "p1turn"]:
                answer = f"response {str(board.turn is WHITE).lower()}"
            case ["query", "gameover"]:
                answer = f"response {str(outcome is not None).lower()}"
            case ["query", "result"]:
                answer = f"response {RESULTS[outcome.result] if outcome else 'none'}"
            case ["go", *_]:
                moves = sorted(board.legal_moves, key=lambda move: -worth(board, move, False))
                sound = (move for move in moves if worth(board, move) > -400)
                answer = f"bestmove {next(sound, moves[0] if moves else 'none')}"
            case ["quit"]:
                return
        if answer:
            print(answer, flush=True)


if __name__ == "__main__":
    main()
