"""Two people in two browsers: a whole game through every kind of weather, and all they can say to
each other on the way."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tenchips import BLACK, Board
from web.conftest import Visit
from web.site import Site
from web.visitor import Visitor

BLACK_WINS = "01 60 03 65 06 55 71 33 73 35 76 57"
LOST_CONNECTIONS = "WebSocket|ERR_|Failed to load resource"


@dataclass
class Table:
    """Two players and a watcher."""

    white: Visitor
    black: Visitor
    board: Board

    @property
    def all(self) -> tuple[Visitor, Visitor]:
        return self.white, self.black

    def mover(self) -> Visitor:
        return self.black if self.board.turn is BLACK else self.white

    def move(self, move: str) -> None:
        """Make a move where it is due; both see it."""
        self.mover().may_move()
        self.mover().click(move)
        self.board.push(move)
        self.agree()

    def agree(self) -> None:
        for player in self.all:
            player.sees(len(self.board.moves))
            assert player.moves() == [str(move) for move in self.board.moves]


def sit_down(visit: Visit, site: Site) -> Table:
    """White makes a game and gives the link to Black, who follows it."""
    white = visit("/", site)
    white.page.get_by_label("A friend, by link").check()
    white.page.get_by_role("radio", name="White").check()
    white.button("Make a link").click()
    expect(white.headline).to_have_text("Waiting for an opponent")
    link = white.page.get_by_label("Link to play").input_value()
    black = visit(urlsplit(link).path, site)
    black.button("Join the game").click()
    black.is_ready()
    expect(white.headline).to_have_text("Your turn: add a chip")
    expect(black.headline).to_have_text("White to move")
    return Table(white, black, Board())


@pytest.mark.parametrize(
    ("own_site", "blow"),
    [("sqlite", signal.SIGTERM), ("postgresql", signal.SIGKILL)],
    indirect=["own_site"],
)
def test_a_game_through_all_weather(visit: Visit, own_site: Site, blow: signal.Signals) -> None:
    table = sit_down(visit, own_site)
    white, black = table.all
    for player in table.all:
        player.forgive(LOST_CONNECTIONS)
    moves = iter(BLACK_WINS.split())
    for _ in range(3):
        table.move(next(moves))

    own_site.restart(blow)
    for _ in range(2):
        table.move(next(moves))

    # Black loses the connection and moves all the same; nothing gets out until it is back.
    black.context.set_offline(True)
    expect(black.status).to_contain_text("The connection is lost")
    kept = next(moves)
    black.may_move()
    black.click(kept)
    table.board.push(kept)
    white.sees(len(table.board.moves) - 1)
    black.context.set_offline(False)
    table.agree()
    expect(black.status).not_to_contain_text("The connection is lost")

    # White moves in a second tab; the first one follows.
    tab = visit(
        urlsplit(white.page.url).path, own_site, storage_state=white.context.storage_state()
    )
    tab.forgive(LOST_CONNECTIONS)
    tab.sees(len(table.board.moves))
    tab.may_move()
    tab.click(move := next(moves))
    table.board.push(move)
    table.agree()

    own_site.stop(blow)
    expect(black.status).to_contain_text("The connection is lost")
    black.may_move()
    black.click(move := next(moves))
    table.board.push(move)
    own_site.start()
    table.agree()

    for move in moves:
        table.move(move)
    outcome = table.board.outcome()
    assert outcome is not None
    for visitor, title in (white, "You lose"), (tab, "You lose"), (black, "You win"):
        expect(visitor.headline).to_have_text(title)
        visitor.sees_network(outcome.network)


WATCH_TOAST = """() => {
  window.clocksUnderToast = new Promise((done) => {
    const look = () => {
      const toast = document.querySelector('.toast')?.getBoundingClientRect()
      if (!toast) return requestAnimationFrame(look)
      const clocks = [...document.querySelectorAll('.strip')]
      done(clocks.filter((clock) => {
        const { left, right, top, bottom } = clock.getBoundingClientRect()
        return left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom
      }).length)
    }
    look()
  })
}"""
"""Remembers how many players' strips, which hold the clocks, lie under the next toast."""


