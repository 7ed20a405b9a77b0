"""What a command makes of a game: the events that follow from it, or the reason why none do.

`judge` looks at a game and changes nothing; whoever asks keeps the events, and only then does
the game go on. The machine's moves, the fall of a flag and the beginning of a game are worded here,
too.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tenchips.board import Board
from tenchips.notation import Move, NotationError
from tenchips.rules import IllegalMove
from tenchips.server.models import MoveCommand, NackCode, OfferCommand, ResignCommand, What
from tenchips.server.state import AGREEMENT, NAMES, Beginning, GameState, Sitter
from tenchips.server.store import Event, Write
from tenchips.squares import BLACK, WHITE, Color

AnyCommand: TypeAlias = MoveCommand | OfferCommand | ResignCommand
Colors: TypeAlias = tuple[Color, ...]
Said: TypeAlias = dict[str, Any]

LAG: Final = 1_000
"""Milliseconds of a message's way that are given back to a player, for each move."""

MOST_EVENTS: Final = 5_000
"""Events in a game; one with takebacks might never end."""


class Nope(Exception):
    """A command is refused: the code of its nack, and a sentence."""

    def __init__(self, code: NackCode, detail: str) -> None:
        super().__init__(detail)
        self.code: NackCode = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be kept, and the board after a move, judged already. `instead` is what the
    player is told when the events are not those that were asked for."""

    write: Write
    board: Board | None = None
    instead: Nope | None = None


def judge(game: GameState, command: AnyCommand, who: str, now: int) -> Verdict:
    """What somebody's command makes of a game; raises `Nope`."""
    colors = game.colors_of(who)
    if not colors and not _is_owners(game, command, who):
        raise Nope("no_seat", "you watch this game: only its players can do this")
    if game.status == "waiting":
        raise Nope("not_your_turn", "wait for your opponent: the other seat is still open")
    if game.v >= MOST_EVENTS:
        raise Nope("over", "this game has gone on for too long: begin another")
    key = command_key(who, command.id)
    if isinstance(command, MoveCommand):
        return _judge_move(game, command, colors, key, now)
    if isinstance(command, ResignCommand):
        return _resign(game, colors, key, now)
    return _judge_offer(game, command, colors, key, now)


def command_key(who: str, id: str) -> str:
    """The name under which a command is kept: two players may choose the same id."""
    return f"{who}:{id}"


def _is_owners(game: GameState, command: AnyCommand, who: str) -> bool:
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
    made = len(game.board.moves)
    if command.ply != made:
        raise Nope("stale", f"this is a move for ply {command.ply}, and the game is at ply {made}")
    if game.board.turn not in colors:
        raise Nope("not_your_turn", "it is your opponent's turn")
    if _left_after_move(game, command.lag, now) <= 0 and game.running is not None:
        too_late = Nope("over", "your time was up before this move came")
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
        raise Nope("bad_request", str(error)) from error
    except IllegalMove as error:
        raise Nope("illegal", str(error)) from error
    outcome = after.outcome()
    left = list(game.left)
    if game.clock and game.running is color:
        left[color] = _left_after_move(game, lag, now) + 1000 * game.clock["increment"]
    said: Said = {
        "k": "move",
        "ply": len(game.board.moves),
        "m": str(move),
        "by": NAMES[color],
        "left": _left(game, left),
        "running": None if outcome else _running(game, len(after.moves), after.turn),
        "at": now,
    }
    if outcome is None:
        return Verdict(_write(game, key, said), after)
    end: Said = {
        "k": "end",
        "result": outcome.result,
        "termination": outcome.termination.value,
        "network": list(outcome.network) or None,
        "by": None,
        "left": _left(game, left),
    }
    return Verdict(_write(game, key, said, end), after)


# Clocks


def _left_after_move(game: GameState, lag: int, now: int) -> int:
    """What the player to move has left if the move took `lag` to come."""
    left = game.left[game.board.turn]
    return left if game.running is None else left - max(0, now - game.at - min(lag, LAG))


def _running(game: GameState, plies: int, turn: Color) -> str | None:
    """Whose clock runs after so many moves: nobody's until both have moved, and no machine's."""
    played = plies - len(game.beginning.board.moves)
    return NAMES[turn] if game.clock and played >= 2 and game.seats[turn].is_person else None


def _left(game: GameState, left: list[int]) -> dict[str, int] | None:
    return {name: left[color] for color, name in NAMES.items()} if game.clock else None


def flag_time(game: GameState) -> int | None:
    """When the player to move will have lost on time, however long a move took to come."""
    return None if game.running is None else game.at + game.left[game.running] + LAG


def flag(game: GameState) -> Verdict:
    """The end of a game whose clock has run out."""
    loser = game.board.turn
    left = [0 if color is loser else game.left[color] for color in NAMES]
    end = _end(loser.other, "time", loser, _left(game, left))
    return Verdict(_write(game, f"time:{game.turn_seq}", end))


def set_anew(game: GameState, away: int, now: int) -> Verdict:
    """The clock of the player to move, without the time in which no server could take a move."""
    left = [
        max(0, game.left[color] - max(0, now - game.at - away))
        if color is game.running
        else game.left[color]
        for color in NAMES
    ]
    said: Said = {
        "k": "clock",
        "left": _left(game, left),
        "running": NAMES[game.board.turn],
        "at": now,
    }
    return Verdict(_write(game, f"clock:{game.v}", said))


# The end without a move


def _resign(game: GameState, colors: Colors, key: str, now: int) -> Verdict:
    _refuse_if_over(game)
    loser = _side(game, colors)
    end = _end(loser.other, "resignation", loser, game.left_at(now))
    return Verdict(_write(game, key, end))


