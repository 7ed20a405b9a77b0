"""Build the guide, the documentation site: `python guide/build.py FOLDER` (`make docs`).

The pages are those of `docs`, the changelog, and a reference made of docstrings. They are copied to
`build/guide` first, where boards are drawn and links that lead out of the guide get whole
addresses; Zensical makes the site of the copies. Nothing here needs a network.
"""

from __future__ import annotations

import importlib.util
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from hashlib import sha256
from html import escape
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import Final
from urllib.parse import urlencode

from tenchips import BLACK, START, WHITE, Board, __version__
from tenchips.render import svg

ROOT: Final = Path(__file__).parents[1]
WORK: Final = ROOT / "build" / "guide"
COPIES: Final = WORK / "docs"
BUILT: Final = WORK / "site"
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PAGES: Final = {
    path: path.relative_to(ROOT / "docs").as_posix() for path in sorted(ROOT.glob("docs/**/*.md"))
} | {ROOT / "CHANGELOG.md": "changelog.md"}
"""Where the guide has the page that a file is copied to."""

REFERENCE: Final = {
    "The rules": ("tenchips", "tenchips.core"),
    "Records": ("tenchips.record",),
    "Pictures": ("tenchips.render.svg", "tenchips.render.text", "tenchips.render.gif"),
    "The engine": ("tenchips.engine",),
    "Book and puzzles": ("tenchips.book", "tenchips.book.puzzles"),
    "The solver": ("tenchips.solver", "tenchips.executors"),
    "Protocols": ("tenchips.protocol",),
    "Players": ("tenchips.players",),
    "The arena": (
        "tenchips.arena",
        *(
            f"tenchips.arena.{name}"
            for name in (
                "entrant", "openings", "clock", "referee", "game", "match", "tournament", "report",
                "page", "text", "results", "statistics", "ratings", "compliance",
            )
        ),
    ),
    "Learning": ("tenchips.learning",),
}  # fmt: skip
"""The pages of the reference, and the modules on each."""


def main(target: Path) -> None:
    """Build the guide and put it in a folder, in place of what is there."""
    shutil.rmtree(WORK, ignore_errors=True)
    for folder in ("pictures", "screens"):
        shutil.copytree(ROOT / "docs" / folder, COPIES / folder)
    shutil.copy(ROOT / "guide" / "look.css", COPIES)
    shutil.copy(ROOT / "web" / "public" / "icon.svg", COPIES)
    for path, page in PAGES.items():
        text = as_zensical_reads_it(path.read_text("utf-8"))
        write(page, without_outside_links(with_boards(text, page), path, page))
    for page, text in reference_pages():
        write(page, text)
    (WORK / "zensical.toml").write_text(settings(), "utf-8")
    zensical = [Path(sys.executable).with_name("zensical"), "build", "--strict"]
    done = subprocess.run(zensical, cwd=WORK, stdout=PIPE, stderr=STDOUT, text=True)
    # It colours its sentences wherever it prints them, and ends with a traceback.
    print(re.sub(r"\x1b\[[\d;]*m", "", done.stdout.partition("Traceback")[0]), end="")
    if done.returncode:
        raise SystemExit("the guide was not built: correct what is named above in docs")
    for name in ("404.html", "sitemap.xml", "objects.inv"):
        (BUILT / name).unlink(missing_ok=True)
    for name in ("images", "stylesheets/classic"):
        shutil.rmtree(BUILT / "assets" / name)
    without_inline_scripts()
    without_inline_style()
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(BUILT, target)


def write(page: str, text: str) -> None:
    """Write a page, or a picture, among the copies."""
    path = COPIES / page
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def as_zensical_reads_it(text: str) -> str:
    """A page with the second word after a fence, which is for the tests, left out; with sessions
    in Python named as such; and with what belongs to an item of a list indented by four, where
    GitHub counts from the item's text."""
    lines, indent, is_code = [], 0, False
    for line in text.replace("```python\n>>>", "```pycon\n>>>").splitlines():
        if line.startswith("```"):
            line, indent, is_code = line.partition(" ")[0], 0, not is_code
        elif not is_code and (item := re.match(r"- |\d+\. ", line)):
            indent = len(item[0])
        elif indent and line.startswith(" " * indent):
            line = "    " + line[indent:]
        elif line:
            indent = 0
        lines.append(line)
    return "\n".join(lines) + "\n"


# Boards

