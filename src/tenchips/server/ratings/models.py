"""Ratings as they are shown."""

from __future__ import annotations

from pydantic import BaseModel

from tenchips.server.store.ratings import Change


class PlayerStanding(BaseModel):
    """Somebody in the list of the best. Two times out of three the true strength is within
    `deviation` of the rating."""

    name: str
    rating: int
    deviation: int
    games: int


class LevelStanding(BaseModel):
    """A level of the machine: a fixed point of the scale."""

    level: int
    name: str
    rating: int


class Leaderboard(BaseModel):
    """The best whose rating is sure, the best first, and the levels of the machine."""

    players: list[PlayerStanding]
    levels: list[LevelStanding]


class RatingChange(BaseModel):
    """What a game has made of a rating; `at`: milliseconds since 1970."""

    game: str
    at: int
    rating: int
    change: int

    @classmethod
    def of(cls, change: Change) -> RatingChange:
        """The change as everybody sees it."""
        rating, difference = round(change.rating), round(change.change)
        return cls(game=change.game, at=change.at, rating=rating, change=difference)


class PlayerRating(BaseModel):
    """A player's rating and its history, the oldest first; no rating before the first rated game.
    `is_sure`: it rests on enough games."""

    rating: int | None
    deviation: int | None
    games: int
    is_sure: bool
    history: list[RatingChange]


class GameRatings(BaseModel):
    """What a rated game has made of the ratings of its players; None where nothing."""

    white: RatingChange | None
    black: RatingChange | None
