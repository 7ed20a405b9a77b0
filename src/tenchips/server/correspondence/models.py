"""What requests about correspondence games carry."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from tenchips.server.correspondence.vacations import YEARLY
from tenchips.server.models import ColorName, GameSummary, Strict


class Turn(BaseModel):
    """A game in which it is the asker's turn, and until when."""

    game: GameSummary
    color: ColorName
    due: str


class Turns(BaseModel):
    """Where it is the asker's turn, the most urgent first."""

    turns: list[Turn]


class NewVacation(Strict):
    """For how many days the asker is away."""

    days: Annotated[int, Field(ge=1, le=YEARLY)]


class VacationShown(BaseModel):
    """When the asker's vacation ends, and how many days are left this year."""

    until: str | None
    days_left: int
