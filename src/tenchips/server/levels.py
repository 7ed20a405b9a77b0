"""The levels of the machine as people see them: number, name, rating, description."""

from __future__ import annotations

from typing import Final

LEVELS: Final = (
    (1, "Beginner", 168, "Builds its own network, partly at random, and never stops yours."),
    (2, "Novice", 330, "Sometimes stops an easy threat."),
    (3, "Casual", 493, "Stops most threats, but makes no plans."),
    (4, "Club", 641, "Sees wins and threats on the board, but does not think ahead."),
    (5, "Schemer", 794, "Plays a double threat when it has one, but does not prepare it."),
    (6, "Planner", 937, "Sees double threats, and plans a little."),
    (7, "Expert", 1081, "Plays few bad moves, but misses long combinations."),
    (8, "Master", 1232, "Prepares double threats and sees most of yours."),
    (9, "Grandmaster", 1370, "Makes a mistake only once in many games."),
    (10, "Engine", 1509, "The full strength of the engine."),
)
"""The levels with their ratings as measured in docs/levels.md: against each other, the
random mover at 0."""
