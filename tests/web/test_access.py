"""Every page and dialog for everybody: axe finds nothing, the board fits the screen, a finger hits
its squares, and each page says where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Visit
from web.sample_puzzles import DEFENCE, SHORT
from web.visitor import DESKTOP, PHONE, Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GAME = ["62", "27", "02", "67", "32", "16", "65", "56", "46", "34", "26", "14", "73"]
ME, MACHINE = {"kind": "me"}, {"kind": "machine", "level": 1}

Walk = Callable[[Visitor], Iterator[str]]
"""Goes from view to view and stops at each, with its name."""


def start(visitor: Visitor) -> Iterator[str]:
    page = visitor.page
    visitor.new_game(ME, ME, moves=GAME[:5])
    visitor.go("/")
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    yield "home"
    page.get_by_label("Watch the computer play").check()
    yield "watch form"
    page.get_by_label("A friend, by link").check()
    yield "link form"
    page.get_by_label("Clock").select_option("custom")
    yield "custom clock"
    for name in ("Help", "Settings"):
        visitor.button(name).click()
        dialog = page.get_by_role("dialog", name=name)
        expect(dialog).to_be_visible()
        yield name
        dialog.get_by_role("button", name="Close", exact=True).click()


def invitation(visitor: Visitor) -> Iterator[str]:
    created = visitor.new_game(ME, {"kind": "open"})
    yield "waiting"
    visitor.go(f"/join/{created['invite']}")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    yield "invitation"
    visitor.go("/?with=friend").button("Make a link").click()
    visitor.page.get_by_text("QR code").click()
    expect(visitor.page.get_by_role("img", name="QR code")).to_be_visible()
    yield "link with a QR code"


def lobby(visitor: Visitor) -> Iterator[str]:
    page = visitor.page
    visitor.go("/lobby")
    expect(page.get_by_text("Nobody is waiting")).to_be_visible()
    call_as_bot(visitor, "/lobby", color="white")
    expect(visitor.button("Play Robot")).to_be_visible()
    page.get_by_text("Your own challenge").click()
    yield "lobby"
    visitor.button("1 min + 2 s").click()
    expect(visitor.button("Cancel")).to_be_visible()
    yield "waiting in the lobby"
    visitor.go("/correspondence")
    expect(visitor.button("Start the vacation")).to_be_visible()
    yield "correspondence"


def tournaments(visitor: Visitor) -> Iterator[str]:
    page = visitor.page
    visitor.go("/tournaments")
    page.get_by_label("At a set time").check()
    page.get_by_label("A class or a list of names").check()
    yield "new tournament"
    clock, roster = {"base": 60, "increment": 2}, ["Ada", "Ben", "Cleo"]
    about = {"name": "Class", "kind": "round-robin", "clock": clock, "roster": roster}
    id = visitor.call("/tournaments", **about).json()["tournament"]["id"]
    seats = visitor.ask(f"/tournaments/{id}/seats")["seats"]
    students = [visitor.context.browser.new_context() for _ in seats[1:]]  # type: ignore[union-attr]
    origin = page.evaluate("location.origin")
    for student, seat in zip(students, seats[1:], strict=True):
        taken = student.request.post(
            f"{origin}/api/v1/seats/{seat['token']}", headers={"origin": origin}
        )
        assert taken.ok
        student.close()
    visitor.call(f"/tournaments/{id}/start")
    visitor.go(f"/t/{id}")
    for part in ("Links of the students", "All boards", "Cross table", "All games"):
        page.get_by_text(part, exact=True).click()
    expect(page.get_by_text("Black to move")).to_have_count(1)
    expect(page.get_by_role("img", name="QR code")).to_have_count(3)
    yield "class"
    visitor.button("Remove Ada").click()
    yield "removal"
    visitor.button("Cancel").click()
    visitor.button("End the tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="End the tournament").click()
    expect(page.get_by_text("The tournament has ended.")).to_be_visible()
    yield "finished tournament"
    visitor.forgive("404")
    visitor.go(f"/seat/{seats[0]['token']}")
    expect(page.get_by_role("heading", name="You are Ada")).to_be_visible()
    yield "personal link"


def call_as_bot(visitor: Visitor, path: str, **body: object) -> None:
    """Ask the server's interface for something as a bot."""
    bot = {"authorization": f"Bearer {visitor.call('/tokens', name='Robot').json()['token']}"}
    assert visitor.context.request.post(f"/api/v1{path}", data=body, headers=bot).ok


