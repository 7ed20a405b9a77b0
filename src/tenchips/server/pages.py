"""The files of the front-end and of the guide, held in memory with their headers.

Names of assets carry a hash of what is in them, so browsers may keep them for ever; the page that
names them is asked for each time. The page has routes of its own, and shows every other path as
not found; here it has the status to go with that. The guide is plain files, below `/guide/`.
"""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

INDEX: Final = "index.html"
GUIDE: Final = "guide/"
FOREVER: Final = "public, max-age=31536000, immutable"
ALWAYS_ASK: Final = "no-cache"
_NAMES: Final = (
    "play",
    "lobby",
    "leaderboard",
    "correspondence",
    "tournaments",
    "learn",
    "rules",
    "puzzles",
    "board",
    "explorer",
    "solved",
    "beat",
    "review",
    "account",
    "mail",
)
ROUTES: Final = frozenset({"", "index.html", *_NAMES, "g/", "join/", "player/", "t/", "seat/"})
"""The routes of the page, as in `web/src/routes.ts`; after a slash comes one more part."""

_TEXTS: Final = (
    "text/",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg",
)
_WASM: Final = "application/wasm"
_KINDS: Final = {".wasm": _WASM, ".webmanifest": "application/manifest+json"}
"""Types that not every system's table has."""

_NOT_BUILT: Final = "The pages have not been built: run make play, and start the server again.\n"
_NO_GUIDE: Final = "The guide has not been built: run make docs, and start the server again.\n"


@dataclass(frozen=True)
class Page:
    """A file, as it is sent."""

    body: bytes
    headers: dict[str, str]

    @cached_property
    def packed(self) -> bytes | None:
        """It compressed, when somebody first asks for it; None for what is compressed already."""
        if not self.headers["content-type"].startswith((*_TEXTS, _WASM)):
            return None
        return gzip.compress(self.body, 9, mtime=0)


class Pages:
    """The files of the front-end's folder, and of the guide's."""

    def __init__(self, folder: Path, guide: Path) -> None:
        self._pages = _files(folder) | {GUIDE + name: page for name, page in _files(guide).items()}

    def with_tags(self, tags: str) -> Response | None:
        """The page with more tags in its head; None if it is not built."""
        page = self._pages.get(INDEX)
        if page is None:
            return None
        body = page.body.replace(b"</head>", tags.encode() + b"</head>", 1)
        headers = {"content-type": page.headers["content-type"], "cache-control": ALWAYS_ASK}
        return Response(body, headers=headers)

    def answer(self, request: Request) -> Response | None:
        """The file that a request names, the page if it names none, None if it names nothing."""
        path: str = request.scope["path"].removeprefix("/")
        if f"{path}/" == GUIDE:
            return RedirectResponse(f"/{GUIDE}")
        if path == GUIDE:
            path += INDEX
            if path not in self._pages:
                return PlainTextResponse(_NO_GUIDE, 503)
        page, status = self._pages.get(path), 200
        if page is None and ("." not in path.rpartition("/")[2] or path.startswith(GUIDE)):
            if INDEX not in self._pages:
                return PlainTextResponse(_NOT_BUILT, 503)
            page, status = self._pages[INDEX], 200 if is_route(path) else 404
        if page is None:
            return None
        if status == 200 and _has(request.headers.get("if-none-match", ""), page.headers["etag"]):
            return Response(status_code=304, headers=page.headers)
        if page.packed is not None and _takes_gzip(request.headers.get("accept-encoding", "")):
            headers = page.headers | {"content-encoding": "gzip"}
            return Response(page.packed, status, headers)
        return Response(page.body, status, page.headers)


def is_route(path: str) -> bool:
    """Whether the page knows a path.

    >>> [is_route(path) for path in ("", "learn", "g/abc", "g/", "learn/more", "nothing")]
    [True, True, True, False, False, False]
    """
    first, slash, second = path.partition("/")
    if not slash:
        return first in ROUTES
    return f"{first}/" in ROUTES and second != "" and "/" not in second


def _has(if_none_match: str, etag: str) -> bool:
    """Whether a browser has this version already. Proxies that compress mark etags as weak.

    >>> _has('W/"abc", "x"', '"abc"'), _has("*", '"abc"'), _has('"abcd"', '"abc"')
    (True, True, False)
    """
    given = [one.strip().removeprefix("W/") for one in if_none_match.split(",")]
    return etag in given or given == ["*"]


def _takes_gzip(accept_encoding: str) -> bool:
    """Whether a browser takes gzip: it may say no with a quality of 0.

    >>> [_takes_gzip(it) for it in ("br, gzip", "gzip;q=0", "*", "gzip;q=0, *", "identity", "")]
    [True, False, True, False, False, False]
    """
    qualities = {}
    for one in accept_encoding.split(","):
        name, *parameters = (part.strip().lower() for part in one.split(";"))
        qualities[name] = next((it[2:].strip() for it in parameters if it[:2] == "q="), "1")
    quality = qualities.get("gzip", qualities.get("*", "0"))
    return quality.strip("0.") != ""


def _files(folder: Path) -> dict[str, Page]:
    return {
        path.relative_to(folder).as_posix(): _page(path, folder)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _page(path: Path, folder: Path) -> Page:
    body = path.read_bytes()
    kind = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = kind or "application/octet-stream"
    kind = "text/javascript" if kind == "application/javascript" else kind
    is_text = kind.startswith(_TEXTS)
    is_asset = path.relative_to(folder).parts[0] == "assets"
    headers = {
        "content-type": f"{kind}; charset=utf-8" if is_text else kind,
        "cache-control": FOREVER if is_asset else ALWAYS_ASK,
        "etag": f'"{sha256(body).hexdigest()[:16]}"',
        "vary": "accept-encoding",
    }
    return Page(body, headers)
