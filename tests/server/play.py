"""A server to play on, and players to play with: real sockets, real HTTP."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

import httpx
import psycopg
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

from tenchips import Board, Move
from tenchips.server.app import make_app
from tenchips.server.connections import HttpConnection, SocketConnection
from tenchips.server.pool import EnginePool
from tenchips.server.settings import Settings
from tenchips.server.site import Site

PATIENCE: Final = 60.0
"""Seconds after which something that should have happened has not."""

ME: Final = {"kind": "me"}
OPEN: Final = {"kind": "open"}
RANDOM: Final = {"kind": "random"}
HOUR: Final = {"base": 3600, "increment": 0}

Message = dict[str, Any]


class FakeSearch:
    """A search that plays the first legal move when the test lets it."""

    def __init__(
        self, pool: FakePool, visitor: str, board: Board, level: int | None, address: str
    ) -> None:
        self.visitor, self.board, self.level = visitor, board.copy(), level
        self.address = address
        self.place = 0 if pool.free else 1
        self.moved: asyncio.Future[Move] = asyncio.get_running_loop().create_future()
        self.callbacks: list[Callable[[int], None]] = []
        if pool.answers:
            self.answer()

    def __await__(self) -> Any:
        return self.moved.__await__()

    def on_place(self, callback: Callable[[int], None]) -> None:
        self.callbacks.append(callback)

    def move_to(self, place: int) -> None:
        self.place = place
        for callback in self.callbacks:
            callback(place)

    def answer(self) -> None:
        self.moved.set_result(next(iter(self.board.legal_moves)))

    def cancel(self) -> None:
        self.moved.cancel()


class FakePool:
    """An engine pool without engines."""

    def __init__(self, *, answers: bool = True) -> None:
        self.answers = answers
        self.free = True
        self.waiting = 0
        self.asked: list[FakeSearch] = []
        self.refusal: Exception | None = None

    def request(
        self,
        visitor: str,
        board: Board,
        level: int | None,
        address: str = "",
        since: float | None = None,
    ) -> FakeSearch:
        if self.refusal is not None:
            raise self.refusal
        self.asked.append(FakeSearch(self, visitor, board, level, address))
        return self.asked[-1]

    async def close(self) -> None:
        pass


class _WebServer(uvicorn.Server):
    """A web server that leaves the signals of this process alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Server:
    """A server in this event loop."""

    def __init__(
        self, settings: Settings, pool: FakePool | EnginePool | None, port: int = 0
    ) -> None:
        self.app = make_app(settings, cast(EnginePool | None, pool))
        self.pool = pool
        self.config = uvicorn.Config(
            self.app, port=port, http=HttpConnection, ws=SocketConnection, log_config=None,
            lifespan="on",
            ws_max_size=settings.frame, ws_per_message_deflate=False,
            timeout_graceful_shutdown=10, timeout_keep_alive=600,
        )  # fmt: skip
        self._server = _WebServer(self.config)
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._serving = asyncio.create_task(self._server.serve())
        while not self._server.started:
            await asyncio.sleep(0.01)
            if self._serving.done():
                await self._serving
                raise AssertionError("the server did not start")
        self.base = f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        self._server.should_exit = True
        assert self._serving is not None
        await self._serving

    @property
    def site(self) -> Site:
        site: Site = self.app.state.site
        return site