def rated(visitor: Visitor) -> Iterator[str]:
    visitor.call("/account", name="Axel", password="correct horse 7")
    visitor.go("/lobby")
    visitor.page.get_by_text("Rated game against the computer").click()
    yield "rated lobby"
    visitor.go("/leaderboard")
    expect(visitor.page.get_by_role("table")).to_be_visible()
    yield "leaderboard"


def people(visitor: Visitor) -> Iterator[str]:
    visitor.call("/account", name="Known Player", password="correct horse 7")
    clock = {"base": 3600, "increment": 0}
    created = visitor.new_game(ME, {"kind": "open"}, clock=clock)
    call_as_bot(visitor, f"/invites/{created['invite']}")
    visitor.may_move()
    visitor.click("33")
    visitor.page.get_by_text("Messages", exact=True).click()
    visitor.button("Good luck!").click()
    expect(visitor.page.get_by_text("You: Good luck!")).to_be_visible()
    expect(visitor.button("Claim the win")).to_be_enabled()
    yield "opponent away"


def account(visitor: Visitor) -> Iterator[str]:
    page = visitor.page
    visitor.go("/account")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    yield "sign in"
    visitor.button("I have lost my password").click()
    yield "lost password"
    visitor.button("Back").click()
    page.get_by_role("radio", name="Make an account").check()
    page.get_by_label("Name", exact=True).fill("Everybody Else")
    page.get_by_label("Password", exact=True).fill("correct horse 7")
    yield "sign up"
    visitor.button("Make it with this password").click()
    expect(page.get_by_test_id("recovery-code")).to_be_visible()
    yield "recovery code"
    visitor.button("I have kept it").click()
    visitor.button("Delete the account").click()
    yield "deleting the account"
    visitor.button("Cancel").click()
    yield "account"
    visitor.new_game(ME, MACHINE, public=True)
    visitor.go("/player/everybody%20else")
    expect(page.locator("a.game")).to_have_count(1)
    yield "profile"


def game(visitor: Visitor) -> Iterator[str]:
    visitor.new_game(ME, ME, moves=GAME[:12], clock={"base": 3600, "increment": 3})
    visitor.tab("Share")
    yield "sharing"
    visitor.tab("Help")
    visitor.page.get_by_label("Squares that win now").check()
    visitor.square("43").hover()
    yield "playing"
    visitor.button("Resign").click()
    yield "resigning"
    visitor.button("Play on").click()
    visitor.click("73")
    expect(visitor.headline).to_have_text("White wins")
    yield "ended"


def local_game(visitor: Visitor) -> Iterator[str]:
    visitor.go("/").button("Play the computer").click()
    visitor.button("Hint").click()
    visitor.button("Why?").click()
    expect(visitor.page.get_by_test_id("hint")).to_contain_text("proved")
    yield "local game"


def study(visitor: Visitor) -> Iterator[str]:
    page = visitor.page
    visitor.go(f"/board?moves={'+'.join(GAME[:10])}").is_ready()
    page.get_by_text("Share and export").click()
    page.get_by_text("Open a record").click()
    yield "study"
    page.get_by_role("switch", name="Engine").check()
    expect(page.get_by_role("region", name="Engine")).to_contain_text("wins in 3 plies, proved")
    page.get_by_label("Threats").check()
    expect(page.locator("[data-arrow]").first).to_be_attached()
    yield "study with engine"
    page.get_by_text("Networks and paths").click()
    visitor.button("Show networks").click()
    yield "study with networks"
    visitor.button("Draw a path").click()
    for square in ("02", "32", "62"):
        visitor.click(square)
    yield "study with a path"
    visitor.go("/board?moves=33+%7Bin+the+middle%7D+55+(54%3F+22+(23))+22&at=3").is_ready()
    page.get_by_text("Comment, mark, promote, delete").click()
    yield "study with variations"
    visitor.button("Play from this position").click()
    yield "play on"
    page.keyboard.press("Escape")
    visitor.button("Set up a position").click()
    for square in ("33", "43", "53"):
        visitor.click(square)
    yield "editor"


