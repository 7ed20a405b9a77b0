"""What a command makes of a game: the events that follow from it, or the reason why none do.

`judge` looks at a game and changes nothing; the caller stores the events, and only then does the
game go on. The events of a machine's move, of a flag that falls and of a new game are made here,
too.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast

from tenchips.board import Board
from tenchips.notation import Move, NotationError
from tenchips.rules import IllegalMove
from tenchips.server import timekeeping
from tenchips.server.events import (
    ClockEvent,
    EndEvent,
    GameEvent,
    JoinEvent,
    MoveEvent,
    NewEvent,
    OfferEvent,
    RematchEvent,
    SideEvent,
    StoredEvent,
    TakebackEvent,
)
from tenchips.server.messages import (
    CancelCommand,
    ClaimCommand,
    JudgedCommand,
    MoveCommand,
    NackCode,
    OfferCommand,
    ResignCommand,
    SideCommand,
)
from tenchips.server.models import Clock, ColorName, DaysClock, End, Left, Result, What
from tenchips.server.ratings.fair import FEWEST_MOVES, fair_board
from tenchips.server.state import (
    AGREEMENT,
    CANCELLED,
    LEFT,
    NAMES,
    Beginning,
    GameState,
    Sitter,
    full_time,
)
from tenchips.server.store import Write
from tenchips.server.store.ratings import PoolName, RatedResult, Side
from tenchips.squares import BLACK, WHITE, Color

Colors: TypeAlias = tuple[Color, ...]

CHOICE: Final = 60_000
"""Milliseconds for picking a side."""

ALERT: Final = timekeeping.DAY // 8_640
"""Milliseconds after which a player who is not there is told that it is their turn in a
correspondence game."""

LAG: Final = 1_000
"""Milliseconds of a message's way that are given back to a player, for each move."""

MOST_EVENTS: Final = 5_000
"""Events after which a game takes no more moves and takebacks, without which only a few more can
come: it can still be resigned, lost on time, or agreed to be drawn."""


