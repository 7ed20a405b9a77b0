"""Every page and dialog for everybody: axe finds nothing, the board fits the screen, a finger hits
its squares, and each page says where it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.conftest import Visit
from web.visitor import DESKTOP, PHONE, Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GAME = ["62", "27", "02", "67", "32", "16", "65", "56", "46", "34", "26", "14", "73"]
ME, MACHINE = {"kind": "me"}, {"kind": "machine", "level": 1}

Prepare = Callable[[Visitor], object]


def home(visitor: Visitor) -> None:
    visitor.new_game(ME, ME, moves=GAME[:5])
    visitor.go("/")
    expect(visitor.page.get_by_role("heading", name="Your games")).to_be_visible()


def new_game_form(opponent: str) -> Prepare:
    def prepare(visitor: Visitor) -> None:
        visitor.go("/").page.get_by_label(opponent).check()

    return prepare


def custom_clock(visitor: Visitor) -> None:
    visitor.go("/").page.get_by_label("Clock").select_option("custom")


def header_dialog(name: str) -> Prepare:
    def prepare(visitor: Visitor) -> None:
        visitor.go("/").button(name).click()
        expect(visitor.page.get_by_role("dialog", name=name)).to_be_visible()

    return prepare


def waiting(visitor: Visitor) -> None:
    visitor.new_game(ME, {"kind": "open"})


def invitation(visitor: Visitor) -> None:
    created = visitor.new_game(ME, {"kind": "open"})
    visitor.go(f"/join/{created['invite']}")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()


def playing(visitor: Visitor) -> None:
    visitor.new_game(ME, ME, moves=GAME[:8], clock={"base": 300, "increment": 3})
    visitor.page.get_by_text("Share and export").click()
    visitor.page.get_by_label("Squares that win now").check()
    visitor.square("43").hover()


def local_game(visitor: Visitor) -> None:
    visitor.go("/").button("Play the machine").click()
    visitor.button("Hint").click()
    visitor.button("Why?").click()
    expect(visitor.page.get_by_test_id("hint")).to_contain_text("proved")
    visitor.page.get_by_text("Share and export").click()


def resigning(visitor: Visitor) -> None:
    visitor.new_game(ME, ME, moves=GAME[:8])
    visitor.button("Resign").click()


def ended(visitor: Visitor) -> None:
    visitor.new_game(ME, ME, moves=GAME[:12])
    visitor.click("73")
    expect(visitor.headline).to_have_text("White wins")


def study(visitor: Visitor) -> None:
    visitor.go(f"/board?moves={'+'.join(GAME[:9])}").is_ready()
    visitor.page.get_by_text("Share and export").click()
    visitor.page.get_by_text("Read a record").click()


def study_with_engine(visitor: Visitor) -> None:
    visitor.go(f"/board?moves={'+'.join(GAME[:10])}").is_ready()
    visitor.page.get_by_role("switch", name="Engine").check()
    expect(visitor.page.get_by_role("region", name="Engine")).to_contain_text("wins in 3, proved")


def study_with_variations(visitor: Visitor) -> None:
    visitor.go("/board?moves=33+%7Bin+the+middle%7D+55+(54%3F+22+(23))+22&at=3").is_ready()
    visitor.page.get_by_text("Comment, mark, promote, delete").click()


def editor(visitor: Visitor) -> None:
    visitor.go("/board").button("Set up a position").click()
    for square in ("33", "43", "53"):
        visitor.click(square)


def play_on(visitor: Visitor) -> None:
    visitor.go("/board").button("Play on from here").click()


def lesson(title: str, *squares: str) -> Prepare:
    def prepare(visitor: Visitor) -> None:
        visitor.go("/learn").page.get_by_text("All lessons").click()
        visitor.page.get_by_role("button", name=title).click()
        for square in squares:
            visitor.click(square)

    return prepare


def learnt(visitor: Visitor) -> None:
    visitor.go("/learn").button("Skip all").click()
    expect(visitor.button("Play level 1")).to_be_visible()


def puzzle(visitor: Visitor) -> None:
    visitor.go("/puzzles?id=01289934").is_ready()


def puzzle_refuted(visitor: Visitor) -> None:
    puzzle(visitor)
    visitor.click("44")
    expect(visitor.page.locator(".notice.bad")).to_contain_text("44 loses: White wins with")


def puzzle_solved(visitor: Visitor) -> None:
    visitor.go("/puzzles?id=00100f78").is_ready()
    visitor.click("45")
    expect(visitor.button("Next puzzle")).to_be_visible()


def explorer(visitor: Visitor) -> None:
    visitor.go("/explorer?moves=33+10+01+11+73+23+51+42").is_ready()
    visitor.page.get_by_text("What the signs mean").click()
    expect(visitor.button("Check this claim")).to_be_visible()


def solved(visitor: Visitor) -> None:
    visitor.go("/solved")
    expect(visitor.page.locator("[data-result]")).to_have_count(12)


def beat(visitor: Visitor) -> None:
    visitor.go("/beat").may_move()
    for ply, square in enumerate(("10", "11", "23", "42", "13", "44", "15"), 1):
        visitor.click(square)
        visitor.sees(2 * ply + 1)
    expect(visitor.headline).to_have_text("You lasted 15 of 15 plies")


def lost_page(visitor: Visitor) -> None:
    visitor.forgive("404")
    visitor.go("/nowhere")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()


def lost_game(visitor: Visitor) -> None:
    visitor.forgive("404")
    visitor.go("/g/000000000000")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()


VIEWS: dict[str, Prepare] = {
    "home": home,
    "link form": new_game_form("A friend, by link"),
    "watch form": new_game_form("Watch machines"),
    "custom clock": custom_clock,
    "help": header_dialog("Help"),
    "settings": header_dialog("Settings"),
    "waiting": waiting,
    "invitation": invitation,
    "playing": playing,
    "local game": local_game,
    "resigning": resigning,
    "ended": ended,
    "study": study,
    "study with engine": study_with_engine,
    "study with variations": study_with_variations,
    "editor": editor,
    "play on": play_on,
    "lesson": lesson("Your goals", "20"),
    "lesson with path": lesson("A network wins", "60", "65", "33"),
    "lesson with question": lesson("Turn at every chip"),
    "lesson with crosses": lesson("Never three together", "10", "11", "22", "32", "54", "56"),
    "learnt": learnt,
    "puzzle": puzzle,
    "puzzle refuted": puzzle_refuted,
    "puzzle solved": puzzle_solved,
    "explorer": explorer,
    "solved": solved,
    "beat the proof": beat,
    "lost page": lost_page,
    "lost game": lost_game,
}

ALL = {"rules": {"target-size": {"enabled": True}}}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}

# The new colours are on the screen before anybody looks at them.
WEAR_CONTRAST = """() => new Promise(done => {
  document.documentElement.dataset.theme = 'contrast'
  requestAnimationFrame(() => requestAnimationFrame(done))
})"""
FAULTS = """options => axe.run(document, options).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)))"""


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.exists():
        pytest.fail("The browser tests need axe-core: run make test.", pytrace=False)
    return AXE.read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(visit: Visit, axe: str, view: str, scheme: str) -> None:
    visitor = visit(None, reduced_motion="reduce", color_scheme=scheme)
    VIEWS[view](visitor)
    visitor.page.evaluate(axe)
    # What does not hang on colours is looked for once.
    assert visitor.page.evaluate(FAULTS, ALL if scheme == "light" else COLOURS) == []
    visitor.page.evaluate(WEAR_CONTRAST)
    assert visitor.page.evaluate(FAULTS, COLOURS) == []


BOARDS = (
    "playing",
    "local game",
    "ended",
    "study",
    "study with engine",
    "explorer",
    "editor",
    "lesson",
    "lesson with path",
    "puzzle",
    "puzzle solved",
)


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("view", BOARDS)
def test_the_board_fits(visit: Visit, view: str, size: str) -> None:
    visitor = visit(None, **(PHONE if size == "phone" else DESKTOP))
    VIEWS[view](visitor)
    page = visitor.page
    page.evaluate("scrollTo(0, 0)")
    box = page.get_by_role("grid").bounding_box()
    screen = page.viewport_size
    assert box is not None
    assert screen is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= screen["width"]
    assert box["y"] + box["height"] <= screen["height"]
    sizes = page.locator("[data-square]").evaluate_all(
        "all => all.map(it => it.getBoundingClientRect()).flatMap(it => [it.width, it.height])"
    )
    assert len(sizes) == 128
    assert min(sizes) >= 44
    # Nothing makes the page scroll sideways.
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]


def test_the_grid_is_read_aloud(visit: Visit) -> None:
    visitor = visit("/board?moves=33+20")
    grid = visitor.page.get_by_role("grid", name="Study board")
    expect(grid.get_by_role("row")).to_have_count(8)
    expect(grid.get_by_role("gridcell")).to_have_count(64)
    for square, words in {
        "00": "0 0, dead corner",
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
    playing(visitor)
    fills = [
        visitor.page.locator(f"[data-chip='{square}'] circle").first.evaluate(
            "chip => getComputedStyle(chip).fill"
        )
        for square in ("62", "27")
    ]
    assert fills[0] != fills[1]


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Tenchips: play Network"),
        ("/learn", "Learn Network · Tenchips"),
        ("/puzzles", "Puzzles · Tenchips"),
        ("/board", "Study · Tenchips"),
        ("/explorer", "Explorer · Tenchips"),
    ],
)
def test_pages_and_links(visit: Visit, path: str, title: str) -> None:
    visitor = visit("/")
    visitor.page.get_by_role("navigation").locator(f"a[href='{path}']").click()
    expect(visitor.page).to_have_title(title)
    expect(visitor.page.get_by_role("navigation").locator("[aria-current]")).to_have_attribute(
        "href", path
    )
    visitor.page.keyboard.press("Control+Home")
    visitor.page.reload()
    expect(visitor.page).to_have_title(title)


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
    visitor.page.get_by_label("As the system").check()
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