def lessons(visitor: Visitor) -> Iterator[str]:
    visitor.go("/learn").page.get_by_text("All lessons").click()
    for title, squares in {
        "Your goals": ["20"],
        "A network wins": ["60", "65", "33"],
        "Turn at every chip": [],
        "Never three together": ["10", "11", "22", "32", "54", "56"],
    }.items():
        visitor.page.get_by_role("button", name=title).click()
        for square in squares:
            visitor.click(square)
        yield title
    visitor.button("Skip all").click()
    expect(visitor.button("Play level 1")).to_be_visible()
    yield "learnt"
    visitor.page.get_by_role("link", name="Learn strategy").click()
    visitor.click("33")
    yield "strategy"


def puzzles(visitor: Visitor) -> Iterator[str]:
    visitor.go(f"/puzzles?id={DEFENCE.id}").is_ready()
    yield "puzzle"
    wrong = next(move for move in DEFENCE.board().legal_moves if move != DEFENCE.solution[0])
    visitor.click(wrong)
    expect(visitor.page.locator(".notice.bad")).to_contain_text(f"{wrong} loses: White wins with")
    yield "puzzle refuted"
    visitor.go(f"/puzzles?id={SHORT.id}").is_ready()
    visitor.click(SHORT.solution[0])
    expect(visitor.button("Next puzzle")).to_be_visible()
    yield "puzzle solved"
    visitor.go("/puzzles?run").button("Start the run").click()
    expect(visitor.page.get_by_role("timer")).to_be_visible()
    yield "timed run"


def explorer(visitor: Visitor) -> Iterator[str]:
    visitor.go("/explorer?moves=33+10+01+11+73+23+51+42").is_ready()
    visitor.page.get_by_text("What the signs mean").click()
    expect(visitor.button("Check this claim")).to_be_visible()
    yield "explorer"


def solved(visitor: Visitor) -> Iterator[str]:
    visitor.go("/solved")
    expect(visitor.page.locator("[data-result]")).to_have_count(12)
    yield "solved"


def beat(visitor: Visitor) -> Iterator[str]:
    visitor.go("/beat").may_move()
    for ply, square in enumerate(("10", "11", "23", "42", "13", "44", "15"), 1):
        visitor.click(square)
        visitor.sees(2 * ply + 1)
    expect(visitor.headline).to_have_text("You lasted 15 of 15 plies")
    yield "beat the proof"


def review(visitor: Visitor) -> Iterator[str]:
    page = visitor.page
    visitor.go("/review?position=2B5/2B5/8/3W4/W3W1B1/8/2W1B3/8+w+0+5&moves=63+25+62")
    expect(page.get_by_role("heading", name="Moments")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)
    page.get_by_text("The graph in words").click()
    yield "review"
    page.get_by_role("button", name="Show 6. 62").click()
    expect(page.locator(".path.network")).to_be_visible()
    yield "better line"
    page.get_by_role("region", name="The better line").get_by_role("button", name="Try").click()
    visitor.tap("52")
    expect(page.locator(".notice.bad")).to_be_visible()
    yield "review lesson"


def lost(visitor: Visitor) -> Iterator[str]:
    visitor.forgive("404")
    for path in ("/nowhere", "/g/000000000000"):
        visitor.go(path)
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        yield path


WALKS: tuple[Walk, ...] = (
    start,
    invitation,
    lobby,
    tournaments,
    people,
    account,
    rated,
    game,
    local_game,
    study,
    lessons,
    puzzles,
    explorer,
    solved,
    beat,
    review,
    lost,
)

ALL = {"rules": {"target-size": {"enabled": True}}}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}

FAULTS = """options => axe.run(document, options).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)))"""
# New colours are on the screen before anybody looks at them.
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

Scheme = Literal["light", "dark"]
Contrast = Literal["more", "no-preference"]
COLOUR_SCHEMES: tuple[tuple[Scheme, Contrast], ...] = (
    ("light", "more"),
    ("dark", "more"),
    ("dark", "no-preference"),
)

