"""Find balanced openings and write them to `src/tenchips/solver/balanced.txt`.

    python benchmarks/make_openings.py COUNT NODES [--seed N] [--jobs N]

Random openings of five plies are searched with up to NODES nodes; those that are neither proved
nor much better for one side are kept. `tenchips.solver.openings` says how. The file is written
anew after each opening, so that a run can be stopped at any time.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from tenchips.executors import Workers
from tenchips.files import write_atomically
from tenchips.solver import openings

TARGET = Path(openings.__file__).with_name("balanced.txt")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("count", type=int)
    parser.add_argument("nodes", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    lines = [
        f"# Openings of 5 plies in which searches of up to {options.nodes:,} nodes found no win",
        f"# for either side and thought neither better by more than {openings.FINE} hundredths.",
    ]
    with Workers(options.jobs) as workers:
        found = openings.find_balanced(options.count, options.nodes, workers, seed=options.seed)
        for number, opening in enumerate(found, 1):
            lines.append(" ".join(map(str, opening)))
            write_atomically(TARGET, "".join(f"{line}\n" for line in lines))
            print(f"{number} of {options.count}", flush=True)


if __name__ == "__main__":
    main()
