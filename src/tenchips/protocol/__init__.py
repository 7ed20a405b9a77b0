"""How programs talk to engines: UGI and JSON lines, from both ends of the pipe.

`ugi` and `analysis` are the engine's end, what `tenchips ugi` and `tenchips analyse` run. At the
other end, `process` starts and ends any program, ours or not, and expects the worst of it; `client`
and `blocking` are the UGI clients above it, and `traffic` logs the lines in both directions.
Nothing here thinks, judges a move or keeps a score.
"""

from tenchips.protocol.blocking import BlockingUgiClient
from tenchips.protocol.client import Clocks, PlayResult, UgiClient, UgiSearch
from tenchips.protocol.faults import (
    EngineDead,
    EngineFault,
    EngineGarbage,
    EngineIllegalMove,
    EngineSilent,
)
from tenchips.protocol.traffic import TrafficLog

__all__ = [
    "BlockingUgiClient",
    "Clocks",
    "EngineDead",
    "EngineFault",
    "EngineGarbage",
    "EngineIllegalMove",
    "EngineSilent",
    "PlayResult",
    "TrafficLog",
    "UgiClient",
    "UgiSearch",
]
