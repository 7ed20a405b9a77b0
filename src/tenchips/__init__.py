"""Tenchips: the home of Network, Sid Sackson's game of ten chips a side."""

from tenchips.board import Board
from tenchips.legality import LegalMoves
from tenchips.notation import START, Move, NotationError
from tenchips.rules import (
    Fault,
    FaultKind,
    Flaw,
    IllegalMove,
    ImpossiblePosition,
    NetworkRule,
    Outcome,
    Reason,
    Refusal,
    Rules,
    Termination,
)
from tenchips.squares import BLACK, WHITE, Color, Square, Symmetry

__version__ = "0.2.0.dev0"

__all__ = [
    "BLACK",
    "START",
    "WHITE",
    "Board",
    "Color",
    "Fault",
    "FaultKind",
    "Flaw",
    "IllegalMove",
    "ImpossiblePosition",
    "LegalMoves",
    "Move",
    "NetworkRule",
    "NotationError",
    "Outcome",
    "Reason",
    "Refusal",
    "Rules",
    "Square",
    "Symmetry",
    "Termination",
]
