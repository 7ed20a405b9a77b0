"""Draw the learning curve of the shipped network from the log of its training.

    python docs/make_learning_curve.py

reads `docs/learning.log`, the log that `examples/train.py --full` wrote, and writes
`docs/pictures/learning-curve.svg`.
"""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent
WIDTH, HEIGHT, LEFT, BOTTOM = 720, 360, 48, 36
CURVES = {
    "against_random": ("#6b7280", "games won against random moves"),
    "values": ("#b45309", "won and lost positions judged right"),
    "puzzles": ("#1d4ed8", "only winning moves found"),
}


def main() -> None:
    lines = [json.loads(line) for line in (HERE / "learning.log").read_text("utf-8").splitlines()]
    last = lines[-1]["seconds"]
    across, up = (WIDTH - LEFT - 24) / last, HEIGHT - BOTTOM - 16

    def x(seconds: float) -> float:
        return round(LEFT + seconds * across, 1)

    def y(share: float) -> float:
        return round(16 + (1 - share) * up, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13" role="img">',
        "<title>What the network knows after so many minutes of training</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(
            f'<path d="M{LEFT} {y(share)}H{WIDTH - 16}" stroke="#e5e7eb"/>'
            f'<text x="{LEFT - 6}" y="{y(share) + 4}" text-anchor="end">{share:.0%}</text>'
        )
    for minute in range(0, int(last) // 60 + 1, 4):
        parts.append(
            f'<text x="{x(60 * minute)}" y="{HEIGHT - 14}" text-anchor="middle">{minute} min</text>'
        )
    for name, (color, label) in CURVES.items():
        points = " ".join(f"{x(line['seconds'])},{y(line[name])}" for line in lines)
        middle = lines[len(lines) // 2]
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>'
            f'<text x="{x(middle["seconds"])}" y="{y(middle[name]) + 20}" fill="{color}">'
            f"{label}</text>"
        )
    (HERE / "pictures" / "learning-curve.svg").write_text("\n".join([*parts, "</svg>\n"]), "utf-8")


if __name__ == "__main__":
    main()