def _end(winner: Color | None, how: str, by: Color | None, left: dict[str, int] | None) -> Said:
    return {
        "k": "end",
        "result": "1/2-1/2" if winner is None else ("1-0", "0-1")[winner],
        "termination": how,
        "network": None,
        "by": None if by is None else NAMES[by],
        "left": left,
    }


def _refuse_if_over(game: GameState) -> None:
    if game.result is not None:
        raise Nope("over", "the game is over")


def _side(game: GameState, colors: Colors) -> Color:
    """For which side somebody speaks: their own, or the one to move."""
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
        return Verdict(_write(game, key, _offer_said("decline", what, mine)))
    if command.t in ("offer", "accept") and is_theirs:
        return _agree(game, what, mine, key, now)
    if command.t != "offer":
        raise Nope("no_offer", f"nobody has offered you a {what}")
    if by is not None:
        raise Nope("bad_request", "you have offered this already: wait for the answer")
    return _offer(game, what, mine, colors, key, now)


def _refuse_untimely(game: GameState, what: What) -> None:
    if what != "rematch":
        _refuse_if_over(game)
    elif game.result is None:
        raise Nope("bad_request", "the game is not over yet: play it to its end")
    elif game.rematch is not None:
        raise Nope("over", "the next game has begun already")


def _offer(game: GameState, what: What, mine: Color, colors: Colors, key: str, now: int) -> Verdict:
    """Make an offer. Persons are asked; machines play on but give way; alone one agrees."""
    if (what, mine) in game.declined:
        raise Nope("no_offer", "your offer was declined: make a move before you offer it again")
    if what == "takeback":
        _refuse_first_turn(game, mine)
    offer = _offer_said("offer", what, mine)
    if len(colors) == 1 and game.seats[mine.other].is_person:
        return Verdict(_write(game, key, offer))
    if len(colors) == 1 and what == "draw":
        return Verdict(_write(game, key, offer, _offer_said("decline", what, mine.other)))
    return _agree(game, what, mine.other, key, now)


def _agree(game: GameState, what: What, by: Color, key: str, now: int) -> Verdict:
    """Do what `by` was asked for."""
    if what == "draw":
        end = _end(None, AGREEMENT, None, game.left_at(now))
        return Verdict(_write(game, key, end))
    if what == "takeback":
        return _take_back(game, by.other, key, now)
    return _rematch(game, key, now)


def _offer_said(kind: str, what: What, by: Color) -> Said:
    return {"k": kind, "what": what, "by": NAMES[by]}


def _plies_back(game: GameState, color: Color) -> int:
    """How many moves go until a player is to move again; alone at the board, one."""
    return 2 if game.board.turn is color and not game.is_hotseat else 1


def _refuse_first_turn(game: GameState, color: Color) -> None:
    if len(game.board.moves) < _plies_back(game, color):
        raise Nope("bad_request", "you have made no move that could be taken back")


def _take_back(game: GameState, color: Color, key: str, now: int) -> Verdict:
    _refuse_first_turn(game, color)
    back = _plies_back(game, color)
    plies = len(game.board.moves) - back
    turn = game.board.turn if back == 2 else game.board.turn.other
    said: Said = {
        "k": "takeback",
        "ply": plies,
        "left": _left(game, list(game.lefts[plies])),
        "running": _running(game, plies, turn),
        "at": now,
    }
    return Verdict(_write(game, key, said))


def _rematch(game: GameState, key: str, now: int) -> Verdict:
    old = game.beginning
    white, black = game.seats[BLACK], game.seats[WHITE]
    new = Beginning(old.board, white, black, old.owner, old.clock, old.public)
    id, begun = begin(new, None, now)
    write = _write(game, key, {"k": "rematch", "game": id})
    write.games += begun.games
    write.events += begun.events
    return Verdict(write)


# Events


def begin(new: Beginning, invite: str | None, now: int) -> tuple[str, Write]:
    """A new game: its id and what is to be kept of it. `invite` is the hash of its invitation."""
    id = secrets.token_urlsafe(12)
    said: Said = {
        "k": "new",
        "start": new.board.start,
        "rules": str(new.board.rules),
        "moves": [str(move) for move in new.board.moves],
        "clock": new.clock,
        "white": new.white.shown(),
        "black": new.black.shown(),
        "public": new.public,
        "at": now,
    }
    seats = {"white": new.white.identity, "black": new.black.identity, "owner": new.owner}
    row = {
        "id": id,
        "created": now,
        "creator": new.owner,
        "public": new.public,
        "status": "live" if invite is None else "waiting",
        "invite": invite,
    }
    return id, Write([_event(id, 0, None, said, json.dumps(seats))], [row])


def sit_down(game: GameState, color: Color, sitter: Sitter) -> Verdict:
    """Somebody takes the open seat."""
    name = NAMES[color]
    said: Said = {"k": "join", "color": name, "seat": sitter.shown()}
    seats = json.dumps({name: sitter.identity})
    event = _event(game.id, game.v + 1, "join", said, seats)
    return Verdict(Write([event], statuses={game.id: "live"}))


def _write(game: GameState, key: str, *said: Said) -> Write:
    """The events that follow; the first carries the name of the command."""
    events = [
        _event(game.id, game.v + place, key if place == 1 else None, one)
        for place, one in enumerate(said, 1)
    ]
    return Write(events, statuses={game.id: "ended"} if said[-1]["k"] == "end" else {})


def _event(id: str, seq: int, key: str | None, said: Said, seats: str | None = None) -> Event:
    payload = json.dumps({"t": "event", "v": seq} | said, separators=(",", ":"))
    return Event(id, seq, key, payload, seats)
