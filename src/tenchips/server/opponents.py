"""The programs that sit at boards beside the levels of the machine."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

LEARNED: Final = "Learned"
"""The name of the learned player, in games and records."""

SIMULATIONS: Final = 200
"""What the learned player looks at for a move: with these it is measured in docs/learning.md."""


def has_learned() -> bool:
    """Whether the learned player can play here: the extra `net` is installed."""
    return all(find_spec(package) is not None for package in ("numpy", "onnxruntime"))
