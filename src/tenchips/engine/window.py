"""The window around the score that a search expects: only inside it is the score found exactly.

Outside it a search says no more than that the score is higher or lower; then the window is widened
on that side and the depth searched again. It is opened whole at small depths only, and for the
longest defence of a lost position: a search in an open window takes longer.
"""

from __future__ import annotations

from typing import Final

from tenchips.engine.search import SURE, WIN

TO_PLAY: Final = 80
"""Half the window of a search for the best move, in hundredths."""

TO_PROVE: Final = 500
"""Half the window of a search for a proof, which comes after three quarters of the positions that a
narrow one needs; between moves that prove nothing it chooses no better, rather a little worse."""

OPEN_DEPTH: Final = 4
"""Up to this depth the expected score says little, and the window is open."""


class Window:
    """A window for one depth.

    >>> window = Window(depth=9, guess=20, margin=80)
    >>> window.low, window.high
    (-60, 100)
    >>> window.widen(250)
    >>> window.low, window.high
    (-60, 410)
    """

    def __init__(self, depth: int, guess: int, margin: int) -> None:
        """The window around the score of the depth before."""
        self._margin = margin
        self.low, self.high = -WIN, WIN
        if depth > OPEN_DEPTH and abs(guess) < SURE:
            self.low, self.high = guess - margin, guess + margin

    def holds(self, score: int) -> bool:
        """Whether a score lies inside, and so is exact."""
        return self.low < score < self.high

    def widen(self, score: int) -> None:
        """Make room on the side of a score that lies outside."""
        self._margin *= 2
        if score <= self.low:
            self.low = max(score - self._margin, -WIN)
        else:
            self.high = min(score + self._margin, WIN)

    def open(self) -> None:
        """Find the exact score, whatever it is."""
        self.low, self.high = -WIN, WIN