class Rejected(Exception):
    """A command is refused: the code of its nack, and a sentence."""

    def __init__(self, code: NackCode, detail: str) -> None:
        super().__init__(detail)
        self.code: NackCode = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be stored, and the board after a move, judged already. `instead` is the answer
    to the player when the events are not those that the command asked for."""

    write: Write
    board: Board | None = None
    instead: Rejected | None = None


def judge(
    game: GameState, command: JudgedCommand, who: str, now: int, gone: Color | None = None
) -> Verdict:
    """What somebody's command makes of a game; raises `Rejected`. `gone` is the side to move if
    its player has been away for so long that the opponent may claim the game."""
    colors = game.colors_of(who)
    if not colors and not _is_owners(game, command, who):
        raise Rejected("no_seat", "you watch this game: only its players can do this")
    if isinstance(command, CancelCommand):
        return _cancel(game, command_key(who, command.id))
    if game.status == "waiting":
        raise Rejected("not_your_turn", "wait for your opponent: the other seat is still open")
    key = command_key(who, command.id)
    if isinstance(command, MoveCommand):
        return _judge_move(game, command, colors, key, now)
    if isinstance(command, ResignCommand):
        return _resign(game, colors, key, now)
    if isinstance(command, SideCommand):
        return _pick_side(game, command, colors, key, now)
    if isinstance(command, ClaimCommand):
        return _claim(game, command, colors, key, now, gone)
    return _judge_offer(game, command, colors, key, now)


def command_key(who: str, id: str) -> str:
    """The name under which a command is stored: two players may choose the same id."""
    return f"{who}:{id}"


def _is_owners(game: GameState, command: JudgedCommand, who: str) -> bool:
    """Whether it is for the owner of a game between machines: to have another one."""
    return (
        who == game.beginning.owner
        and not game.has_people
        and isinstance(command, OfferCommand)
        and (command.t, command.what) == ("offer", "rematch")
    )


# Moves


def _judge_move(
    game: GameState, command: MoveCommand, colors: Colors, key: str, now: int
) -> Verdict:
    _refuse_if_over(game)
    _refuse_if_long(game)
    if game.choosing is not None:
        raise Rejected("not_your_turn", "a player picks a side first: wait for it")
    made = len(game.board.moves)
    if command.ply != made:
        raise Rejected(
            "stale", f"this is a move for ply {command.ply}, and the game is at ply {made}"
        )
    if game.board.turn not in colors:
        raise Rejected("not_your_turn", "it is your opponent's turn")
    if _left_after_move(game, command.lag, now) <= 0 and game.running is not None:
        too_late = Rejected("over", "your time was up before this move came")
        return Verdict(flag(game).write, instead=too_late)
    return _move(game, command.m, key, command.lag, now)


def machine_move(game: GameState, move: Move, now: int) -> Verdict:
    """The move of a machine, or of chance; however many processes ask, one a turn is kept."""
    return _move(game, str(move), f"machine:{game.turn_seq}", 0, now)


def _move(game: GameState, text: str, key: str, lag: int, now: int) -> Verdict:
    color, after = game.board.turn, game.board.copy()
    try:
        move = after.push(text)
    except NotationError as error:
        raise Rejected("bad_request", str(error)) from error
    except IllegalMove as error:
        raise Rejected("illegal", str(error)) from error
    outcome = after.outcome()
    left = list(game.left)
    if game.is_correspondence:
        left[color] = full_time(game.clock)
    elif isinstance(game.clock, Clock) and game.running is color:
        left[color] = _left_after_move(game, lag, now) + 1000 * game.clock.increment
    made = MoveEvent(
        v=game.v + 1,
        ply=len(game.board.moves),
        m=str(move),
        by=NAMES[color],
        left=_left(game, left),
        running=None if outcome else _running(game, len(after.moves), after.turn),
        at=now,
    )
    if outcome is None:
        return Verdict(_write(game, key, made), after)
    end = EndEvent(
        v=game.v + 2,
        result=_result(outcome.winner),
        termination=cast(End, outcome.termination.value),
        network=list(outcome.network) or None,
        by=None,
        left=_left(game, left),
    )
    return Verdict(_write(game, key, made, end), after)


# Clocks


def _left_after_move(game: GameState, lag: int, now: int) -> int:
    """What the player to move has left if the move took `lag` to come."""
    left = game.left[game.board.turn]
    return left if game.running is None else left - max(0, now - game.at - min(lag, LAG))


def _running(game: GameState, plies: int, turn: Color) -> ColorName | None:
    """Whose clock runs after this many plies. No machine's does; and no one's until both have
    moved, but in correspondence games."""
    played = plies - len(game.beginning.board.moves)
    is_time = game.clock and (played >= 2 or game.is_correspondence)
    return NAMES[turn] if is_time and game.seats[turn].is_person else None


def _left(game: GameState, left: Sequence[int]) -> Left | None:
    return Left(white=left[WHITE], black=left[BLACK]) if game.clock else None


def flag_time(game: GameState) -> int | None:
    """When the player to move will have lost on time, however long a move took to come; or when
    the player who may pick a side has had the time for it."""
    if game.choosing is not None and game.result is None:
        return game.at + CHOICE
    return None if game.running is None else game.at + game.left[game.running] + LAG


def flag(game: GameState) -> Verdict:
    """The end of a game whose clock has run out: lost, or called off if the player to move never
    made a move. Or its beginning, if nobody has picked a side."""
    if game.choosing is not None:
        return _side_picked(game, False, "side", game.at + CHOICE)
    loser = game.board.turn
    left = [0 if color is loser else game.left[color] for color in NAMES]
    played = len(game.board.moves) - len(game.beginning.board.moves)
    if played < 2:
        end = _called_off(game)
    else:
        end = _end(game, loser.other, "time", loser, _left(game, left))
    return Verdict(_write(game, f"time:{game.turn_seq}", end))


def no_show_time(game: GameState, patience: int) -> int | None:
    """When the player to move will have lost by not having come: without the first moves no clock
    runs, and nobody waits longer than this."""
    if game.status != "live" or game.choosing is not None or game.running is not None:
        return None
    return game.at + patience


def no_show(game: GameState) -> Verdict:
    """The end of a game whose player to move has not come."""
    loser = game.board.turn
    end = _end(game, loser.other, LEFT, loser, _left(game, game.left))
    return Verdict(_write(game, f"no-show:{game.turn_seq}", end))


def restore_clock(game: GameState, away: int, now: int) -> Verdict:
    """The clock of the player to move, without the time in which no server could take a move."""
    left = {
        name: max(0, game.left[color] - max(0, now - game.at - away))
        if color is game.running
        else game.left[color]
        for color, name in NAMES.items()
    }
    event = ClockEvent(v=game.v + 1, left=Left(**left), running=NAMES[game.board.turn], at=now)
    return Verdict(_write(game, f"clock:{game.v}", event))


# The end without a move


def _resign(game: GameState, colors: Colors, key: str, now: int) -> Verdict:
    _refuse_if_over(game)
    loser = _side(game, colors)
    end = _end(game, loser.other, "resignation", loser, game.left_at(now))
    return Verdict(_write(game, key, end))


def _pick_side(
    game: GameState, command: SideCommand, colors: Colors, key: str, now: int
) -> Verdict:
    _refuse_if_over(game)
    if game.choosing is None or colors != (game.choosing,):
        raise Rejected("not_your_turn", "there is no side for you to pick")
    return _side_picked(game, command.color != NAMES[game.choosing], key, now)


def _side_picked(game: GameState, swapped: bool, key: str, now: int) -> Verdict:
    write = _write(game, key, SideEvent(v=game.v + 1, swapped=swapped, at=now))
    if swapped:
        white, black = game.seats[BLACK], game.seats[WHITE]
        write.changes[game.id] = _seat_columns("white", white) | _seat_columns("black", black)
    return Verdict(write)


def _claim(
    game: GameState, command: ClaimCommand, colors: Colors, key: str, now: int, gone: Color | None
) -> Verdict:
    _refuse_if_over(game)
    mine = _side(game, colors)
    if not game.between_people or gone is not mine.other:
        raise Rejected("too_early", "your opponent may still come back: wait a little longer")
    winner = mine if command.what == "win" else None
    end = _end(game, winner, LEFT, mine.other, game.left_at(now))
    return Verdict(_write(game, key, end))


def _cancel(game: GameState, key: str) -> Verdict:
    _refuse_if_over(game)
    if game.status != "waiting":
        raise Rejected("bad_request", "your opponent has joined: resign, or offer a draw")
    return Verdict(_write(game, key, _called_off(game)))


def _called_off(game: GameState) -> EndEvent:
    return EndEvent(
        v=game.v + 1, result="*", termination=CANCELLED, network=None, by=None, left=None
    )


def _end(
    game: GameState, winner: Color | None, how: End, by: Color | None, left: Left | None
) -> EndEvent:
    return EndEvent(
        v=game.v + 1,
        result=_result(winner),
        termination=how,
        network=None,
        by=None if by is None else NAMES[by],
        left=left,
    )


def _result(winner: Color | None) -> Result:
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner is WHITE else "0-1"


def _refuse_if_over(game: GameState) -> None:
    if game.result is not None:
        raise Rejected("over", "the game is over")


def _refuse_if_long(game: GameState) -> None:
    if game.v >= MOST_EVENTS:
        raise Rejected("over", "this game has gone on for too long: resign or offer a draw")


def _side(game: GameState, colors: Colors) -> Color:
    """The side that a command counts for: the player's own, or the one to move."""
    return colors[0] if len(colors) == 1 else game.board.turn


