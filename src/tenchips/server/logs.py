"""What the server says while it runs: JSON lines for machines, short lines for a terminal.

Call `say` with an event and its facts. Facts never contain secrets: no cookie, no token, no
invitation. Addresses of requests are not logged at all, since
invitations are part of them.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import IO, Final

LOGGER: Final = logging.getLogger("tenchips")

_SECRETS: Final = ("authorization", "cookie", "identity", "invite", "password", "secret", "token")


def say(
    event: str, level: int = logging.INFO, error: BaseException | None = None, **facts: object
) -> None:
    """Log an event with its facts, and with the traceback of an error.

    >>> say("a game has begun", game="k3Jd8sQw1xYz")
    """
    LOGGER.log(level, event, exc_info=error, extra={"facts": facts})


def set_up(stream: IO[str] = sys.stderr) -> None:
    """Send everything that is logged here, by uvicorn too, to a stream: as people read it if it
    is a terminal, as JSON lines if not."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Short() if stream.isatty() else _Json())
    for name in ("tenchips", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    LOGGER.setLevel(logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # it logs every start and socket
    logging.captureWarnings(True)


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """The facts of what was logged, with what must stay secret blanked."""
    facts: dict[str, object] = getattr(record, "facts", {})
    return {name: "***" if _is_secret(name) else value for name, value in facts.items()}


def _is_secret(name: str) -> bool:
    return any(secret in name.lower() for secret in _SECRETS)


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **facts_of(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class _Short(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{name}={value}" for name, value in facts_of(record).items())
        head = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        mark = "" if record.levelno < logging.WARNING else f"{record.levelname.lower()}: "
        line = f"{head} {mark}{record.getMessage()} {facts}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line
