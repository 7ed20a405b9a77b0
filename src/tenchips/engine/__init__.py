"""The machine that plays: search, evaluation, levels, and `Engine`, the way to ask it."""

from tenchips.engine.engine import Engine, EngineError, Info, Limit, Score
from tenchips.engine.levels import LEVELS, TOP, Level
from tenchips.engine.machine_player import MachinePlayer

__all__ = [
    "LEVELS",
    "TOP",
    "Engine",
    "EngineError",
    "Info",
    "Level",
    "Limit",
    "MachinePlayer",
    "Score",
]
