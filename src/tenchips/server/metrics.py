"""What the server counts, for Prometheus to read at `/metrics`.

One process answers from its own memory. With several workers each writes its counts to a file in
the folder that `PROMETHEUS_MULTIPROC_DIR` names (`tenchips serve` makes one), and whichever worker
is asked adds all of them up. Nothing here names a visitor, a game or an address.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder that workers share; it counts only if set before this is loaded."""

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


def _gauge(name: str, documentation: str) -> Gauge:
    return Gauge(name, documentation, multiprocess_mode="livesum")


SOCKETS: Final = _gauge("tenchips_sockets", "WebSockets that are open.")
LIVE_GAMES: Final = _gauge("tenchips_live_games", "Games held in memory.")
MOVES: Final = Counter("tenchips_moves", "Moves acknowledged.")
NACKS: Final = Counter("tenchips_nacks", "Commands refused, by reason.", ["code"])
COMMIT_SECONDS: Final = Histogram(
    "tenchips_commit_seconds", "Time to write a batch of events.", buckets=_SECONDS
)
COMMIT_EVENTS: Final = Histogram(
    "tenchips_commit_events", "Events in a batch.", buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500)
)
ENGINE_QUEUE: Final = _gauge("tenchips_engine_queue", "Searches that wait for an engine.")
ENGINE_SEARCHES: Final = _gauge("tenchips_engine_searches", "Engines at work.")
ENGINE_WAIT: Final = Histogram(
    "tenchips_engine_wait_seconds", "Time that searches waited for an engine.", buckets=_SECONDS
)
ENGINE_FAULTS: Final = Counter("tenchips_engine_faults", "Engines that died or fell silent.")
REFUSED_CONNECTIONS: Final = Counter(
    "tenchips_refused_connections", "Connections closed for what they did.", ["reason"]
)
REQUESTS: Final = Counter(
    "tenchips_http_requests", "HTTP requests answered.", ["method", "route", "status"]
)


def exposition() -> bytes:
    """All counts as Prometheus reads them, those of every worker together."""
    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    _forget_the_dead(Path(os.environ[FOLDER]))
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _forget_the_dead(folder: Path) -> None:
    """What a worker held open is open no longer when it has ended."""
    for file in folder.glob("gauge_live*_*.db"):
        try:
            os.kill(int(file.stem.rpartition("_")[2]), 0)
        except ProcessLookupError:
            file.unlink(missing_ok=True)