# Offers


def _judge_offer(
    game: GameState, command: OfferCommand, colors: Colors, key: str, now: int
) -> Verdict:
    what, mine = command.what, _side(game, colors)
    _refuse_untimely(game, what)
    by = game.offers.get(what)
    is_theirs = by is not None and by not in colors
    if command.t == "decline" and is_theirs:
        return Verdict(_write(game, key, _offer_event(game, "decline", what, mine)))
    if command.t in ("offer", "accept") and is_theirs:
        return _agree(game, what, mine, key, now)
    if command.t != "offer":
        raise Rejected("no_offer", f"nobody has offered you a {what}")
    if by is not None:
        raise Rejected("bad_request", "you have offered this already: wait for the answer")
    return _offer(game, what, mine, colors, key, now)


def _refuse_untimely(game: GameState, what: What) -> None:
    if what == "takeback":
        _refuse_if_long(game)
        if game.beginning.rated:
            raise Rejected("bad_request", "moves of rated games are not taken back")
    if what != "rematch":
        _refuse_if_over(game)
    elif game.termination == CANCELLED:
        raise Rejected("bad_request", "nobody had joined this game: make a new one")
    elif game.result is None:
        raise Rejected("bad_request", "the game is not over yet: play it to its end")
    elif game.rematch is not None:
        raise Rejected("over", "the next game has begun already")


