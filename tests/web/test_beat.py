"""Beat the proof in a real browser: White answers from the certificate to the end of the game."""

from __future__ import annotations

from playwright.sync_api import expect

from tenchips import Board
from tenchips.book import Certificate
from web.conftest import Visit
from web.visitor import PHONE

NO_WEBASSEMBLY = "delete globalThis.WebAssembly"


def longest_game(moves: list[str]) -> list[str]:
    """How a game goes on if White follows the certificate and Black resists."""
    certificate, board = Certificate.load(), Board(moves=" ".join(moves))
    while not board.outcome():
        is_white = board.turn is certificate.winner
        found = certificate.move(board) if is_white else certificate.resistance(board)
        assert found is not None
        board.push(found[0])
    return [str(move) for move in board.moves]


def test_a_game_against_the_proof(visit: Visit) -> None:
    visitor = visit("/beat", **PHONE)
    page, certificate, board = visitor.page, Certificate.load(), Board(moves="33")
    longest, mistakes = [15], []
    while not board.outcome():
        visitor.may_move()
        # A good first move, then mistakes: the first legal move is nearly always one.
        resistance = certificate.resistance(board)
        assert resistance is not None
        first_turn = len(board.moves) == 1
        move = resistance[0] if first_turn else next(iter(board.legal_moves))
        board.push(move)
        visitor.tap(move)
        answer = certificate.move(board)
        assert answer is not None
        longest.append(len(board.moves) + answer[1])
        if longest[-1] < longest[-2]:
            mistakes.append(len(board.moves) - 1)
        board.push(answer[0])
        visitor.sees(len(board.moves))
        assert visitor.moves() == [str(move) for move in board.moves]
        visitor.context.set_offline(True)  # the certificate is here now, and no server is needed
    played = [str(move) for move in board.moves]
    expect(visitor.headline).to_have_text(f"You lasted {len(played)} of 15 plies")
    line = longest_game(played[: mistakes[0]])
    expect(page.get_by_test_id("mistake")).to_have_text(
        f"Your first mistake was {played[mistakes[0]]} (ply {mistakes[0] + 1}): "
        f"with {line[mistakes[0]]} you could have lasted {len(line)} plies."
    )
    expect(page.get_by_test_id("longest")).to_contain_text(" ".join(line))
    visitor.button("Show the longest line").click()
    assert visitor.moves() == line
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    visitor.context.set_offline(False)
    page.reload()
    visitor.sees(len(played))
    assert visitor.moves() == played
    expect(visitor.headline).to_have_text(f"You lasted {len(played)} of 15 plies")
    expect(page.get_by_test_id("longest")).to_contain_text(" ".join(line))
    visitor.button("Try again").click()
    visitor.sees(1)
    page.reload()
    visitor.sees(1)
    expect(page.get_by_test_id("best")).to_contain_text(f"{len(played)} of 15 plies")


def test_without_webassembly_a_sentence_says_so(visit: Visit) -> None:
    visitor = visit(None)
    visitor.context.add_init_script(NO_WEBASSEMBLY)
    visitor.go("/beat")
    expect(visitor.page.locator(".notice.bad")).to_contain_text("it has no WebAssembly")
    expect(visitor.page.locator(".board.active")).to_have_count(0)
