"""A tournament as it is shown: to everybody alike, and the part that each has in it."""

from __future__ import annotations

from tenchips.server.models import Clock
from tenchips.server.store.tournaments import Listed, Pairing, Tournament, Whole
from tenchips.server.tournaments.models import (
    MyPart,
    PairingShown,
    Standing,
    TournamentShown,
    TournamentState,
    TournamentSummary,
)
from tenchips.server.tournaments.standings import Row, standings


def shown(whole: Whole, now: int) -> TournamentShown:
    """A tournament as everybody sees it."""
    playing = sum(player.status == "in" for player in whole.players)
    summary = summary_of(Listed(whole.tournament, playing))
    return TournamentShown(
        **summary.model_dump(exclude={"clock"}),
        clock=summary.clock,
        v=whole.tournament.v,
        paused=whole.tournament.paused,
        ended=whole.tournament.ended,
        now=now,
        is_round_over=all(pairing.is_over for pairing in whole.current),
        standings=[_standing(row) for row in standings(whole)],
        pairings=[pairing_shown(pairing) for pairing in whole.current],
    )


def part_of(whole: Whole, who: str | None) -> MyPart:
    """What somebody is in a tournament."""
    player = whole.player_of(who)
    mine = player and next(
        (it for it in whole.current if not it.is_over and player.number in (it.white, it.black)),
        None,
    )
    is_live = whole.tournament.status == "live"
    return MyPart(
        number=player.number if player else None,
        status=player.status if player else None,
        is_organiser=who is not None and who == whole.tournament.owner,
        game=mine.game if mine and is_live else None,
    )


def state_of(whole: Whole, who: str | None, now: int) -> TournamentState:
    """A tournament, and somebody's part in it."""
    return TournamentState(tournament=shown(whole, now), me=part_of(whole, who))


def summary_of(listed: Listed) -> TournamentSummary:
    """A tournament in a list."""
    it: Tournament = listed.tournament
    return TournamentSummary(
        id=it.id,
        name=it.name,
        organiser=it.organiser,
        kind=it.kind,
        rounds=it.rounds,
        round=it.round,
        clock=Clock(base=it.base, increment=it.increment),
        rated=it.rated,
        by_roster=it.by_roster,
        starts=it.starts,
        status=it.status,
        players=listed.players,
        created=it.created,
    )


def pairing_shown(pairing: Pairing) -> PairingShown:
    """A pairing."""
    return PairingShown(**pairing._asdict())


def _standing(row: Row) -> Standing:
    player = row.player
    return Standing(
        number=player.number,
        name=player.name,
        kind=player.kind,
        rating=player.rating,
        status=player.status,
        joined=player.joined is not None,
        place=row.place,
        points=row.points,
        wins=row.wins,
        games=row.games,
        buchholz=row.buchholz,
        sonneborn=row.sonneborn,
    )
