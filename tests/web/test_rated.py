"""Rated games in browsers: a pair from the lobby with a choice of sides, and the machine."""

from __future__ import annotations

from playwright.sync_api import expect

from tenchips import Board
from web.conftest import Visit
from web.site import Site
from web.visitor import PHONE, Visitor

PASSWORD = "correct horse 7"


def signed_up(visit: Visit, site: Site, name: str, **options: object) -> Visitor:
    """Somebody with an account."""
    visitor = visit(None, site, **options)
    visitor.call("/account", name=name, password=PASSWORD)
    return visitor


def legal_move(visitor: Visitor) -> None:
    """Add a chip where it is allowed."""
    visitor.may_move()
    game = visitor.ask(f"/games/{visitor.page.url.rpartition('/')[2]}")
    board = Board(moves=" ".join(game["moves"]))
    visitor.click(str(next(iter(board.legal_moves))))
    visitor.sees(len(board.moves) + 1)


def test_a_rated_pair(visit: Visit, site: Site) -> None:
    """Of two pairs each plays its own game: four browsers, two games."""
    people = [
        signed_up(visit, site, name, **(PHONE if name in ("Berta", "Dora") else {}))
        for name in ("Anton", "Berta", "Caesar", "Dora")
    ]
    for visitor, clock in zip(people, ("5 min + 5 s",) * 2 + ("15 min + 10 s",) * 2, strict=True):
        visitor.go("/lobby")
        expect(visitor.page.get_by_label("Rated", exact=True)).to_be_checked()
        expect(visitor.page.get_by_text("White can always win Network")).to_be_visible()
        visitor.button(clock).click()
    for visitor in people:
        visitor.page.wait_for_url("**/g/*")
        visitor.is_ready()
    anton, berta, caesar, dora = people
    assert anton.page.url == berta.page.url
    assert caesar.page.url == dora.page.url
    assert anton.page.url != caesar.page.url

    # Berta came second: she sees the opening and takes White.
    berta.sees(5)
    expect(anton.page.get_by_text("Your opponent picks a side")).to_be_visible()
    berta.button("Play White").click()
    expect(berta.page.get_by_role("region", name="White", exact=True)).to_contain_text(
        "(1500) (you)"
    )
    for player in (anton, berta):  # Black is to move after five moves
        expect(player.button("Undo")).to_have_count(0)
        legal_move(player)
    anton.button("Resign").click()
    anton.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(anton.status).to_contain_text("Your rating is now 1338 (\u2212162).")
    expect(berta.status).to_contain_text("Your rating is now 1662 (+162).")
    anton.go("/player/Berta")
    expect(anton.page.get_by_text("1662?")).to_be_visible()
    expect(anton.page.get_by_role("img", name="Rating over 1 game")).to_be_visible()


def test_a_rated_game_against_the_machine(visit: Visit, site: Site) -> None:
    emil = signed_up(visit, site, "Emil")
    emil.go("/lobby")
    emil.page.get_by_text("Rated game against the computer").click()
    emil.button("Play a rated game").click()
    emil.page.wait_for_url("**/g/*")
    emil.is_ready()
    expect(emil.page.get_by_text("Computer, level 3 (1193)")).to_be_visible()
    expect(emil.page.get_by_text("Rated game · 15 min + 10 s")).to_be_attached()
    expect(emil.button("Hint")).to_have_count(0)
    assert len(emil.moves()) >= 5
    emil.go("/leaderboard")
    table = emil.page.get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(11)
    expect(table).to_contain_text("Level 10, Engine")