def test_what_players_say(visit: Visit, site: Site) -> None:
    table = sit_down(visit, site)
    white, black = table.all
    for move in ("33", "55", "22"):
        table.move(move)

    white.button("Ask to undo").click()
    expect(white.button("Ask to undo")).to_be_disabled()
    black.button("Decline").click()
    white.page.evaluate(WATCH_TOAST)
    white.button("Ask to undo").click()
    expect(white.said).to_contain_text("declined: make a move before")
    assert white.page.evaluate("window.clocksUnderToast") == 0
    table.move("15")
    white.button("Ask to undo").click()
    black.button("Accept").click()
    for _ in range(2):
        table.board.pop()
    table.agree()
    table.move("62")

    black.button("Offer a draw").click()
    white.button("Decline").click()
    expect(black.button("Offer a draw")).to_be_enabled()
    white.button("Offer a draw").click()
    black.button("Accept").click()
    for player in table.all:
        expect(player.headline).to_have_text("Draw")
        expect(player.status).to_contain_text("agreed")

    before = white.page.url
    white.button("Offer a rematch as Black").click()
    expect(black.page.get_by_role("region", name="Offer")).to_contain_text("swapped colours")
    expect(black.said).to_contain_text("White offers a rematch with swapped colours")
    black.button("Accept").click()
    for player in table.all:
        player.page.wait_for_url(lambda url: url != before)
    assert white.page.url == black.page.url
    expect(white.said).to_contain_text("A new game: you play Black")
    expect(black.said).to_contain_text("A new game: you play White")
    expect(black.headline).to_have_text("Your turn: add a chip")

    white.button("Resign").click()
    dialog = white.page.get_by_role("dialog", name="Resign this game?")
    dialog.get_by_role("button", name="Play on").click()
    expect(white.headline).to_have_text("White to move")
    white.button("Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(white.headline).to_have_text("You lose")
    expect(black.headline).to_have_text("You win")
    expect(black.status).to_contain_text("resigned")


def test_the_seat_is_one_players(visit: Visit, site: Site) -> None:
    table = sit_down(visit, site)
    third = visit(urlsplit(table.white.page.url).path, site)
    table.move("33")
    third.sees(1)
    expect(third.button("Resign")).to_have_count(0)
    third.click("44")
    table.move("55")
    third.sees(2)
    assert third.moves() == ["33", "55"]

    # Assistance is for those who play nobody.
    for visitor in (*table.all, third):
        expect(visitor.page.get_by_text("Assistance")).to_have_count(0)
        expect(visitor.button("Hint")).to_have_count(0)
        expect(visitor.page.locator(".link, [data-sight]")).to_have_count(0)


def test_an_invitation_is_for_one(visit: Visit, site: Site) -> None:
    host = visit(None, site)
    created = host.new_game({"kind": "me"}, {"kind": "open"})
    path = f"/join/{created['invite']}"
    first = visit(path, site)
    late = visit(path, site)
    expect(late.button("Join the game")).to_be_visible()
    first.button("Join the game").click()
    first.is_ready()
    late.forgive("409")
    late.button("Join the game").click()
    expect(late.page.get_by_role("heading", name="This seat is taken")).to_be_visible()


def test_a_clock_runs_out(visit: Visit, site: Site) -> None:
    table = sit_down_with_clock(visit, site, base=2, increment=0)
    white, black = table.all
    for move in ("33", "55"):
        table.move(move)
    for player, title in (white, "You lose"), (black, "You win"):
        expect(player.headline).to_have_text(title)
        expect(player.status).to_contain_text("ran out of time")


def sit_down_with_clock(visit: Visit, site: Site, **clock: int) -> Table:
    white = visit(None, site)
    created = white.new_game({"kind": "me"}, {"kind": "open"}, clock=clock)
    black = visit(f"/join/{created['invite']}", site)
    black.button("Join the game").click()
    black.is_ready()
    expect(white.headline).to_have_text("Your turn: add a chip")
    return Table(white, black, Board())