OTHER_BOARDS: tuple[tuple[str, Scheme], ...] = (
    ("wood", "light"),
    ("sea", "light"),
    ("sea", "dark"),
    ("wood", "dark"),
)

BOARDS = {
    "playing",
    "local game",
    "ended",
    "study",
    "study with engine",
    "explorer",
    "editor",
    "Your goals",
    "A network wins",
    "strategy",
    "puzzle",
    "puzzle solved",
    "timed run",
    "review",
    "review lesson",
}
"""Views whose whole board is to be seen without scrolling."""


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.exists():
        pytest.fail("The browser tests need axe-core: run make test.", pytrace=False)
    return AXE.read_text(encoding="utf-8")


@pytest.mark.parametrize("walk", WALKS)
def test_everybody_can_use_it(visit: Visit, axe: str, walk: Walk) -> None:
    """At each view of a walk axe finds nothing, on a phone and on a desktop, in all colours."""
    visitor = visit(None, reduced_motion="reduce", color_scheme="light", **PHONE)
    for view in walk(visitor):
        everybody_can_use(visitor, axe, view)


def everybody_can_use(visitor: Visitor, axe: str, view: str) -> None:
    """Have axe look at the page, on a phone and on a desktop, in all colours."""
    page = visitor.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size["viewport"])
        fits(visitor, has_board=view in BOARDS)
        assert faults(page, ALL) == [], view
    # What does not depend on colours has been looked for in light ones.
    for scheme, contrast in COLOUR_SCHEMES:
        page.emulate_media(color_scheme=scheme, contrast=contrast)
        theme = page.locator("html[data-theme=contrast]")
        expect(theme).to_have_count(int(contrast == "more"))
        assert faults(page, COLOURS) == [], (view, scheme, contrast)
    for board, scheme in OTHER_BOARDS if view == "playing" else ():
        page.emulate_media(color_scheme=scheme, contrast="no-preference")
        page.evaluate("board => { document.documentElement.dataset.board = board }", board)
        assert faults(page, COLOURS) == [], (view, board, scheme)
    page.emulate_media(color_scheme="light", contrast="no-preference")


def faults(page: Page, options: object) -> list[str]:
    """What axe finds wrong and finds again: on a busy machine it may look at a page that is being
    drawn in new colours, or that a search is filling in."""
    for _ in range(4):
        page.evaluate(DRAWN)
        if not page.evaluate(FAULTS, options):
            return []
        page.wait_for_timeout(500)
    found: list[str] = page.evaluate(FAULTS, options)
    return found


def fits(visitor: Visitor, has_board: bool) -> None:
    """Nothing makes the page scroll sideways, and a board is on the screen with large squares."""
    page, screen = visitor.page, visitor.page.viewport_size
    assert screen is not None
    # A phone's browser zooms out for a moment when the window gets narrow.
    page.wait_for_function(
        "width => document.documentElement.scrollWidth <= width", arg=screen["width"]
    )
    if not has_board:
        return
    page.evaluate("scrollTo(0, 0)")
    box = page.get_by_role("grid").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= screen["width"]
    assert box["y"] + box["height"] <= screen["height"]
    sizes = page.locator("[data-square]").evaluate_all(
        "all => all.map(it => it.getBoundingClientRect()).flatMap(it => [it.width, it.height])"
    )
    assert len(sizes) == 128
    assert min(sizes) >= 44


def test_the_grid_is_read_aloud(visit: Visit) -> None:
    visitor = visit("/board?moves=33+20")
    grid = visitor.page.get_by_role("grid", name="Study board")
    expect(grid.get_by_role("row")).to_have_count(8)
    expect(grid.get_by_role("gridcell")).to_have_count(64)
    for square, words in {
        "00": "0 0, corner",
        "33": "3 3, white chip",
        "20": "2 0, black chip, Black's goal, last move",
        "50": "5 0, empty, Black's goal, not allowed: White may not use 5 0",
        "73": "7 3, empty, White's goal, allowed",
        "44": "4 4, empty, allowed",
    }.items():
        label = visitor.square(square).get_attribute("aria-label") or ""
        assert label.startswith(words), label
    expect(grid.locator("[tabindex='0']")).to_have_count(1)
    visitor.press("44")
    expect(visitor.page.locator("[aria-live]").first).to_contain_text("White adds 4 4")


