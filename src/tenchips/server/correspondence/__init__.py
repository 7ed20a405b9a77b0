"""Correspondence: games with days for each move.

| module | what it does |
|---|---|
| `vacations` | when players need not move, and how many days of that they have |
| `overdue` | finds games that nobody looks at and whose time is up |
| `models` | what requests carry |
| `api` | the endpoints |
"""

from __future__ import annotations

from tenchips.server.correspondence.overdue import Overdue
from tenchips.server.correspondence.vacations import Vacations

__all__ = ["Overdue", "Vacations"]
