"""A board in the ways that environments show it."""

from __future__ import annotations

import io
from typing import Any, Final

import numpy as np

from tenchips.board import Board
from tenchips.errors import TenchipsError
from tenchips.render import gif

MODES: Final = ("human", "ansi", "rgb_array")


def draw(board: Board, mode: str | None) -> Any:
    """The board printed (`human`), as text (`ansi`), or as an array of pixels (`rgb_array`, which
    needs Pillow).

    >>> draw(Board(moves="33"), "ansi").count("W")
    1
    """
    if mode == "human":
        print(board)
        return None
    if mode == "ansi":
        return str(board)
    if mode == "rgb_array":
        drawn = gif.still(board)
        from PIL import Image  # which is there if the picture could be drawn

        with Image.open(io.BytesIO(drawn)) as picture:
            return np.asarray(picture.convert("RGB"))
    raise TenchipsError(f"render_mode is {', '.join(MODES)}, not {mode!r}")
