"""The endpoints of ratings: the best, one player's history, and what a game has changed."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from tenchips.server.accounts.api import PlayerName, player_named
from tenchips.server.api import GameId, Here, new_router
from tenchips.server.levels import LEVELS
from tenchips.server.ratings.fair import level_rating
from tenchips.server.ratings.models import (
    GameRatings,
    Leaderboard,
    LevelStanding,
    PlayerRating,
    PlayerStanding,
    RatingChange,
)
from tenchips.server.refusals import Refused, refusals
from tenchips.server.store import ratings
from tenchips.squares import BLACK, WHITE

ratings_api = new_router()


@ratings_api.get("/leaderboard")
async def leaderboard(
    here: Here, pool: Annotated[ratings.PoolName, Query()] = "people"
) -> Leaderboard:
    """The best players with an account, or the best bots, among the levels of the machine."""
    found = await here.store.transact(lambda one: ratings.best(one, pool))
    return Leaderboard(
        players=[
            PlayerStanding(
                name=one.name,
                rating=round(one.rating),
                deviation=round(one.deviation),
                games=one.games,
            )
            for one in found
        ],
        levels=[
            LevelStanding(level=level, name=name, rating=round(level_rating(level).rating))
            for level, name, *_ in LEVELS
        ],
    )


@ratings_api.get("/players/{name}/rating", responses=refusals(404))
async def player_rating(name: PlayerName, here: Here) -> PlayerRating:
    """A player's rating and its history."""
    account = await player_named(name, here)
    found = await here.store.transact(lambda one: ratings.standing(one, account.id))
    if found is None:
        return PlayerRating(rating=None, deviation=None, games=0, is_sure=False, history=[])
    changes = await here.store.transact(lambda one: ratings.history(one, account.id))
    return PlayerRating(
        rating=round(found.rating),
        deviation=round(found.deviation),
        games=found.games,
        is_sure=found.is_sure,
        history=[RatingChange.of(change) for change in changes],
    )


@ratings_api.get("/games/{id}/ratings", responses=refusals(404))
async def game_ratings(id: GameId, here: Here) -> GameRatings:
    """What a rated game has made of the ratings of its players."""
    game = await here.games.get(id)
    if game is None:
        raise Refused(404, "no_game", "there is no game with this id: check the link")
    changes = await here.store.transact(lambda one: ratings.changes_of(one, game.state.id))
    white, black = (changes.get(game.state.seats[color].identity or "") for color in (WHITE, BLACK))
    return GameRatings(
        white=RatingChange.of(white) if white else None,
        black=RatingChange.of(black) if black else None,
    )
