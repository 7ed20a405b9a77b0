"""The machine that plays: search, evaluation, and `Engine`, the way to ask it."""

from tenchips.engine.engine import Engine, EngineError, Info, Limit, Score

__all__ = ["Engine", "EngineError", "Info", "Limit", "Score"]