def _offer(game: GameState, what: What, mine: Color, colors: Colors, key: str, now: int) -> Verdict:
    """Make an offer. Persons are asked; machines play on but give way; alone one agrees."""
    if (what, mine) in game.declined:
        raise Rejected("no_offer", "your offer was declined: make a move before you offer it again")
    if what == "takeback":
        _refuse_first_turn(game, mine)
    offer = _offer_event(game, "offer", what, mine)
    if len(colors) == 1 and game.seats[mine.other].is_person:
        return Verdict(_write(game, key, offer))
    if len(colors) == 1 and what == "draw":
        decline = OfferEvent(v=game.v + 2, k="decline", what=what, by=NAMES[mine.other])
        return Verdict(_write(game, key, offer, decline))
    return _agree(game, what, mine.other, key, now)


def _agree(game: GameState, what: What, by: Color, key: str, now: int) -> Verdict:
    """Do what `by` was asked for."""
    if what == "draw":
        end = _end(game, None, AGREEMENT, None, game.left_at(now))
        return Verdict(_write(game, key, end))
    if what == "takeback":
        return _take_back(game, by.other, key, now)
    return _rematch(game, key, now)


def _offer_event(
    game: GameState, kind: Literal["offer", "decline"], what: What, by: Color
) -> OfferEvent:
    return OfferEvent(v=game.v + 1, k=kind, what=what, by=NAMES[by])


def _plies_back(game: GameState, color: Color) -> int:
    """How many moves go until a player is to move again; alone at the board, one."""
    return 2 if game.board.turn is color and not game.is_hotseat else 1


def _refuse_first_turn(game: GameState, color: Color) -> None:
    """The moves that a game began with are not taken back."""
    played = len(game.board.moves) - len(game.beginning.board.moves)
    if played < _plies_back(game, color):
        raise Rejected("bad_request", "you have made no move that could be taken back")


def _take_back(game: GameState, color: Color, key: str, now: int) -> Verdict:
    _refuse_first_turn(game, color)
    back = _plies_back(game, color)
    plies = len(game.board.moves) - back
    turn = game.board.turn if back == 2 else game.board.turn.other
    event = TakebackEvent(
        v=game.v + 1,
        ply=plies,
        left=_left(game, game.lefts[plies]),
        running=_running(game, plies, turn),
        at=now,
    )
    return Verdict(_write(game, key, event))


def _rematch(game: GameState, key: str, now: int) -> Verdict:
    old = game.beginning
    white, black = game.seats[BLACK], game.seats[WHITE]
    board, choosing = old.board, None
    if old.rated:
        board = fair_board()
        choosing = secrets.choice((WHITE, BLACK)) if game.between_people else None
    new = Beginning(board, white, black, old.owner, old.clock, old.public, old.rated, choosing)
    id, begun = begin(new, None, now)
    write = _write(game, key, RematchEvent(v=game.v + 1, game=id))
    write.games += begun.games
    write.events += begun.events
    return Verdict(write)


# Events