class Socket:
    """A player's socket: sends commands and waits for answers."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.seen: list[Message] = []
        self._ids = itertools.count()
        self._prefix = secrets.token_hex(4)

    async def next(self) -> Message:
        """The next message."""
        text = await asyncio.wait_for(self.connection.recv(), PATIENCE)
        payload: Message = json.loads(text)
        self.seen.append(payload)
        return payload

    async def until(self, t: str, **facts: object) -> Message:
        """The next message of a kind, with these facts."""
        while True:
            payload = await self.next()
            if payload["t"] == t and facts.items() <= payload.items():
                return payload

    async def send(self, t: str, id: str | None = None, **facts: object) -> str:
        """Send a command."""
        id = id or f"{self._prefix}-{next(self._ids)}"
        await self.connection.send(json.dumps({"t": t, "id": id} | facts))
        return id

    async def ask(self, t: str, id: str | None = None, **facts: object) -> Message:
        """Send a command, and its ack or nack."""
        sent = await self.send(t, id, **facts)
        while True:
            payload = await self.next()
            if payload["t"] in ("ack", "nack") and payload["id"] == sent:
                return payload

    async def move(self, ply: int, m: str, **facts: object) -> Message:
        """Make a move, and its ack or nack."""
        return await self.ask("move", ply=ply, m=m, **facts)

    async def closed(self) -> int:
        """The code with which the server ends the connection."""
        with suppress(websockets.ConnectionClosed):
            while True:
                await self.next()
        assert self.connection.close_code is not None
        return self.connection.close_code


def client(base: str, headers: dict[str, str] | None = None) -> httpx.AsyncClient:
    """A patient client of a server."""
    # Servers here speak http: reading certificates would take longer than most tests.
    return httpx.AsyncClient(base_url=base, headers=headers, timeout=PATIENCE, verify=False)


class Visitor:
    """A browser or a bot: cookies or a token, and the right origin."""

    def __init__(self, base: str, headers: dict[str, str] | None = None) -> None:
        self.base = base
        self.http = client(base, {"origin": base} if headers is None else headers)

    async def ask(self, method: str, path: str, status: int = 200, **more: Any) -> Any:
        """The JSON answer to a request."""
        answer = await self.http.request(method, f"/api/v1{path}", **more)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    @property
    def secret(self) -> str:
        """What is in the cookie."""
        return self.http.cookies["tenchips"]

    async def create(self, white: Message, black: Message, **more: object) -> tuple[Message, str]:
        """A new game and its invitation."""
        body = {"white": white, "black": black} | more
        made = await self.ask("POST", "/games", 201, json=body)
        return made["game"], made["invite"]

    def headers(self) -> dict[str, str]:
        """What a socket of this visitor is opened with."""
        kept = {name: self.http.headers[name] for name in ("origin", "authorization")
                if name in self.http.headers}  # fmt: skip
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return kept | ({"cookie": cookies} if cookies else {})

    @asynccontextmanager
    async def socket(self, game: str, v: int = -1) -> AsyncIterator[Socket]:
        """A socket of a game."""
        address = f"{self.base.replace('http', 'ws')}/ws/v1/games/{game}?v={v}"
        async with websockets.connect(
            address, additional_headers=self.headers(), user_agent_header=None, compression=None,
            open_timeout=PATIENCE, ping_interval=None,
            max_queue=None,  # with a full queue it would not see that the server closes
        ) as connection:  # fmt: skip
            yield Socket(connection)


@asynccontextmanager
async def serving(
    database: str, pool: FakePool | EnginePool | None = None, port: int = 0, **settings: Any
) -> AsyncIterator[Server]:
    """A server on a database, with a pool that answers at once unless another is given."""
    server = Server(replace(QUIET, database=database, **settings), pool or FakePool(), port)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def visiting(server: Server, secret: str = "") -> AsyncIterator[Visitor]:
    """A visitor with a cookie, a new one or one that they had before."""
    visitor = Visitor(server.base)
    async with visitor.http:
        if secret:
            visitor.http.cookies.set("tenchips", secret)
        else:
            await visitor.ask("GET", "/me")
        yield visitor


@asynccontextmanager
async def two_playing(
    server: Server, **more: object
) -> AsyncIterator[tuple[Visitor, Visitor, str]]:
    """White, Black and the game between them."""
    async with visiting(server) as white, visiting(server) as black:
        game, invite = await white.create(ME, OPEN, **more)
        await black.ask("POST", f"/invites/{invite}")
        yield white, black, game["id"]


@asynccontextmanager
async def two_servers(
    database: str, *pools: FakePool, **settings: Any
) -> AsyncIterator[tuple[Server, Server]]:
    """Two servers that share a database and listen to each other."""
    one_pool, other_pool = pools or (FakePool(), FakePool())
    async with (
        serving(database, one_pool, **settings) as one,
        serving(database, other_pool, **settings) as other,
    ):
        await until(lambda: _listeners(database) == 2)
        yield one, other


def _listeners(database: str) -> int:
    query = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE query ILIKE 'LISTEN%' AND datname = current_database()"
    )
    with psycopg.connect(database) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return int(row[0])


@asynccontextmanager
async def at(server: Server, visitor: Visitor) -> AsyncIterator[Visitor]:
    """The same visitor at another server."""
    async with visiting(server, visitor.secret) as same:
        yield same


@asynccontextmanager
async def white_at_two_servers(
    database: str,
) -> AsyncIterator[tuple[Visitor, str, Socket, Socket]]:
    """White, the game with Black, and White's sockets on two servers."""
    async with (
        two_servers(database) as (one, other),
        two_playing(one) as (white, _, id),
        at(other, white) as white_there,
        white.socket(id) as first,
        white_there.socket(id) as second,
    ):
        yield white, id, first, second


@asynccontextmanager
async def players_at_two_servers(database: str) -> AsyncIterator[tuple[Socket, Socket]]:
    """The sockets of White and Black, each on a server of its own."""
    async with (
        two_servers(database) as (one, other),
        two_playing(one) as (white, black, id),
        at(other, black) as black_there,
        white.socket(id) as first,
        black_there.socket(id) as second,
    ):
        yield first, second


async def one_move_of_two_is_kept(white: Visitor, id: str, one: Socket, other: Socket) -> None:
    """White makes two first moves at once: one is kept, and the other rejected as stale."""
    answers = await asyncio.gather(
        one.ask("move", "a", ply=0, m="33"), other.ask("move", "b", ply=0, m="44")
    )
    assert sorted(answer["t"] for answer in answers) == ["ack", "nack"]
    [nack] = [answer for answer in answers if answer["t"] == "nack"]
    assert nack["code"] == "stale"
    assert len((await white.ask("GET", f"/games/{id}"))["moves"]) == 1


async def start_clock(white: Visitor, black: Visitor, id: str) -> int:
    """Make a move each, after which White's clock runs; the number of the last event."""
    for ply, (player, move) in enumerate(((white, "33"), (black, "44"))):
        command = {"t": "move", "id": "m", "ply": ply, "m": move}
        ack = await player.ask("POST", f"/games/{id}/commands", json=command)
    v: int = ack["v"]
    return v


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    while not condition():
        await asyncio.sleep(0.01)


@contextmanager
def held_port(number: int = 0) -> Iterator[int]:
    """A port, any or this one, that nobody else is given while our servers come and go on it."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", number))  # and never listens, so that the server may
        yield held.getsockname()[1]


def is_running(pid: int) -> bool:
    """Whether a process has not ended, though nobody may have asked how it did."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


QUIET: Final = Settings(
    static=Path(__file__).parent / "site",
    pace=0.0,
    pause=0.0,
    message_rate=1e9,
    request_rate=1e9,
    request_burst=10**9,
    connection_rate=1e9,
    message_rate_address=1e9,
    games_per_address=10**9,
    challenges_per_address=10**9,
    tokens_per_address=10**9,
    tournaments_per_address=10**9,
    accounts_per_address=10**9,
    sign_ins_per_address=10**9,
    sign_ins_per_name=10**9,
)
"""Settings that limit nothing by time."""
