"""The study board: its address, the editor, records in and out, pictures out."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from tenchips import BLACK, WHITE, Board
from tenchips.record import Record
from web.conftest import Visit
from web.visitor import PHONE, Visitor

GAME = "62 27 02 67 32 16 65 56 46 34 26 14 73"


def download(visitor: Visitor, name: str, folder: Path) -> Path:
    """Save a file that a button or a link gives."""
    with visitor.page.expect_download() as caught:
        visitor.page.locator("a, button").get_by_text(name, exact=True).click()
    path = folder / caught.value.suggested_filename
    caught.value.save_as(path)
    return path


def test_the_address_is_the_game(visit: Visit) -> None:
    visitor = visit("/board")
    for move in ("33", "55", "22"):
        visitor.click(move)
    visitor.button("Back").click()
    visitor.page.wait_for_url(
        lambda url: parse_qs(urlsplit(url).query) == {"moves": ["33 55 22"], "at": ["2"]}
    )

    other = visit(visitor.page.url)
    other.sees(3)
    assert other.chips() == {"33", "55"}
    other.button("Forward").click()
    expect(other.page.locator("[data-chip]")).to_have_count(3)


def test_a_bad_address_is_told(visit: Visit) -> None:
    visitor = visit("/board?moves=33+44+33")
    expect(visitor.page.locator(".notice.bad")).to_contain_text("33 already holds a chip")
    visitor.sees(2)
    assert visitor.chips() == {"33", "44"}
    expect(visitor.page).to_have_url("/board?moves=33+44")


def test_the_editor(visit: Visit) -> None:
    visitor = visit("/board")
    visitor.button("Set up a position").click()
    editor = visitor.page.get_by_role("region", name="Position editor")
    use = visitor.button("Use this position")
    visitor.click("33")
    visitor.click("43")
    visitor.click("53")
    expect(editor).to_contain_text("chips 33, 43 and 53 touch")
    expect(use).to_be_disabled()
    editor.get_by_label("Nothing (remove)").check()
    visitor.click("53")
    editor.get_by_label("Black chip").check()
    visitor.click("20")
    visitor.click("65")
    expect(use).to_be_enabled()
    editor.get_by_role("button", name="Mirror left and right").click()
    use.click()

    position = visitor.page.get_by_label("Position", exact=True)
    expected = Board.diagram("43 33", "50 15", number=3).position
    expect(position).to_have_value(expected)
    again = visit(visitor.page.evaluate("location.href"))
    expect(again.page.get_by_label("Position", exact=True)).to_have_value(expected)

    position.fill("8/8/8/3W4/8/8/8/8 w 0 1")
    position.press("Enter")
    expect(visitor.page.locator("#position-help")).to_contain_text("so it is Black's turn")
    position.fill("8/8/8/3W4/8/8/8/8 b 0 1")
    position.press("Enter")
    expect(visitor.headline).to_have_text("Black to move")


def test_play_from_this_position(visit: Visit) -> None:
    visitor = visit(f"/board?moves={GAME.replace(' ', '+')}&at=12")
    visitor.button("Play from this position").click()
    dialog = visitor.page.get_by_role("dialog", name="Play from this position")
    dialog.get_by_label("The computer", exact=True).check()
    dialog.get_by_role("radio", name="White").check()
    dialog.get_by_role("button", name="Play the computer").click()
    expect(visitor.headline).to_have_text("Your turn: add a chip")
    visitor.click("73")
    expect(visitor.headline).to_have_text("You win")
    assert visitor.moves() == GAME.split()


@pytest.mark.parametrize("place", ["study", "game"])
def test_exports(visit: Visit, tmp_path: Path, place: str) -> None:
    if place == "study":
        visitor = visit(f"/board?moves={GAME.replace(' ', '+')}")
    else:
        visitor = visit(None)
        made = visitor.new_game({"kind": "me"}, {"kind": "me"}, moves=GAME.split()[:12])
        visitor.click("73")
        expect(visitor.headline).to_have_text("White wins")  # so the server has it
    visitor.page.get_by_text("Share and export" if place == "study" else "Share").click()
    board = Board(moves=GAME)

    text = download(visitor, "Record", tmp_path).read_text(encoding="utf-8")
    record = Record.parse(text)
    assert record.board().moves == board.moves
    assert record.result == "1-0"
    if place == "game":
        path = f"/api/v1/games/{made['game']['id']}/record"
        assert text == visitor.context.request.get(path).text()

    picture = download(visitor, "Picture (SVG)", tmp_path)
    words = [text.strip() for text in ElementTree.parse(picture).getroot().itertext()]
    assert words[0].startswith("Network: White wins with the network 02-")
    assert all(str(number) in words for number in range(1, 8))
    assert looks_the_same(visitor, picture)

    with Image.open(download(visitor, "Animation (GIF)", tmp_path)) as film:
        assert film.format == "GIF"
        assert film.n_frames >= len(board.moves)


def looks_the_same(visitor: Visitor, picture: Path) -> bool:
    """Whether a picture, alone on a page, shows the board of the page that it comes from."""
    board = visitor.page.locator(".play-board .board svg")
    box = board.bounding_box()
    assert box is not None
    seen = pixels(board.screenshot(animations="disabled"))
    alone = visitor.context.new_page()
    alone.set_content(picture.read_text(encoding="utf-8"))
    resize = "(svg, side) => ['width', 'height'].forEach(name => svg.setAttribute(name, side))"
    alone.locator("svg").evaluate(resize, box["width"])
    again = pixels(alone.locator("svg").screenshot())
    alone.close()
    different = ImageChops.difference(seen, again).convert("L").histogram()
    return sum(different[40:]) < 0.02 * sum(different)  # the smoothing of edges may differ


def pixels(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB").resize((200, 200))


def test_reading_records(visit: Visit, tmp_path: Path) -> None:
    """All of it in the browser: the server is not asked."""
    visitor = visit(f"/board?moves={GAME.replace(' ', '+')}")
    visitor.page.get_by_text("Share and export").click()
    path = download(visitor, "Record", tmp_path)

    other = visit("/board")
    other.page.wait_for_load_state("networkidle")  # every page asks who it is
    asked: list[str] = []
    other.page.on("request", lambda request: asked.append(request.url))
    other.page.get_by_text("Open a record").click()
    other.page.get_by_label("Record file").set_input_files(path)
    other.sees(13)
    assert other.moves() == GAME.split()
    board = Board(moves=GAME)
    assert other.chips() == board.chips(WHITE) | board.chips(BLACK)

    other.page.get_by_text("Open a record").click()
    text = other.page.get_by_label("or paste a record")
    text.fill("1. 33 33 *")
    other.button("Open the record").click()
    expect(other.page.locator(".notice.bad")).to_contain_text("33 already holds a chip")
    text.fill(f'[White "Ada"]\n\n1. 33 44 *\n\n[White "Bo"]\n\n1. {GAME.split()[0]} *\n')
    other.button("Open the record").click()
    other.page.get_by_role("button", name="2. Bo against").click()
    other.sees(1)
    assert other.moves() == ["62"]

    other.page.get_by_text("Open a record").click()
    text.fill("33, 44, 35")
    other.button("Open the record").click()
    other.sees(3)
    assert other.moves() == ["33", "44", "35"]
    assert not [url for url in asked if "/api/" in url]


def shown_lines(visitor: Visitor) -> list[str]:
    """The moves of all lines, in the order of the page, numbers and marks included."""
    lines = visitor.page.get_by_role("region", name="All lines")
    return [text.strip() for text in lines.get_by_role("button").all_text_contents()]


def test_another_move_makes_a_variation(visit: Visit, tmp_path: Path) -> None:
    visitor = visit("/board?moves=33+55+22", **PHONE)
    visitor.button("Back").click()
    visitor.button("Back").click()
    visitor.tap("54")
    assert shown_lines(visitor) == ["1.33", "55", "1…54", "2.22"]
    assert visitor.chips() == {"33", "54"}

    visitor.page.get_by_text("Comment, mark, promote, delete").click()
    visitor.page.get_by_label("Comment on 54").fill("closer (and 100% safe)")
    visitor.page.get_by_label("Mark").select_option("?!")
    expect(visitor.page.get_by_role("region", name="All lines")).to_contain_text("closer (and")

    # The address and the record hold all of it.
    again = visit(visitor.page.url)
    expect(again.page.get_by_role("region", name="All lines")).to_contain_text("1…54?!")
    assert again.chips() == {"33", "54"}
    again.page.get_by_text("Share and export").click()
    path = download(again, "Record", tmp_path)
    second = Record.parse(path.read_text(encoding="utf-8")).line.nodes[1]
    [variation] = second.variations
    [node] = variation
    assert (str(second.move), str(node.move), node.annotation) == ("55", "54", "?!")
    assert node.comments == ("closer (and 100% safe)",)
    other = visit("/board")
    other.page.get_by_text("Open a record").click()
    other.page.get_by_label("Record file").set_input_files(path)
    expect(other.page.get_by_role("region", name="All lines")).to_contain_text("1…54?!")

    # Promoting and deleting can be undone with the browser's Back, which also returns to the page.
    visitor.button("Make this the main line").click()
    expect(visitor.page.get_by_role("region", name="All lines")).to_contain_text("1…55")
    assert shown_lines(visitor) == ["1.33", "54?!", "1…55", "2.22"]
    visitor.page.get_by_role("navigation").get_by_role("link", name="Learn").click()
    expect(visitor.page.get_by_role("region", name="All lines")).to_have_count(0)
    visitor.page.go_back()
    expect(visitor.page.get_by_role("region", name="All lines")).to_be_visible()
    assert shown_lines(visitor) == ["1.33", "54?!", "1…55", "2.22"]
    visitor.page.get_by_text("Comment, mark, promote, delete").click()
    visitor.button("Delete from 54 on").click()
    visitor.sees(3)
    assert visitor.moves() == ["33", "55", "22"]
    assert visitor.chips() == {"33"}
    visitor.button("Undo").click()
    expect(visitor.page.get_by_role("region", name="All lines")).to_contain_text("1…55")
    visitor.button("Redo").click()
    expect(visitor.page.get_by_role("region", name="All lines")).to_have_count(0)
    visitor.page.go_back()
    expect(visitor.page.get_by_role("region", name="All lines")).to_contain_text("1…55")


def test_undo_goes_back_change_by_change(visit: Visit) -> None:
    visitor = visit("/board")
    visitor.click("33")
    visitor.click("55")
    visitor.page.get_by_text("Comment, mark, promote, delete").click()
    comment = visitor.page.get_by_label("Comment on 55")
    comment.press_sequentially("far away")
    visitor.page.get_by_label("Mark").select_option("?")
    lines = visitor.page.get_by_role("region", name="All lines")
    expect(lines).to_contain_text("55?")
    visitor.headline.click()
    visitor.page.keyboard.press("Control+z")
    expect(lines).not_to_contain_text("55?")
    expect(lines).to_contain_text("far away")
    visitor.page.keyboard.press("Control+z")
    expect(lines).to_have_count(0)
    expect(comment).to_have_value("")
    visitor.page.keyboard.press("Control+z")
    visitor.sees(1)
    visitor.page.keyboard.press("Control+Shift+z")
    visitor.sees(2)
    visitor.button("Redo").click()
    expect(lines).to_contain_text("far away")
    visitor.page.wait_for_url(lambda url: "far" in url)
