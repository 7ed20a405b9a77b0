"""The bench: the same searches every time, to see whether a change made the engine search other
nodes, or fewer nodes a second.

The number of nodes is the engine's *signature*. A change that must not affect the search leaves it
as it is; one that does puts the new number, from `tenchips bench`, into `SIGNATURE`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenchips.board import Board
from tenchips.engine.engine import Engine
from tenchips.engine.info import Info
from tenchips.engine.limit import Limit

SIGNATURE: Final = 1_210_437
"""The nodes of a whole bench."""

HASH: Final = 4
"""Megabytes of table: small, so that it fills."""

SEARCHES: Final = (
    ("8/8/8/8/8/8/8/8 w 0 1", 8),
    ("8/8/8/3W4/4B3/8/8/8 w 0 2", 8),
    ("1B6/8/W7/8/1B6/8/W6W/8 b 0 3", 7),
    ("1B6/3W3W/8/1B3B2/2W5/3W4/8/1B6 w 0 5", 8),
    ("6B1/8/2W5/3W4/WW3WB1/1BB5/3W4/3B4 b 0 6", 9),
    ("6B1/8/7W/W1B1B1W1/6B1/4WBW1/4W2W/5BB1 w 0 8", 9),
    ("6B1/WB2W2W/2WBWBW1/3B4/W3WBB1/8/4W3/5B2 b 0 9", 9),
    ("3B4/2W1WBW1/4W1BW/3BB3/1BW1WW2/WBWBB3/8/3B4 w 0 11", 6),
    ("2B3B1/W1BW1B1W/4W3/3B1B2/W1W3B1/3WBW2/W1B2W2/3B4 w 0 11", 7),
    ("5B2/2BB1WB1/2W5/W1W1BBW1/1B5W/2BWBWB1/3W1W2/8 b 1 11", 7),
    ("6B1/3B2W1/WB2WB2/1W1BW3/1B1B4/1W1W1WB1/5W1W/1B4B1 b 3 12", 7),
    ("8/4BW2/2BWBW2/6BW/W2BWB1W/2B5/W1W1BWB1/4B3 w 6 14", 7),
)
"""Positions of both phases, each with the plies to look ahead."""


def bench(engine: Engine | None = None) -> Iterator[Info]:
    """Search every position of the bench from scratch, with one thread; what each came to.

    Give it an engine, new and with one thread and `HASH`, to be able to stop it.
    """
    engine = engine or Engine(hash=HASH)
    for position, depth in SEARCHES:
        engine.clear()
        yield engine.play(Board(position), Limit(depth=depth))
