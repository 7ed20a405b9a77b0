"""Draw the pictures of the documents anew: `python docs/make_pictures.py`.

A test holds the pictures in `docs/pictures` equal to what is drawn here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tenchips import BLACK, WHITE, Board
from tenchips.render import svg

FOLDER = Path(__file__).parent / "pictures"

BLACK_CHIPS = "20 60 42 13 33 25 35 55 65 57"
NETWORKS = Board.diagram("01 12 52 14 74 36", BLACK_CHIPS, BLACK)
BROKEN = Board.diagram("01 12 52 14 74 56", BLACK_CHIPS, BLACK)
CLUSTERS = Board.diagram(black="30 21 52 53 24 65 16 47", turn=BLACK)
FULL = Board.diagram(
    white="03 06 14 16 32 34 56 71 72 75",
    black="13 17 20 25 33 35 55 57 63 65",
    turn=WHITE,
    number=11,
)
GAME = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14 73")


DRAWN = Board("8/W1BWW3/1W5W/1B2W1B1/3BW1B1/WBWB4/1B1W1B2/5B2 w 0 11")

STEPPED = FULL.copy()
STEPPED.push("56-31")

BOARDS: dict[str, tuple[Board, dict[str, Any]]] = {
    "board.svg": (GAME, {}),
    "goals.svg": (Board(), {}),
    "clusters.svg": (CLUSTERS, {"sights": (), "illegal": BLACK}),
    "network.svg": (NETWORKS, {"network": "60-65-55-33-35-57"}),
    "network-crossing.svg": (NETWORKS, {"network": "20-25-35-13-33-55-57"}),
    "not-goal-inside.svg": (NETWORKS, {"network": "60-20-42-33-35-57"}),
    "not-goal-again.svg": (NETWORKS, {"network": "20-42-60-65-55-57"}),
    "not-chip-twice.svg": (NETWORKS, {"network": "20-25-35-33-55-35-57"}),
    "not-turning.svg": (NETWORKS, {"network": "60-42-33-35-55-57"}),
    "not-in-sight.svg": (BROKEN, {"network": "20-25-35-13-33-55-57"}),
    "step-before.svg": (FULL, {}),
    "step-after.svg": (STEPPED, {}),
    "repetition.svg": (DRAWN, {"arrows": [("44", "33"), ("33", "54"), ("15", "14")]}),
}
"""What each picture shows, by its file's name, and how."""


def pictures() -> dict[str, str]:
    """Every picture by its file's name."""
    return {name: svg.draw(board, **how) for name, (board, how) in BOARDS.items()}


def main() -> None:
    """Write every picture into the folder, and nothing else."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