def begin(new: Beginning, invite: str | None, now: int) -> tuple[str, Write]:
    """A new game: its id and what is to be stored. `invite` is the hash of its invitation."""
    id = secrets.token_urlsafe(12)
    event = NewEvent(
        v=0,
        start=new.board.start,
        rules=str(new.board.rules),
        moves=[str(move) for move in new.board.moves],
        clock=new.clock,
        white=new.white.shown(),
        black=new.black.shown(),
        public=new.public,
        at=now,
        rated=new.rated,
        choosing=None if new.choosing is None else NAMES[new.choosing],
        tournament=new.tournament,
    )
    seats = {"white": new.white.identity, "black": new.black.identity, "owner": new.owner}
    row: dict[str, object] = {
        "id": id,
        "created": now,
        "creator": new.owner,
        "public": new.public,
        "status": "live" if invite is None else "waiting",
        "invite": invite,
        "result": None,
        "rated": new.rated,
    }
    row |= _seat_columns("white", new.white) | _seat_columns("black", new.black)
    if isinstance(new.clock, DaysClock):
        due = now + full_time(new.clock) if invite is None else None
        row |= {"due": due, "to_move": NAMES[new.board.turn]}
        row["alert"] = None if due is None else now + ALERT
    return id, Write([StoredEvent.of(id, event, seats=json.dumps(seats))], [row])


def take_seat(game: GameState, color: Color, sitter: Sitter, now: int) -> Verdict:
    """Somebody takes the open seat."""
    name = NAMES[color]
    running = NAMES[game.board.turn] if game.is_correspondence else None
    event = JoinEvent(v=game.v + 1, color=name, seat=sitter.shown(), running=running, at=now)
    seats = json.dumps({name: sitter.identity})
    stored = StoredEvent.of(game.id, event, "join", seats)
    columns = _seat_columns(name, sitter) | {"status": "live"}
    if game.is_correspondence:
        columns |= {"due": now + full_time(game.clock), "alert": now + ALERT}
    return Verdict(Write([stored], changes={game.id: columns}))


def _seat_columns(color: ColorName, sitter: Sitter) -> dict[str, object]:
    """What the list of games keeps of a seat."""
    return {
        color: sitter.identity,
        f"{color}_name": sitter.name,
        f"{color}_level": sitter.level,
    }


def _rated(game: GameState, end: EndEvent, plies: int) -> list[RatedResult]:
    """What the end of a game means for ratings. `plies`: the moves made, with the last."""
    played = plies - len(game.beginning.board.moves)
    if not game.beginning.rated or played < FEWEST_MOVES or end.result not in _SCORES:
        return []
    white, black = (Side(seat.identity, seat.level) for seat in game.seats)
    pool: PoolName = "bots" if any(seat.bot for seat in game.seats) else "people"
    return [RatedResult(game.id, pool, white, black, _SCORES[end.result])]


_SCORES: Final = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def _write(game: GameState, key: str, first: GameEvent, *more: GameEvent) -> Write:
    """The events that follow; the first carries the name of the command."""
    events = [StoredEvent.of(game.id, first, key), *(StoredEvent.of(game.id, e) for e in more)]
    write, columns = Write(events), dict[str, object]()
    for event in (first, *more):
        if isinstance(event, EndEvent):
            columns |= {"status": "ended", "result": event.result}
            write.rated += _rated(game, event, len(game.board.moves) + isinstance(first, MoveEvent))
        if game.is_correspondence:
            columns |= _turn_columns(event)
    if columns:
        write.changes[game.id] = columns
    return write


def _turn_columns(event: GameEvent) -> dict[str, object]:
    """What the list of correspondence games keeps of a turn: whose it is, until when, and when
    its player is told so."""
    if isinstance(event, EndEvent):
        return {"due": None, "to_move": None, "alert": None}
    if isinstance(event, MoveEvent | TakebackEvent | ClockEvent) and event.left and event.running:
        due = event.at + getattr(event.left, event.running)
        return {"due": due, "to_move": event.running, "alert": event.at + ALERT}
    return {}
