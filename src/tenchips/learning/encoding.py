"""What an agent sees of a `Board`: the same planes and the same mask as `BatchEnv` writes."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tenchips.board import Board
from tenchips.learning.batch import PLANES
from tenchips.notation import Move

ACTIONS: Final = 4160
"""Adds are 0 to 63, the number of the square; a step is 64 + 64·from + to."""

OBSERVATION_SHAPE: Final = (PLANES, 8, 8)


def observation(board: Board) -> npt.NDArray[np.uint8]:
    """The planes of a board; see `BatchEnv` for what they are.

    >>> observation(Board(moves="33")).reshape(7, 64)[:, 0o33].tolist()
    [0, 1, 10, 9, 1, 0, 0]
    """
    planes = np.zeros((PLANES, 64), np.uint8)
    own, other = board.turn, board.turn.other
    for plane, color in enumerate((own, other)):
        for square in board.chips(color):
            planes[plane, Move(square).action] = 1
    planes[2], planes[3], planes[4] = board.hand(own), board.hand(other), int(own)
    placed = board.hand(own) == board.hand(other) == 0
    planes[5] = min(board.repetitions() - 1, 255) if placed else 0
    planes[6] = min(board.steps, 255)
    return planes.reshape(OBSERVATION_SHAPE)


def action_mask(board: Board) -> npt.NDArray[np.int8]:
    """1 for every legal action, 0 for the others; only zeros once the game is over.

    >>> int(action_mask(Board()).sum())
    48
    """
    mask = np.zeros(ACTIONS, np.int8)
    mask[legal_actions(board)] = 1
    return mask


def legal_actions(board: Board) -> list[int]:
    """The legal actions in rising order; none once the game is over.

    >>> legal_actions(Board())[:3]
    [1, 2, 3]
    """
    return [] if board.is_game_over() else sorted(move.action for move in board.legal_moves)