BLOCK: Final = re.compile(r"^```board\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PICTURE: Final = re.compile(r'<img src="pictures/([\w-]+\.svg)"[^>]*>')
DRAWN: Final = runpy.run_path(str(ROOT / "docs" / "make_pictures.py"))["BOARDS"]


def with_boards(text: str, page: str) -> str:
    """A page with a picture in place of every block of kind `board`, and with a link to play from
    there below those that are drawn already.

    A block has lines like `moves: 33 44`: `position`, `moves`, `network`, `highlights`, `arrows`
    (`33-45 12-56`), `illegal` (`white` or `black`), and `caption`.
    """

    def drawn(found: re.Match[str]) -> str:
        words = dict(line.split(": ", 1) for line in found[1].splitlines())
        caption = words.pop("caption", "")
        return figure(draw(words), study(words), caption, page)

    def linked(found: re.Match[str]) -> str:
        board, _ = DRAWN.get(found[1], (None, None))
        if board is None or board.status():  # no board, or no game can get there
            return found[0]
        words = {"position": board.start, "moves": " ".join(map(str, board.moves))}
        return f"{found[0]}<br>{play(study(words), page)}"

    return PICTURE.sub(linked, BLOCK.sub(drawn, text))


def draw(words: dict[str, str]) -> str:
    """The picture that a block asks for."""
    more = dict(words)
    board = Board(more.pop("position", START), moves=more.pop("moves", ""))
    colors = {"white": WHITE, "black": BLACK, None: None}
    illegal = colors[more.pop("illegal", None)]
    arrows = [tuple(arrow.split("-")) for arrow in more.pop("arrows", "").split()]
    return svg.draw(board, illegal=illegal, arrows=arrows, **more)  # type: ignore[arg-type]


def study(words: dict[str, str]) -> str:
    """The address of the position on the site's page for study."""
    named = {name: words[name] for name in ("position", "moves") if words.get(name)}
    return f"board?{urlencode(named)}" if named else "board"


def figure(picture: str, address: str, caption: str, page: str) -> str:
    """A picture with its caption, and a link to play on from there."""
    up = "../" * page.count("/")
    name = f"boards/{sha256(picture.encode()).hexdigest()[:12]}.svg"
    write(name, picture)
    title = re.search("<desc[^>]*>(.*?)</desc>", picture)
    assert title is not None
    return (
        f'<figure class="board"><img src="{up}{name}" width="400" height="400" alt="{title[1]}">'
        f"<figcaption>{escape(caption)} {play(address, page)}</figcaption></figure>"
    )


def play(address: str, page: str) -> str:
    """A link to the page for study, which is beside the guide."""
    return f'<a href="{"../" * page.count("/")}../{escape(address)}">Play from here</a>'


# Links

LINK: Final = re.compile(r"(?<=\]\()(?!https?:|#)([^)#\s]+)")


def without_outside_links(text: str, path: Path, page: str) -> str:
    """A page with links to other pages as the guide has them, and to all other files as the
    repository has them."""

    def address(found: re.Match[str]) -> str:
        linked = Path(os.path.normpath(path.parent / found[1]))
        if not linked.exists():
            raise SystemExit(f"{path.relative_to(ROOT)}: there is no {found[1]}")
        inside = PAGES.get(linked)
        if inside is None and linked.parent.parent == ROOT / "docs" and linked.suffix in PICTURES:
            inside = linked.relative_to(ROOT / "docs").as_posix()
        if inside is not None:
            return os.path.relpath(inside, os.path.dirname(page))
        kind = "tree" if linked.is_dir() else "blob"
        tree = "main" if "dev" in __version__ else f"v{__version__}"
        return f"{PROJECT['urls']['Source']}/{kind}/{tree}/{linked.relative_to(ROOT).as_posix()}"

    return LINK.sub(address, text)


PICTURES: Final = (".png", ".svg")


# The reference


def reference_pages() -> Iterator[tuple[str, str]]:
    """The pages of the reference with their texts."""
    for title, modules in REFERENCE.items():
        parts = [f"# {title}\n"]
        for module in modules:
            names = public_names(module)
            # Read as text, a function with the name of the module that it is in is that module.
            hidden = [name for name in names if is_module(f"{module}.{name}")]
            members = [name for name in names if name not in hidden]
            parts.append(f"::: {module}\n    options:\n      members: {members}\n")
            for name in hidden:
                parts.append(f'<a id="{module}.{name}"></a>\n\n::: {module}.{name}.{name}\n')
                parts.append("    options:\n      heading_level: 3\n")
        yield reference_page(title), "\n".join(parts)


def reference_page(title: str) -> str:
    """The file of a page of the reference."""
    return f"reference/{title.lower().removeprefix('the ').replace(' ', '-')}.md"


def public_names(module: str) -> list[str]:
    """The names that a module offers, in the order of the alphabet."""
    found = importlib.import_module(module)
    if names := getattr(found, "__all__", None):
        return sorted(names)
    return sorted(
        name
        for name, value in vars(found).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module
    )


def is_module(name: str) -> bool:
    """Whether a name with dots is that of a module."""
    package = importlib.import_module(name.rpartition(".")[0])
    return hasattr(package, "__path__") and importlib.util.find_spec(name) is not None


def settings() -> str:
    """The settings with the pages of the reference."""
    pages = ", ".join(f'{{ "{title}" = "{reference_page(title)}" }}' for title in REFERENCE)
    text = (ROOT / "guide" / "zensical.toml").read_text("utf-8")
    return text.replace('"API reference" = []', f'"API reference" = [{pages}]')


# What the site's content policy asks

SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def without_inline_scripts() -> None:
    """Put every script of the pages in a file of its own: the site runs no other."""
    for path in BUILT.rglob("*.html"):
        folder = "../" * (len(path.relative_to(BUILT).parts) - 1) + "assets/javascripts"
        path.write_text(SCRIPT.sub(in_file(folder), path.read_text("utf-8")), "utf-8")


def in_file(folder: str) -> Callable[[re.Match[str]], str]:
    """Writes a script to a file, and says how a page loads it."""

    def written(found: re.Match[str]) -> str:
        name = f"{sha256(found[1].encode()).hexdigest()[:8]}.js"
        (BUILT / "assets" / "javascripts" / name).write_text(found[1], "utf-8")
        return f'<script src="{folder}/{name}"></script>'

    return written


STYLE: Final = re.compile(r'(\w+)\.appendChild\(\w+\("style",\{\},(\w+)\.toString\(\)\)\)')


def without_inline_style() -> None:
    """Let the search make its style in the way that the policy allows."""
    [path] = BUILT.glob("assets/javascripts/bundle.*.js")
    text, count = STYLE.subn(
        r"(s=>(s.replaceSync(\2.toString()),\1.adoptedStyleSheets=[s]))(new CSSStyleSheet)",
        path.read_text("utf-8"),
    )
    assert count == 1, "Zensical's search has changed: see that the content policy allows its style"
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
