"""What commands make of games, judged by hand: no server, no clock but the one given."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from tenchips import Board
from tenchips.server.events import StoredEvent
from tenchips.server.judge import (
    LAG,
    MOST_EVENTS,
    Rejected,
    Verdict,
    begin,
    command_key,
    flag,
    flag_time,
    judge,
    machine_move,
    restore_clock,
    take_seat,
)
from tenchips.server.messages import Command, JudgedCommand
from tenchips.server.models import Clock, Left
from tenchips.server.state import Beginning, GameState, Sitter
from tenchips.squares import BLACK, WHITE

ANN = Sitter("person", "Ann", None, "a" * 32)
BOB = Sitter("person", "Bob", None, "b" * 32)
MACHINE = Sitter("machine", "Machine 3", 3)
COMMANDS: TypeAdapter[JudgedCommand] = TypeAdapter(Command)
BLITZ = Clock(base=60, increment=2)


class Table:
    """A game on which commands are done as a server does them."""

    def __init__(
        self,
        white: Sitter = ANN,
        black: Sitter = BOB,
        clock: Clock | None = None,
        moves: str = "",
    ) -> None:
        owner = white.identity or "a" * 32
        beginning = Beginning(Board(moves=moves), white, black, owner, clock, False)
        _, write = begin(beginning, None, 0)
        self.events = write.events
        self.game = GameState.fold(self.events)
        self.now = 0
        self.ids = 0
        self.last: Verdict | None = None

    def say(self, who: Sitter, t: str, **facts: object) -> list[dict[str, Any]]:
        """Do a command, and the events that it made."""
        self.ids += 1
        command = COMMANDS.validate_python({"t": t, "id": f"c{self.ids}"} | facts)
        return self.do(judge(self.game, command, who.identity or "", self.now))

    def do(self, verdict: Verdict) -> list[dict[str, Any]]:
        self.last = verdict
        mine = [event for event in verdict.write.events if event.game_id == self.game.id]
        for event in mine:
            self.game.apply(event, verdict.board if event is mine[0] else None)
        self.events += mine
        return [json.loads(event.payload) for event in mine]

    def play(self, moves: str) -> None:
        for move in moves.split():
            mover = self.game.seats[self.game.board.turn]
            self.say(mover, "move", ply=len(self.game.board.moves), m=move)

    def refusal(self, who: Sitter, t: str, **facts: object) -> str:
        """The code with which a command is refused, with nothing changed."""
        before = self.game.shown(None, self.now)
        with pytest.raises(Rejected) as refused:
            self.say(who, t, **facts)
        assert refused.value.detail
        assert self.game.shown(None, self.now) == before
        return refused.value.code


def test_a_move_is_an_event_with_the_next_number() -> None:
    table = Table()
    [event] = table.say(ANN, "move", ply=0, m="33")
    assert event == {
        "t": "event", "v": 1, "k": "move", "ply": 0, "m": "33", "by": "white",
        "left": None, "running": None, "at": 0,
    }  # fmt: skip
    assert table.events[-1].command_id == command_key("a" * 32, "c1")


def test_moves_are_refused_with_the_code_of_what_is_wrong() -> None:
    table = Table()
    table.play("33 44")
    assert table.refusal(ANN, "move", ply=1, m="53") == "stale"
    assert table.refusal(ANN, "move", ply=3, m="53") == "stale"
    assert table.refusal(BOB, "move", ply=2, m="55") == "not_your_turn"
    assert table.refusal(ANN, "move", ply=2, m="33") == "illegal"
    assert table.refusal(ANN, "move", ply=2, m="e4") == "bad_request"
    stranger = Sitter("person", "Eve", None, "e" * 32)
    assert table.refusal(stranger, "move", ply=2, m="53") == "no_seat"
    assert table.refusal(stranger, "resign") == "no_seat"
    with pytest.raises(Rejected, match="33 already holds a chip"):
        table.say(ANN, "move", ply=2, m="33")


def test_the_winning_move_brings_the_end_with_it() -> None:
    table = Table()
    table.play("62 27 02 67 32 16 65 56 46 34 26 14")
    move, end = table.say(ANN, "move", ply=12, m="73")
    assert (move["v"], end["v"]) == (13, 14)
    assert (end["result"], end["termination"]) == ("1-0", "network")
    assert table.last is not None
    assert table.last.write.changes == {table.game.id: {"status": "ended", "result": "1-0"}}
    assert table.events[-1].command_id is None
    assert table.refusal(BOB, "move", ply=13, m="11") == "over"
    assert table.refusal(BOB, "resign") == "over"
    assert table.refusal(BOB, "offer", what="draw") == "over"
    assert table.refusal(BOB, "offer", what="takeback") == "over"


def test_a_draw_needs_both() -> None:
    table = Table()
    table.play("33")
    [offer] = table.say(BOB, "offer", what="draw")
    assert (offer["k"], offer["what"], offer["by"]) == ("offer", "draw", "black")
    assert table.refusal(BOB, "offer", what="draw") == "bad_request"
    assert table.refusal(BOB, "accept", what="draw") == "no_offer"
    assert table.refusal(ANN, "accept", what="takeback") == "no_offer"
    [end] = table.say(ANN, "accept", what="draw")
    assert (end["result"], end["termination"], end["by"]) == ("1/2-1/2", "agreement", None)


def test_offering_what_was_offered_is_to_accept_it() -> None:
    table = Table()
    table.say(ANN, "offer", what="draw")
    assert table.say(BOB, "offer", what="draw")[0]["k"] == "end"


def test_a_declined_offer_comes_again_only_after_a_move() -> None:
    table = Table()
    table.say(ANN, "offer", what="draw")
    [decline] = table.say(BOB, "decline", what="draw")
    assert (decline["k"], decline["by"], table.game.offers) == ("decline", "black", {})
    assert table.refusal(ANN, "offer", what="draw") == "no_offer"
    table.play("33")
    table.say(ANN, "offer", what="draw")
    assert table.game.offers == {"draw": WHITE}


@pytest.mark.parametrize("what", ["draw", "takeback"])
def test_a_move_ends_all_offers(what: str) -> None:
    table = Table()
    table.play("33 44")
    table.say(BOB, "offer", what=what)
    table.play("53")
    assert table.game.offers == {}
    assert table.refusal(ANN, "accept", what=what) == "no_offer"


@pytest.mark.parametrize(
    ("moves", "asks", "left"), [("33", ANN, 0), ("33 44", ANN, 0), ("33 44 53", BOB, 1)]
)
def test_a_takeback_goes_back_to_the_last_turn_of_whoever_asks(
    moves: str, asks: Sitter, left: int
) -> None:
    table = Table()
    table.play(moves)
    table.say(asks, "offer", what="takeback")
    [back] = table.say(BOB if asks is ANN else ANN, "accept", what="takeback")
    assert (back["k"], back["ply"]) == ("takeback", left)
    assert table.game.board == Board(moves=" ".join(moves.split()[:left]))
    assert table.game.seats[table.game.board.turn] == asks


def test_nothing_is_taken_back_from_who_has_not_moved() -> None:
    table = Table()
    assert table.refusal(ANN, "offer", what="takeback") == "bad_request"
    table.play("33")
    assert table.refusal(BOB, "offer", what="takeback") == "bad_request"


def test_machines_give_moves_back_and_play_on() -> None:
    table = Table(black=MACHINE)
    table.play("33")
    table.do(machine_move(table.game, Board(moves="33 44").moves[-1], 0))
    assert table.say(ANN, "offer", what="takeback")[0]["ply"] == 0
    table.play("33")
    offer, decline = table.say(ANN, "offer", what="draw")
    assert (offer["k"], decline["k"], decline["by"]) == ("offer", "decline", "black")
    assert table.refusal(ANN, "offer", what="draw") == "no_offer"


def test_alone_one_agrees_with_oneself() -> None:
    table = Table(ANN, ANN)
    table.play("33 44 53")
    assert table.game.role_of(ANN.identity) == "both"
    assert table.game.between_people is False
    assert table.say(ANN, "offer", what="takeback")[0]["ply"] == 2
    assert table.say(ANN, "resign")[0]["by"] == "white"
    assert table.game.result == "0-1"


def test_a_rematch_swaps_the_colours() -> None:
    table = Table(clock=BLITZ)
    assert table.refusal(ANN, "offer", what="rematch") == "bad_request"
    table.say(ANN, "resign")
    assert (table.game.result, table.game.termination) == ("0-1", "resignation")
    table.say(ANN, "offer", what="rematch")
    [event] = table.say(BOB, "accept", what="rematch")
    assert table.last is not None
    first = next(one for one in table.last.write.events if one.game_id == event["game"])
    new = GameState.fold([first])
    assert (new.seats[WHITE], new.seats[BLACK], new.clock) == (BOB, ANN, BLITZ)
    assert (table.game.rematch, new.board) == (new.id, Board())
    assert table.refusal(ANN, "offer", what="rematch") == "over"


def test_a_rematch_of_a_set_up_game_begins_as_that_did() -> None:
    table = Table(black=MACHINE, moves="33 44")
    table.play("53")
    table.say(ANN, "resign")
    table.say(ANN, "offer", what="rematch")
    assert table.last is not None
    new = GameState.fold([one for one in table.last.write.events if one.game_id != table.game.id])
    assert new.board == Board(moves="33 44")
    assert new.seats[WHITE] == MACHINE


def test_only_the_owner_has_machines_play_again() -> None:
    table = Table(MACHINE, MACHINE)
    assert table.game.role_of(ANN.identity) == "owner"
    assert table.refusal(ANN, "resign") == "no_seat"
    assert table.refusal(BOB, "offer", what="rematch") == "no_seat"
    while table.game.result is None:
        move = next(iter(table.game.board.legal_moves))
        table.do(machine_move(table.game, move, 0))
    assert table.refusal(BOB, "offer", what="rematch") == "no_seat"
    assert table.say(ANN, "offer", what="rematch")[0]["k"] == "rematch"


def test_nothing_happens_while_a_seat_is_open() -> None:
    table = Table(black=Sitter("open", ""))
    assert table.game.status == "waiting"
    assert table.refusal(ANN, "move", ply=0, m="33") == "not_your_turn"
    assert table.refusal(ANN, "resign") == "not_your_turn"
    [join] = table.do(take_seat(table.game, BLACK, BOB, 0))
    assert join["seat"] == {
        "kind": "person", "name": "Bob", "level": None, "bot": False, "rating": None,
        "account": False,
    }  # fmt: skip
    assert BOB.identity not in json.dumps(join)
    assert table.game.status == "live"
    table.play("33 44")


def test_a_game_cannot_grow_for_ever() -> None:
    table = Table()
    table.play("33 44")
    table.game.v = MOST_EVENTS
    assert table.refusal(ANN, "move", ply=2, m="53") == "over"
    assert table.refusal(ANN, "offer", what="takeback") == "over"


@pytest.mark.parametrize("how", ["resignation", "agreement", "time"])
def test_a_game_that_went_on_for_too_long_can_still_end(how: str) -> None:
    table = timed()
    table.game.v = MOST_EVENTS
    if how == "agreement":
        table.say(ANN, "offer", what="draw")
        [end] = table.say(BOB, "accept", what="draw")
    elif how == "resignation":
        [end] = table.say(ANN, "resign")
    else:
        [end] = table.do(flag(table.game))
    assert (end["k"], end["termination"]) == ("end", how)
    assert table.game.status == "ended"


@pytest.mark.parametrize("opponent", [BOB, MACHINE, ANN])
def test_moves_that_a_game_began_with_are_not_taken_back(opponent: Sitter) -> None:
    table = Table(black=opponent, moves="33 44 53 55")
    assert table.refusal(ANN, "offer", what="takeback") == "bad_request"
    table.play("35")
    table.say(ANN, "offer", what="takeback")
    if opponent is BOB:
        table.say(BOB, "accept", what="takeback")
    assert table.game.board == Board(moves="33 44 53 55")


# Clocks: 60 s and 2 s a move


def timed() -> Table:
    table = Table(clock=BLITZ)
    table.now = 50_000
    table.play("33 44")
    return table


def test_clocks_run_when_both_have_moved() -> None:
    table = Table(clock=BLITZ)
    assert table.game.running is None
    table.now = 50_000
    [event] = table.say(ANN, "move", ply=0, m="33")
    assert (event["left"], event["running"]) == ({"white": 60_000, "black": 60_000}, None)
    table.now = 100_000
    [event] = table.say(BOB, "move", ply=1, m="44")
    assert (event["left"], event["running"]) == ({"white": 60_000, "black": 60_000}, "white")
    assert flag_time(table.game) == 100_000 + 60_000 + LAG


def test_a_move_costs_its_time_and_brings_the_increment() -> None:
    table = timed()
    table.now += 10_000
    assert table.game.left_at(table.now) == Left(white=50_000, black=60_000)
    [event] = table.say(ANN, "move", ply=2, m="53")
    assert (event["left"], event["running"]) == ({"white": 52_000, "black": 60_000}, "black")


@pytest.mark.parametrize(("lag", "left"), [(0, 52_000), (300, 52_300), (5_000, 53_000)])
def test_lag_is_given_back_up_to_a_second(lag: int, left: int) -> None:
    table = timed()
    table.now += 10_000
    [event] = table.say(ANN, "move", ply=2, m="53", lag=lag)
    assert event["left"]["white"] == left


def test_lag_gives_back_no_more_than_was_spent() -> None:
    table = timed()
    table.now += 100
    [event] = table.say(ANN, "move", ply=2, m="53", lag=1_000)
    assert event["left"]["white"] == 62_000


def test_a_move_after_the_flag_ends_the_game_instead() -> None:
    table = timed()
    table.now += 60_400
    [end] = table.say(ANN, "move", ply=2, m="53", lag=300)
    assert (end["k"], end["result"], end["termination"], end["by"]) == (
        "end", "0-1", "time", "white",
    )  # fmt: skip
    assert table.last is not None
    assert table.last.instead is not None
    assert table.last.instead.code == "over"
    assert end["left"] == {"white": 0, "black": 60_000}


def test_a_move_that_was_under_way_before_the_flag_counts() -> None:
    table = timed()
    table.now += 60_400
    [event] = table.say(ANN, "move", ply=2, m="53", lag=500)
    assert (event["k"], event["left"]["white"]) == ("move", 2_100)


def test_the_flag_falls_once_for_a_turn() -> None:
    table = timed()
    [one], [other] = flag(table.game).write.events, flag(table.game).write.events
    assert one.command_id == other.command_id == f"time:{table.game.turn_seq}"


def test_time_without_a_server_is_given_back() -> None:
    table = timed()
    table.say(BOB, "offer", what="draw")
    table.now += 30_000
    [clock] = table.do(restore_clock(table.game, 25_000, table.now))
    assert (clock["k"], clock["running"], clock["at"]) == ("clock", "white", table.now)
    assert clock["left"] == {"white": 55_000, "black": 60_000}
    assert flag_time(table.game) == table.now + 55_000 + LAG
    assert table.game.offers == {"draw": BLACK}
    assert GameState.fold(table.events).shown(None, 0) == table.game.shown(None, 0)
    table.now += 10_000
    [event] = table.say(ANN, "move", ply=2, m="53")
    assert event["left"] == {"white": 47_000, "black": 60_000}


def test_no_more_is_left_than_was() -> None:
    table = timed()
    table.now += 1_000
    [clock] = table.do(restore_clock(table.game, 5_000, table.now))
    assert clock["left"] == {"white": 60_000, "black": 60_000}


def test_a_machine_has_no_clock() -> None:
    table = Table(black=MACHINE, clock=BLITZ)
    table.play("33")
    reply = Board(moves="33 44").moves[-1]
    [event] = table.do(machine_move(table.game, reply, 0))
    assert event["running"] == "white"
    table.now = 9_000
    [event] = table.say(ANN, "move", ply=2, m="53")
    assert (event["running"], flag_time(table.game)) == (None, None)


def test_a_takeback_sets_the_clocks_back() -> None:
    table = timed()
    table.now += 10_000
    table.play("53")
    table.now += 20_000
    table.play("55")
    table.say(ANN, "offer", what="takeback")
    table.now += 1_000
    [back] = table.say(BOB, "accept", what="takeback")
    assert (back["ply"], back["left"]) == (2, {"white": 60_000, "black": 60_000})
    assert (back["running"], table.game.at) == ("white", table.now)


def test_resigning_stops_the_clock() -> None:
    table = timed()
    table.now += 7_000
    [end] = table.say(BOB, "resign")
    assert end["left"] == {"white": 53_000, "black": 60_000}
    left = table.game.left_at(table.now + 99_000)
    assert left is not None
    assert left.model_dump() == end["left"]


def test_a_setup_counts_no_first_moves() -> None:
    table = Table(clock=BLITZ, moves="33 44 53 55")
    assert table.game.running is None
    table.play("35")
    assert table.game.running is None
    table.play("22")
    assert table.game.running is WHITE


# Folding


@pytest.mark.parametrize("seed", range(20))
def test_events_tell_the_whole_game(seed: int) -> None:
    """Whatever is done, the same game comes out of its events."""
    luck = Random(seed)
    table = Table(clock=luck.choice([None, BLITZ]))
    for _ in range(120):
        table.now += luck.randrange(3_000)
        moves = list(table.game.board.legal_moves)
        if moves and luck.random() < 0.6 and table.game.result is None:
            table.play(str(luck.choice(moves)))
            continue
        with_luck: dict[str, Any] = {
            "what": luck.choice(["draw", "takeback", "takeback", "rematch"])
        }
        t = luck.choice(["offer", "offer", "accept", "decline"])
        try:
            table.say(luck.choice([ANN, BOB]), t, **with_luck)
        except Rejected:
            continue
    folded = GameState.fold(table.events)
    for name in GameState.__slots__:
        assert getattr(folded, name) == getattr(table.game, name), name
    assert [event.seq for event in table.events] == list(range(len(table.events)))


def test_the_first_event_keeps_identities_apart() -> None:
    table = Table()
    [first] = table.events
    assert isinstance(first, StoredEvent)
    assert "a" * 32 not in first.payload
    assert first.seats is not None
    assert json.loads(first.seats) == {
        "white": "a" * 32, "black": "b" * 32, "owner": "a" * 32
    }  # fmt: skip


def test_a_game_that_waits_can_be_called_off() -> None:
    table = Table(black=Sitter("open", ""))
    with pytest.raises(Rejected, match="you watch"):
        table.say(BOB, "cancel")
    [end] = table.say(ANN, "cancel")
    assert (end["k"], end["result"], end["termination"]) == ("end", "*", "cancelled")
    assert (table.game.status, table.game.outcome) == ("ended", None)
    for t, more in (("cancel", {}), ("offer", {"what": "rematch"})):
        with pytest.raises(Rejected):
            table.say(ANN, t, **more)


def test_a_game_that_is_played_cannot_be_called_off() -> None:
    with pytest.raises(Rejected, match="your opponent has joined"):
        Table().say(ANN, "cancel")


@pytest.mark.parametrize(("what", "result"), [("win", "1-0"), ("draw", "1/2-1/2")])
def test_a_game_is_claimed_from_a_player_who_has_left(what: str, result: str) -> None:
    table = Table(clock=BLITZ)
    table.play("33")
    claim = COMMANDS.validate_python({"t": "claim", "id": "c", "what": what})
    assert ANN.identity is not None
    assert BOB.identity is not None
    for gone in (None, WHITE):
        with pytest.raises(Rejected) as refused:
            judge(table.game, claim, ANN.identity, 0, gone)
        assert refused.value.code == "too_early"
    with pytest.raises(Rejected):
        judge(table.game, claim, BOB.identity, 0, BLACK)
    [end] = table.do(judge(table.game, claim, ANN.identity, 0, BLACK))
    assert (end["result"], end["termination"], end["by"]) == (result, "left", "black")
    assert table.game.outcome is None
    with pytest.raises(Rejected, match="over"):
        judge(table.game, claim, ANN.identity, 0, BLACK)


def test_nobody_claims_a_game_from_a_machine() -> None:
    table = Table(black=MACHINE)
    claim = COMMANDS.validate_python({"t": "claim", "id": "c", "what": "win"})
    assert ANN.identity is not None
    with pytest.raises(Rejected):
        judge(table.game, claim, ANN.identity, 0, BLACK)
