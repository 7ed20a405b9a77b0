"""The colours of the board: dark, light, sixteen colours, none.

Squares have a middle tone, so that both colours of chips stand out in every theme.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Palette:
    """The colours of a theme. Without colours chips differ in shape, and marks are signs."""

    squares: tuple[str, str]
    """Two tones, one after the other."""
    white_goal: tuple[str, str]
    black_goal: tuple[str, str]
    white_chip: str
    black_chip: str
    white_text: str
    """What is written on a white chip."""
    black_text: str
    cursor: str
    last_move: str
    picked: str
    sight: str
    refused: str
    threat: str
    hint: str
    network: str
    sign: str
    """Signs on squares: crosses, dots."""
    label: str
    has_color: bool = True


DARK: Final = Palette(
    squares=("#3f5f59", "#395750"),
    white_goal=("#75705a", "#6d6852"),
    black_goal=("#2a3036", "#252a30"),
    white_chip="#f7f2e4",
    black_chip="#0b0d10",
    white_text="#1c1a14",
    black_text="#f4f7fa",
    cursor="#f2b441",
    last_move="#7fa89d",
    picked="#62bbff",
    sight="#5d8b7e",
    refused="#ff86b6",
    threat="#ff7b5c",
    hint="#33dfae",
    network="#33dfae",
    sign="#9fb7b0",
    label="#aaa391",
)
LIGHT: Final = Palette(
    squares=("#8fae9f", "#86a696"),
    white_goal=("#d9cda6", "#d1c49c"),
    black_goal=("#66717b", "#5e6973"),
    white_chip="#ffffff",
    black_chip="#14181d",
    white_text="#1c1a14",
    black_text="#ffffff",
    cursor="#b85c00",
    last_move="#c3d9cd",
    picked="#084f8c",
    sight="#b4d0bf",
    refused="#a3124f",
    threat="#c02f0c",
    hint="#005c45",
    network="#005c45",
    sign="#3c5a4c",
    label="#5f5a4d",
)
SIXTEEN: Final = Palette(
    squares=("#008080", "#008080"),
    white_goal=("#808000", "#808000"),
    black_goal=("#000080", "#000080"),
    white_chip="#ffffff",
    black_chip="#000000",
    white_text="#000000",
    black_text="#ffffff",
    cursor="#ffff00",
    last_move="#808080",
    picked="#00ffff",
    sight="#00ff00",
    refused="#ff0000",
    threat="#ff0000",
    hint="#00ff00",
    network="#00ff00",
    sign="#c0c0c0",
    label="#c0c0c0",
)
"""Colours of the standard sixteen, so that a terminal shows them as they are."""

PLAIN: Final = Palette(*((("", ""),) * 3), *(("",) * 14), has_color=False)