def test_forced_colours_keep_the_colours_apart(visit: Visit) -> None:
    visitor = visit(None, forced_colors="active")
    visitor.new_game(ME, ME, moves=GAME[:8])
    fills = [
        visitor.page.locator(f"[data-chip='{square}'] circle").first.evaluate(
            "chip => getComputedStyle(chip).fill"
        )
        for square in ("62", "27")
    ]
    assert fills[0] != fills[1]


def test_pages_and_links(visit: Visit) -> None:
    visitor = visit("/")
    page = visitor.page
    for path, title in {
        "/lobby": "Play someone · Tenchips",
        "/tournaments": "Tournaments · Tenchips",
        "/leaderboard": "Leaderboard · Tenchips",
        "/learn": "Learn Network · Tenchips",
        "/puzzles": "Puzzles · Tenchips",
        "/board": "Study · Tenchips",
        "/explorer": "Explorer · Tenchips",
        "/": "Tenchips: play Network",
    }.items():
        page.get_by_role("navigation").locator(f"a[href='{path}']").click()
        expect(page).to_have_title(title)
        current = page.get_by_role("navigation").locator("[aria-current]")
        expect(current).to_have_attribute("href", path)
        page.reload()
        expect(page).to_have_title(title)


def test_the_menu_cuts_no_word(visit: Visit) -> None:
    page = visit("/").page
    links = page.get_by_role("navigation").get_by_role("link")
    first = ["Play", "Lobby", "Tournaments", "Leaderboard"]
    for width, rows in ((320, 2), (390, 2), (480, 2), (560, 1), (860, 1), (1280, 1)):
        page.set_viewport_size({"width": width, "height": 700})
        expect(links).to_have_text([*first, "Learn", "Puzzles", "Study", "Explorer"])
        boxes = [box for link in links.all() if (box := link.bounding_box())]
        for row in boxes[:4], boxes[4:]:
            assert row[0]["x"] >= 0
            assert row[-1]["x"] + row[-1]["width"] <= width
            for left, right in pairwise(row):
                assert left["y"] == right["y"]
                assert left["x"] + left["width"] <= right["x"]
        assert len({box["y"] for box in boxes}) == rows
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_where_it_is_low_the_pages_are_in_a_menu(visit: Visit) -> None:
    page = visit("/board", viewport={"width": 667, "height": 375}).page
    link = page.get_by_role("navigation").get_by_role("link", name="Puzzles")
    expect(link).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    link.click()
    expect(page).to_have_title("Puzzles · Tenchips")
    expect(link).to_be_hidden()


def test_the_system_may_ask_for_contrast(visit: Visit) -> None:
    visitor = visit("/", contrast="more", color_scheme="dark")
    root = visitor.page.locator("html")
    expect(root).to_have_attribute("data-theme", "contrast")
    expect(root).to_have_css("background-color", "rgb(0, 0, 0)")
    visitor.page.emulate_media(color_scheme="light")
    expect(root).to_have_css("background-color", "rgb(255, 255, 255)")
    # What is chosen here comes first, and what is not is as the system has it now.
    visitor.button("Settings").click()
    visitor.page.get_by_label("Light").check()
    expect(root).to_have_attribute("data-theme", "light")
    visitor.page.get_by_label("System").check()
    expect(root).to_have_attribute("data-theme", "contrast")
    visitor.page.emulate_media(contrast="no-preference")
    expect(root).not_to_have_attribute("data-theme", "contrast")


def test_settings_are_kept(visit: Visit) -> None:
    visitor = visit("/")
    visitor.button("Settings").click()
    visitor.page.get_by_label("Dark").check()
    name = visitor.page.get_by_label("Your name")
    expect(name).not_to_have_value("")  # it has come from the server
    name.fill("Ada")
    visitor.page.keyboard.press("Tab")
    expect(visitor.said).to_contain_text("Your name is now Ada")
    visitor.button("Close").click()
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    visitor.button("Settings").click()
    expect(name).to_have_value("Ada")
