"""Whole games on one screen: against the machine by mouse, keys and finger, two at one board,
and machines that play each other; in the browser, or on the server where a test says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tenchips import BLACK, WHITE, Board, Color
from web.conftest import Visit
from web.visitor import PATIENCE, PHONE, Visitor

WHITE_WINS = "62 27 02 67 32 16 65 56 46 34 26 14 73"
NEAR_THE_END = "2B5/7W/3W3W/WB1B2B1/1W1W4/2BB1BBW/WW3W2/1B3B2 w 0 11"
"""Both have ten chips down; 03-31 wins, and 56-31 hands Black the game."""


def choose_machine(visitor: Visitor, color: Color, level: int) -> None:
    """Fill in the form for a game against the machine."""
    page = visitor.page
    page.get_by_label("The computer", exact=True).check()
    page.get_by_label("Strength").fill(str(level))
    page.get_by_role("radio", name=str(color)).check()


def on_the_server(visitor: Visitor) -> None:
    """Have the game played where others can watch it."""
    visitor.page.get_by_label("Let others watch: play on the server").check()


def sees_the_end(visitor: Visitor, board: Board, color: Color | None) -> None:
    """The page says how the game ended, and draws the network if one won it."""
    outcome = board.outcome()
    assert outcome is not None
    if color is None or outcome.winner is None:
        title = f"{outcome.winner} wins" if outcome.winner is not None else "Draw"
    else:
        title = "You win" if outcome.winner is color else "You lose"
    expect(visitor.headline).to_have_text(title)
    assert visitor.moves() == [str(move) for move in board.moves]
    if outcome.network:
        expect(visitor.status).to_contain_text("-".join(outcome.network))
        visitor.sees_network(outcome.network)


def test_against_the_machine_by_mouse(visit: Visit) -> None:
    visitor = visit()
    choose_machine(visitor, WHITE, 1)
    on_the_server(visitor)
    visitor.button("Play the computer").click()
    expect(visitor.page).to_have_url(re.compile("/g/"))
    board = visitor.play_through(WHITE, visitor.click)
    sees_the_end(visitor, board, WHITE)

    before = visitor.page.url
    visitor.button("Play again as Black").click()
    visitor.page.wait_for_url(lambda url: url != before)
    # The machine begins.
    expect(visitor.said).to_contain_text("A new game: you play Black")
    visitor.sees(1)
    expect(visitor.headline).to_have_text("Your turn: add a chip")


def test_against_the_machine_by_keys(visit: Visit) -> None:
    visitor = visit()
    keys = visitor.page.keyboard
    visitor.tab_to(visitor.page.get_by_label("The computer", exact=True))
    visitor.tab_to(visitor.page.get_by_label("Strength"))
    keys.press("Home")
    keys.press("ArrowRight")
    expect(visitor.page.get_by_text("Level 1, Beginner")).to_be_visible()
    visitor.tab_to(visitor.page.get_by_role("radio", name="White"))
    keys.press("ArrowRight")
    expect(visitor.page.get_by_role("radio", name="Black")).to_be_checked()
    visitor.tab_to(visitor.button("Play the computer"))
    keys.press("Enter")
    visitor.is_ready()
    board = visitor.play_through(BLACK, visitor.press)
    sees_the_end(visitor, board, BLACK)


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_against_the_learned_player(visit: Visit, options: dict[str, Any]) -> None:
    visitor = visit(**options)
    page = visitor.page
    page.get_by_role("radio", name="Learned").check()
    expect(page.get_by_label("Strength")).to_have_count(0)
    expect(page.get_by_text("only by playing against itself")).to_be_visible()
    expect(page.get_by_text("This browser cannot run the engine")).to_have_count(0)
    page.get_by_role("radio", name="Black").check()
    visitor.button("Play the computer").click()
    expect(page).to_have_url(re.compile("/g/"))
    visitor.sees(1)  # it begins
    expect(page.get_by_text("Learned", exact=True).first).to_be_visible()
    expect(visitor.headline).to_have_text("Your turn: add a chip")


def test_against_the_machine_by_finger(visit: Visit) -> None:
    visitor = visit(**PHONE)
    choose_machine(visitor, WHITE, 1)
    visitor.button("Play the computer").tap()
    visitor.is_ready()
    board = visitor.play_through(WHITE, visitor.tap)
    sees_the_end(visitor, board, WHITE)


def test_a_finger_confirms(visit: Visit) -> None:
    visitor = visit("/board", **PHONE)
    visitor.button("Settings").tap()
    visitor.page.get_by_label("Confirm moves made by touch").check()
    visitor.button("Close").tap()
    visitor.tap("33")
    visitor.tap("44")
    assert visitor.moves() == []
    visitor.tap("44")
    visitor.sees(1)
    visitor.tap("55")
    visitor.button("Confirm 55").tap()
    visitor.sees(2)
    assert visitor.moves() == ["44", "55"]


def test_undo(visit: Visit) -> None:
    visitor = visit(None)
    visitor.new_game({"kind": "me"}, {"kind": "machine", "level": 1})
    expect(visitor.button("Undo")).to_be_disabled()
    visitor.button("Hint").click()
    expect(visitor.page.get_by_test_id("hint")).to_have_text("Look at 33.")
    visitor.click("33")
    visitor.sees(2)
    visitor.may_move()
    visitor.click("03")  # in White's goal, where the machine cannot have gone
    visitor.sees(4)
    first = visitor.moves()[:2]
    visitor.button("Undo").click()
    visitor.sees(2)
    assert visitor.moves() == first
    expect(visitor.headline).to_have_text("Your turn: add a chip")


def test_two_on_one_device(visit: Visit) -> None:
    visitor = visit()
    visitor.page.get_by_label("Two on this device").check()
    visitor.button("Play").click()
    visitor.is_ready()
    title = visitor.page.get_by_role("heading", level=1)
    expect(title).to_have_text("Game: White against Black")
    visitor.page.go_back()
    card = visitor.page.get_by_role("region", name="Your games").get_by_role("link")
    expect(card).to_have_text(re.compile(r"^\s*White\s+Black\s+White to move\s*$"))
    card.click()
    board = visitor.play_both(WHITE_WINS)
    expect(visitor.page.locator(".banner")).to_have_text("White wins")
    sees_the_end(visitor, board, None)
    visitor.page.reload()
    visitor.is_ready()
    expect(visitor.headline).to_have_text("White wins")
    expect(visitor.page.locator(".banner")).to_have_count(0)  # it is no longer news


def test_a_quick_second_player_loses_no_click(visit: Visit) -> None:
    """Both move before the server has heard of it; then it hears of all, in order."""
    moves = WHITE_WINS.split()
    held: list[Callable[[], None]] = []
    is_slow = True

    def slowly(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            if is_slow and text != "p":
                held.append(lambda: server.send(text))
            else:
                server.send(text)

        page.on_message(pass_on)

    visitor = visit(None)
    visitor.page.route_web_socket(re.compile("/ws/"), slowly)
    game = visitor.new_game({"kind": "me"}, {"kind": "me"})["game"]
    for move in moves:
        visitor.click(move)
    visitor.sees(len(moves))
    expect(visitor.button("Resign")).to_be_disabled()
    assert visitor.ask(f"/games/{game['id']}")["moves"] == []
    is_slow = False
    for send in held:
        send()
    sees_the_end(visitor, Board(moves=moves), None)
    assert visitor.ask(f"/games/{game['id']}")["moves"] == moves


def test_looking_back(visit: Visit) -> None:
    visitor = visit(None)
    visitor.new_game({"kind": "me"}, {"kind": "me"}, moves=WHITE_WINS.split()[:6])
    visitor.button("First position").click()
    assert visitor.chips() == set()
    visitor.button("Forward").click()
    expect(visitor.page.locator("[data-chip]")).to_have_count(1)
    visitor.page.get_by_role("button", name="White adds 32").click()
    expect(visitor.page.locator("[data-chip]")).to_have_count(5)
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.page.locator("[data-chip]")).to_have_count(4)
    visitor.button("Back to the game").click()
    expect(visitor.page.locator("[data-chip]")).to_have_count(6)


@pytest.mark.parametrize(("white", "black"), [(2, 1), (1, 0)])
def test_watching(visit: Visit, white: int, black: int) -> None:
    """Levels against each other; 0 is the random mover."""
    visitor = visit()
    visitor.page.get_by_label("Watch the computer play").check()
    visitor.page.get_by_role("slider", name="White").fill(str(white))
    visitor.page.get_by_role("slider", name="Black").fill(str(black))
    on_the_server(visitor)
    visitor.button("Watch").click()
    visitor.is_ready()
    ended = re.compile("White wins|Black wins|Draw")
    expect(visitor.headline).to_have_text(ended, timeout=5 * PATIENCE)
    sees_the_end(visitor, Board(moves=visitor.moves()), None)


def test_steps_by_every_hand(visit: Visit) -> None:
    visitor = visit(None)
    visitor.new_game({"kind": "me"}, {"kind": "me"}, start=NEAR_THE_END)
    board = Board(NEAR_THE_END)
    for make, move in (
        (visitor.drag, "72-73"),
        (visitor.click, "63-62"),
        (visitor.press, "73-72"),
        (visitor.drag, "62-63"),
        (visitor.click, "03-31"),
    ):
        visitor.may_move()
        make(move)
        board.push(move)
        visitor.sees(len(board.moves))
        assert visitor.chips() == board.chips(WHITE) | board.chips(BLACK)
    sees_the_end(visitor, board, None)


def test_a_lifted_chip_is_put_back(visit: Visit) -> None:
    visitor = visit(None)
    visitor.new_game({"kind": "me"}, {"kind": "me"}, start=NEAR_THE_END)
    caption = visitor.page.locator(".caption")
    visitor.click("72")
    expect(caption).to_have_text("Where does the chip on 72 go?")
    expect(visitor.square("72")).to_have_attribute("aria-selected", "true")
    visitor.page.keyboard.press("Escape")
    expect(visitor.square("72")).to_have_attribute("aria-selected", "false")
    assert visitor.moves() == []

    # Where a step wins is for the player to find, unless the board is asked to show it.
    visitor.click("03")
    target = visitor.page.locator("[data-target='31']")
    expect(target).to_have_class(re.compile("legal"))
    expect(visitor.page.locator("[data-target].wins")).to_have_count(0)
    visitor.tab("Help")
    visitor.page.get_by_label("Squares that win now").check()
    expect(target).to_have_class(re.compile("wins"))


def test_the_opponent_counts_first(visit: Visit) -> None:
    visitor = visit(None)
    visitor.new_game({"kind": "me"}, {"kind": "me"}, start=NEAR_THE_END)
    visitor.click("56-31")
    visitor.sees(1)
    sees_the_end(visitor, Board(NEAR_THE_END, moves="56-31"), None)
    expect(visitor.headline).to_have_text("Black wins")


def test_reasons(visit: Visit) -> None:
    visitor = visit("/board?moves=33+65+43+15")
    visitor.sees(4)
    caption = visitor.page.locator(".caption")
    for square, reason in {
        "77": "it is a corner",
        "20": "in Black's goal",
        "34": "would join 33 and 43",
    }.items():
        visitor.square(square).hover()
        expect(caption).to_contain_text(reason)
        visitor.click(square)
        expect(caption).to_contain_text(reason)
        visitor.click("33")
        expect(caption).to_contain_text("33 already holds a chip")
    assert visitor.moves() == ["33", "65", "43", "15"]
