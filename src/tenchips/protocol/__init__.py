"""How programs talk to engines: UGI and JSON lines, from both ends of the pipe.

`ugi` and `analysis` are the engine's end, what `tenchips ugi` and `tenchips analyse` run.
`client` is the other end: it starts any UGI engine, ours or not, and expects the worst of it.
Nothing here thinks, judges a move or keeps a score: that is the business of the rooms before.
"""

from tenchips.protocol.client import Answer, BlockingUgiClient, Clocks, Search, UgiClient
from tenchips.protocol.faults import (
    EngineDead,
    EngineFault,
    EngineGarbage,
    EngineIllegalMove,
    EngineSilent,
)

__all__ = [
    "Answer",
    "BlockingUgiClient",
    "Clocks",
    "EngineDead",
    "EngineFault",
    "EngineGarbage",
    "EngineIllegalMove",
    "EngineSilent",
    "Search",
    "UgiClient",
]
