"""Games that the browser plays by itself, kept through everything; the page is the server's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tenchips import WHITE, Board
from tenchips.book import certificates
from tenchips.record import Record
from web.conftest import Visit
from web.test_games import WHITE_WINS, choose_machine, sees_the_end
from web.visitor import DESKTOP, PHONE, Visitor

LOCAL = re.compile(r"/play\?id=local-")
NO_ENGINE = "delete window.WebAssembly"


def begin_against_the_machine(visitor: Visitor, level: int = 1) -> None:
    choose_machine(visitor, WHITE, level)
    visitor.button("Play the computer").click()
    visitor.is_ready()
    expect(visitor.page).to_have_url(LOCAL)


def sees_the_hint_of_the_certificate(visitor: Visitor) -> None:
    """The square first, the reason second."""
    known = certificates()[0].move(Board(moves=visitor.moves()))
    assert known is not None
    move, plies = known
    hint = visitor.page.get_by_test_id("hint")
    visitor.button("Hint").click()
    expect(hint).to_have_text(f"Look at {move}.")
    expect(visitor.page.locator(".sign.hint")).to_have_count(1)
    visitor.button("Why?").click()
    reason = rf"^Add {move}: (it .+; )?White wins within {plies} plies, proved\.$"
    expect(hint).to_have_text(re.compile(reason))


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_game_survives_its_page(visit: Visit, size: str) -> None:
    """Reloaded, left and found again on the start page, open twice, undone, played again."""
    visitor = visit(**(PHONE if size == "phone" else DESKTOP))
    asked: list[str] = []
    begin_against_the_machine(visitor)
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.click("33")
    visitor.sees(2)
    visitor.may_move()
    moves = visitor.moves()
    sees_the_hint_of_the_certificate(visitor)

    visitor.page.reload()
    visitor.sees(2)
    assert visitor.moves() == moves
    visitor.go("/")
    card = visitor.page.get_by_role("region", name="Your games").get_by_role("link")
    expect(card).to_contain_text("Computer, level 1")
    expect(card).to_contain_text("Your turn")
    card.click()
    visitor.sees(2)

    tab = visitor.context.new_page()
    tab.goto(visitor.page.url)
    expect(tab.locator("[data-ply]")).to_have_count(2)
    visitor.may_move()
    visitor.click("03")  # in White's goal, where the machine cannot have gone
    visitor.sees(4)
    expect(tab.locator("[data-ply]")).to_have_count(4)
    tab.close()

    visitor.button("Undo").click()
    visitor.sees(2)
    visitor.button("Resign").click()
    dialog = visitor.page.get_by_role("dialog", name="Resign this game?")
    dialog.get_by_role("button", name="Resign").click()
    expect(visitor.headline).to_have_text("You lose")
    visitor.button("Play again as Black").click()
    expect(visitor.said).to_contain_text("A new game: you play Black")
    visitor.sees(1)
    visitor.may_move()
    assert [url for url in asked if "/api/v1/games" in url and "status=live" not in url] == []


def test_two_at_one_device_save_their_game(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    visitor.page.get_by_label("Two on this device").check()
    visitor.page.get_by_label("Clock", exact=True).select_option("5+5")
    visitor.button("Play").click()
    expect(visitor.page).to_have_url(LOCAL)
    expect(visitor.button("Resign")).to_be_visible()
    expect(visitor.button("Hint")).to_have_count(0)
    board = visitor.play_both(WHITE_WINS)
    sees_the_end(visitor, board, None)
    expect(visitor.page.get_by_role("timer")).to_have_count(2)
    visitor.tab("Share")
    with visitor.page.expect_download() as download:
        visitor.button("Record").click()
    download.value.save_as(tmp_path / "game.txt")
    record = Record.parse((tmp_path / "game.txt").read_text())
    assert record.board() == board
    assert record.outcome == board.outcome()


def test_machines_play_each_other(visit: Visit) -> None:
    visitor = visit("/play")
    expect(visitor.page).to_have_title("Tenchips: play Network")
    visitor.go("/play?id=local-nothing")
    expect(visitor.page.get_by_role("heading", name="There is no such game")).to_be_visible()
    visitor.page.get_by_role("link", name="Start a game").click()
    visitor.page.get_by_label("Watch the computer play").check()
    visitor.page.get_by_role("slider", name="White").fill("2")
    visitor.page.get_by_role("slider", name="Black").fill("0")
    visitor.button("Watch").click()
    expect(visitor.page).to_have_url(LOCAL)
    expect(visitor.page.locator("[data-ply='4']")).to_be_attached()
    Board(moves=visitor.moves())


def test_without_the_engine_the_server_plays(visit: Visit) -> None:
    visitor = visit(None)
    visitor.page.add_init_script(NO_ENGINE)
    visitor.go("/")
    expect(visitor.page.get_by_text("This browser cannot run the engine")).to_be_visible()
    choose_machine(visitor, WHITE, 1)
    visitor.button("Play the computer").click()
    visitor.is_ready()
    expect(visitor.page).to_have_url(re.compile("/g/"))
    visitor.click("33")
    visitor.sees(2)
