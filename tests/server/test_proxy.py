"""The server behind nginx, with the configuration that docs/deploy.md gives."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from server.play import PATIENCE, Server, Visitor, held_port, serving, two_playing

DOCS = Path(__file__).parents[2] / "docs" / "deploy.md"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


def configuration(folder: Path, port: int, server: Server) -> str:
    """The documents' configuration, without its certificate and with ports that are free."""
    [text] = re.findall(r"```nginx\n(map .*?)```", DOCS.read_text(), re.S)
    text = re.sub(r"\n *ssl_.*", "", text).replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    text = text.replace("127.0.0.1:8000", urlsplit(server.base).netloc)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    return (
        f"daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/log;"
        f"events {{}} http {{ access_log off; {places}\n{text} }}"
    )


@asynccontextmanager
async def proxied(server: Server, folder: Path) -> AsyncIterator[str]:
    """The address of a proxy before the server."""
    with held_port() as port:
        (folder / "nginx.conf").write_text(configuration(folder, port, server))
        command = [NGINX, "-p", str(folder), "-c", "nginx.conf", "-e", str(folder / "log")]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
            try:
                await asyncio.wait_for(_answers(port, process), PATIENCE)
                yield f"http://127.0.0.1:{port}"
            finally:
                process.terminate()


async def _answers(port: int, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.02)
            continue
        writer.close()
        return
    raise AssertionError(process.communicate()[1].decode())


async def test_two_play_through_the_proxy(file: str, tmp_path: Path) -> None:
    async with (
        serving(file) as server,
        proxied(server, tmp_path) as base,
        two_playing(server) as (white, black, id),
    ):
        for player in (white, black):
            player.base = base
            player.http.headers["origin"] = base
        async with white.socket(id) as one, black.socket(id) as other:
            assert (await one.move(0, "33"))["t"] == "ack"
            assert (await other.until("event"))["m"] == "33"
        visitor = Visitor(base)
        async with visitor.http:
            assert (await visitor.http.get("/metrics")).status_code == 403
            assert (await visitor.http.get("/healthz")).status_code == 200


async def test_visitors_are_counted_by_their_own_addresses(file: str, tmp_path: Path) -> None:
    async def statuses(base: str, address: str, **headers: str) -> list[int]:
        transport = httpx.AsyncHTTPTransport(local_address=address)
        async with httpx.AsyncClient(transport=transport, headers=headers) as http:
            return [(await http.get(f"{base}/api/v1/levels")).status_code for _ in range(3)]

    async with (
        serving(file, request_rate=0.001, request_burst=2) as server,
        proxied(server, tmp_path) as base,
    ):
        assert await statuses(base, "127.0.0.5") == [200, 200, 429]
        assert await statuses(base, "127.0.0.6") == [200, 200, 429]
        lie = {"X-Forwarded-For": "192.0.2.1"}
        assert await statuses(base, "127.0.0.6", **lie) == [429, 429, 429]
