"""The options of an engine: their defaults and limits, in one place.

`Engine` takes them as arguments, and the protocols under their own names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tenchips.engine.levels import TOP
from tenchips.engine.limit import EngineError
from tenchips.errors import check_type


@dataclass(frozen=True)
class EngineOption:
    """A number from 1 up to `most`.

    >>> HASH.default
    64
    >>> THREADS.check(0)
    Traceback (most recent call last):
    tenchips.engine.limit.EngineError: threads are from 1 to 256, not 0
    """

    name: str
    default: int
    most: int
    words: str
    """How the sentence about a wrong value begins."""
    unit: str = ""

    def check(self, value: int) -> int:
        """The value, if it is one."""
        check_type(self.name, value, int, "an int")
        if not 1 <= value <= self.most:
            raise EngineError(f"{self.words} from 1 to {self.most}{self.unit}, not {value}")
        return value


THREADS: Final = EngineOption("threads", 1, 256, "threads are")
HASH: Final = EngineOption("hash", 64, 1 << 20, "the hash table has", " MB")
LEVEL: Final = EngineOption("level", TOP, TOP, "the levels are")
