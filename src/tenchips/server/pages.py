"""The front-end's files, held in memory with their headers and compressed forms.

Names of assets carry a hash of what is in them, so browsers may keep them for ever; the page that
names them is asked for each time. Every path without a file is the page: it has its own routes.
"""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

INDEX: Final = "index.html"
FOREVER: Final = "public, max-age=31536000, immutable"
ALWAYS_ASK: Final = "no-cache"
_COMPRESSIBLE: Final = ("text/", "application/javascript", "application/json", "image/svg")
_NOT_BUILT: Final = "The pages have not been built: run make play, and start the server again.\n"


@dataclass(frozen=True)
class Page:
    """A file, as it is sent."""

    body: bytes
    packed: bytes | None
    headers: dict[str, str]


class Pages:
    """The files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._pages = {
            path.relative_to(folder).as_posix(): _page(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def answer(self, request: Request) -> Response | None:
        """The file that a request names, the page if it names none, None if it names nothing."""
        path = request.url.path.lstrip("/")
        page = self._pages.get(path)
        if page is None and "." not in path.rpartition("/")[2]:
            if INDEX not in self._pages:
                return PlainTextResponse(_NOT_BUILT, 503)
            page = self._pages[INDEX]
        if page is None:
            return None
        if request.headers.get("if-none-match") == page.headers["etag"]:
            return Response(status_code=304, headers=page.headers)
        if page.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(page.packed, headers=page.headers | {"content-encoding": "gzip"})
        return Response(page.body, headers=page.headers)


def _page(path: Path, folder: Path) -> Page:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    kind = "text/javascript" if kind == "application/javascript" else kind
    is_text = kind.startswith(_COMPRESSIBLE)
    is_asset = path.relative_to(folder).parts[0] == "assets"
    headers = {
        "content-type": f"{kind}; charset=utf-8" if is_text else kind,
        "cache-control": FOREVER if is_asset else ALWAYS_ASK,
        "etag": f'"{sha256(body).hexdigest()[:16]}"',
        "vary": "accept-encoding",
    }
    return Page(body, gzip.compress(body, 9, mtime=0) if is_text else None, headers)
