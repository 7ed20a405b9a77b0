"""The machine player: search, evaluation, levels, reviews, and `Engine`, the way to use it."""

from tenchips.engine.engine import Engine
from tenchips.engine.info import Info, Score
from tenchips.engine.levels import LEVELS, TOP, Level
from tenchips.engine.limit import EngineError, Limit
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
