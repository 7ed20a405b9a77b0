"""Mirror images of what an agent sees, to learn four times as much from every position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tenchips.book.certificate import MIRRORED
from tenchips.learning.encoding import ACTIONS
from tenchips.learning.symmetry import Turn


class Image(NamedTuple):
    """Planes, mask and actions of one of the four mirror images."""

    observation: npt.NDArray[np.uint8]
    action_mask: npt.NDArray[Any]
    actions: npt.NDArray[np.int64]


_SQUARES: Final = [np.arange(64) ^ mirrored for mirrored in MIRRORED]
_ACTIONS: Final = [
    np.array([Turn(mirrored, is_transposed=False).action(action) for action in range(ACTIONS)])
    for mirrored in MIRRORED
]


def images(
    observation: npt.NDArray[np.uint8],
    action_mask: npt.NDArray[Any],
    actions: npt.ArrayLike,
) -> Iterator[Image]:
    """The four mirror images of positions, themselves first, with their masks and with actions
    chosen there: arrays of the shapes (n, 7, 8, 8), (n, 4160) and (n), or all without n.

    >>> from tenchips import Board
    >>> from tenchips.learning import action_mask, observation
    >>> board = Board(moves="12")
    >>> [f"{image.actions:02o}" for image in images(observation(board), action_mask(board), 0o23)]
    ['23', '53', '24', '54']
    """
    planes = observation.reshape(*observation.shape[:-2], 64)
    for squares, turned in zip(_SQUARES, _ACTIONS, strict=True):
        # A mirror image of a mirror image is the original: places and what stands there change
        # by the same table.
        yield Image(
            planes[..., squares].reshape(observation.shape),
            action_mask[..., turned],
            turned[np.asarray(actions)],
        )
