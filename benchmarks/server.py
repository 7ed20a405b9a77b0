"""Measure the server under load, with the load client beside it on the same cores.

    python benchmarks/server.py load     moves a second in many games: how long they take
    python benchmarks/server.py idle     sockets that say nothing: what they cost
    python benchmarks/server.py kill     kill -9 again and again: what is lost (nothing may be)
    python benchmarks/server.py restart  PostgreSQL crashed and restarted again and again: the same
    python benchmarks/server.py attack   one attack after the other: how honest players fare

The server is the real command with a fresh SQLite file, with a PostgreSQL of its own
(`--postgresql`, which waits for the disk as usual), or with the database of `--database`. The
client speaks HTTP and WebSocket itself, since a library would need more time than the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import runpy
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from sqlalchemy import create_engine, text

from tenchips import Board

ROOT = Path(__file__).parents[1]
TARGET = 0.05
"""Seconds within which 95 of 100 moves of honest players are made, whatever others do."""
UNANSWERED = 10.0
"""Seconds after which an honest player gives up."""
CATCHING_UP = 30.0
"""Seconds after which one process must know what was acknowledged by another."""
PATIENCE = 300.0
"""Seconds after which a server that says nothing is broken."""

UNLIMITED = {
    f"TENCHIPS_{name}": "1000000000"
    for name in (
        "REQUEST_RATE",
        "REQUEST_BURST",
        "SOCKETS_PER_ADDRESS",
        "GAMES_PER_ADDRESS",
        "MESSAGE_RATE",
        "MESSAGE_BURST",
        "MESSAGE_RATE_ADDRESS",
        "MESSAGE_BURST_ADDRESS",
    )
}
"""All players come from one address here."""


class Server:
    """`tenchips serve` in processes of its own, that can be killed and started again."""

    def __init__(
        self, database: str, workers: int, folder: Path, port: int = 0, limited: bool = False
    ) -> None:
        self._database, self._workers = database, workers
        self._log = folder / "log"
        (folder / "index.html").write_text("<!doctype html><title>no pages are needed here</title>")
        path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH", ""), str(ROOT / "src")]))
        here = {"PYTHONPATH": path, "TENCHIPS_STATIC": str(folder)}
        self.environment = os.environ | ({} if limited else UNLIMITED) | here
        self._process: subprocess.Popen[str] | None = None
        self.port = port

    def start(self) -> None:
        """Start it, the first time on any port unless one was named, and wait until it answers."""
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tenchips", "serve", "--no-browser", "--engines", "1",
                 "--port", str(self.port), "--database", self._database,
                 "--workers", str(self._workers)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self.environment,
            )  # fmt: skip
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if "http://" not in line:
            raise SystemExit(f"the server did not start:\n{self._log.read_text()[-2000:]}")
        self.port = urlsplit(line.split()[3]).port or 0

    def pids(self) -> list[int]:
        """The server's processes, the one that was started first."""
        assert self._process is not None
        first = self._process.pid
        return [first, *(pid for pid, parent in _parents().items() if parent == first)]

    def memory(self) -> float:
        """Megabytes that its processes hold."""
        pages = sum(int(_proc(pid, "statm").split()[1]) for pid in self.pids())
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def cpu(self) -> float:
        """Seconds of CPU time that its processes have used."""
        fields = [_proc(pid, "stat").rpartition(")")[2].split() for pid in self.pids()]
        return sum(int(f[11]) + int(f[12]) for f in fields) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """kill -9 to all of its processes."""
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.stop()

    def restart(self) -> None:
        """kill -9, and a new start."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """Ask it to end, if it has not."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._process.stdout.close()


def _parents() -> dict[int, int]:
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            found[int(folder.name)] = int(status[1])
    return found


def _proc(pid: int, name: str) -> str:
    return Path(f"/proc/{pid}/{name}").read_text()


# Talking to it


class Http:
    """One connection for one request after the other."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, cookie: str, body: object = None) -> Any:
        """The answer of the API, of a status below 300; raises `OSError` if it is to be asked for
        again."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        writer.write(
            f"{method} /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Origin: http://127.0.0.1:{self._port}\r\nCookie: tenchips={cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length:")[2].split()[0])
        answer = json.loads(await reader.readexactly(length))
        status = head.split()[1]
        if status == "503":
            raise OSError(answer["detail"])
        if not status.startswith("2"):
            raise SystemExit(f"{method} {path} was refused: {answer}")
        return answer

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


class Socket(asyncio.Protocol):
    """The least of a WebSocket that can play: text both ways."""

    def __init__(self, port: int, path: str, cookie: str, take: Callable[[str], None]) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Cookie: tenchips={cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
        self._take = take
        self._data = b""
        self._transport: asyncio.Transport | None = None
        self._upgraded = asyncio.get_running_loop().create_future()
        self.closed = asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(
        cls, port: int, path: str, cookie: str, take: Callable[[str], None]
    ) -> Socket:
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(
            lambda: cls(port, path, cookie, take), "127.0.0.1", port
        )
        await made._upgraded
        return made

    @property
    def is_open(self) -> bool:
        return not self.closed.done()

    def send(self, message: str) -> None:
        """Send a text of less than 126 bytes, masked with zeros."""
        content = message.encode()
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(bytes((0x81, 0x80 | len(content), 0, 0, 0, 0)) + content)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set_result(None)
        if not self._upgraded.done():
            self._upgraded.set_exception(ConnectionResetError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._upgraded.done():
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:20]:
                self.close()
                return
            self._data = rest
            self._upgraded.set_result(None)
        for opcode, content in self._frames():
            if opcode == 1:
                self._take(content.decode())
            elif opcode == 8:
                self.close()
            elif opcode == 9 and self._transport is not None:
                head = bytes((0x8A, 0x80 | len(content), 0, 0, 0, 0))
                self._transport.write(head + content)

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        data, at = self._data, 0
        while len(data) >= at + 2:
            size, begin = data[at + 1] & 0x7F, at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                size, begin = int.from_bytes(data[begin : begin + wide], "big"), begin + wide
            if len(data) < begin + size:
                break
            opcode, at = data[at] & 0x0F, begin + size
            yield opcode, data[begin:at]
        self._data = data[at:]


@dataclass
class Game:
    """A game between two identities, and the moves they are going to make."""

    id: str
    cookies: tuple[str, str]
    plan: list[str]

    def path(self, v: int) -> str:
        return f"/ws/v1/games/{self.id}?v={v}"

    def command(self, ply: int) -> str:
        move = self.plan[ply]
        return f'{{"t":"move","id":"{ply}","ply":{ply},"m":"{move}"}}'


async def make_game(http: Http, plan: list[str]) -> Game:
    """Two new visitors, and a game of theirs."""
    white, black = (secrets.token_urlsafe(32) for _ in "wb")
    seats = {"white": {"kind": "me"}, "black": {"kind": "open"}}
    made = await http.ask("POST", "/games", white, seats)
    await http.ask("POST", f"/invites/{made['invite']}", black)
    return Game(made["game"]["id"], (white, black), plan)


def plans(count: int, plies: int, seed: int) -> list[list[str]]:
    """Random games of at least this many plies."""
    luck = random.Random(seed)
    made: list[list[str]] = []
    while len(made) < count:
        board = Board()
        while len(board.moves) < plies and board.outcome() is None:
            board.push_unchecked(luck.choice([*board.legal_moves]))
        if len(board.moves) == plies:
            made.append([str(move) for move in board.moves])
    return made


async def at_once(width: int, works: list[Callable[[], Awaitable[Any]]]) -> list[Any]:
    """The results of works, so many of them at a time."""
    gate = asyncio.Semaphore(width)

    async def one(work: Callable[[], Awaitable[Any]]) -> Any:
        async with gate:
            return await work()

    return await asyncio.gather(*map(one, works))


async def make_games(port: int, made: list[list[str]]) -> list[Game]:
    """A game for each plan."""
    connections = [Http(port) for _ in range(8)]

    async def some(number: int) -> list[Game]:
        return [await make_game(connections[number], plan) for plan in made[number::8]]

    games = await asyncio.gather(*map(some, range(8)))
    for connection in connections:
        connection.close()
    return [game for part in games for game in part]


# Load


@dataclass
class Table:
    """Who sits before the board of a game: both sockets, and when the last move was sent."""

    game: Game
    done: Callable[[Table, str, float], None]
    sockets: list[Socket] = field(default_factory=list)
    ply: int = 0
    sent: float = 0.0
    missing: int = 0
    ready: int = 0

    async def sit_down(self, port: int) -> None:
        for seat, cookie in enumerate(self.game.cookies):

            def take(message: str, seat: int = seat) -> None:
                self.take(seat, message)

            self.sockets.append(await Socket.connect(port, self.game.path(-1), cookie, take))

    def take(self, seat: int, message: str) -> None:
        now = time.perf_counter()
        if message.startswith('{"t":"state"'):
            self.ready += 1
        elif message.startswith('{"t":"ack"') and seat == self.ply % 2:
            self._arrived("ack", now)
        elif '"k":"move"' in message[:60] and seat != self.ply % 2:
            self._arrived("event", now)
        elif message.startswith('{"t":"nack"'):
            raise SystemExit(f"a move was refused: {message}")

    def _arrived(self, what: str, now: float) -> None:
        self.done(self, what, now - self.sent)
        self.missing -= 1
        if not self.missing:
            self.ply += 1
            self.done(self, "move", now - self.sent)

    def move(self) -> None:
        self.missing = 2
        self.sent = time.perf_counter()
        self.sockets[self.ply % 2].send(self.game.command(self.ply))


async def load(server: Server, sockets: int, rate: float, seconds: float) -> list[list[str]]:
    """Moves at a rate, at times that know nothing of each other."""
    count = sockets // 2
    plies = int(rate * seconds / count * 1.5) + 4
    print(f"making {count} games of {plies} moves", flush=True)
    games = await make_games(server.port, plans(count, plies, seed=4))
    times: dict[str, list[float]] = {"ack": [], "event": [], "move": []}
    free: list[Table] = []

    def done(table: Table, what: str, took: float) -> None:
        times[what].append(took)
        if what == "move" and table.ply < len(table.game.plan):
            free.append(table)

    tables = [Table(game, done) for game in games]
    await at_once(50, [lambda table=table: table.sit_down(server.port) for table in tables])  # type: ignore[misc]
    await _until(lambda: all(table.ready == 2 for table in tables))
    luck = random.Random(1)
    free += luck.sample(tables, count)
    print(f"{sockets} sockets are connected; {rate:g} moves a second for {seconds:g} s", flush=True)
    cpu, own, began = server.cpu(), time.process_time(), time.perf_counter()
    due, sent, late, starved = began, 0, 0.0, 0
    while due < began + seconds:
        due += luck.expovariate(rate)
        if (pause := due - time.perf_counter()) > 0:
            await asyncio.sleep(pause)
        late = max(late, time.perf_counter() - due)
        if free:
            # Mostly who has waited longest: a player thinks for a while.
            free.pop(luck.randrange(min(20, len(free)))).move()
            sent += 1
            if sent % 20 == 0:
                await asyncio.sleep(0)
        else:
            starved += 1
    await _until(lambda: len(times["move"]) == sent)
    took = time.perf_counter() - began
    cpu, own = (server.cpu() - cpu) / took, (time.process_time() - own) / took
    lost = sum(not socket.is_open for table in tables for socket in table.sockets)
    rows = [["moves a second", f"{rate:g}", f"{sent / took:.0f}"]]
    for what, name in (("ack", "sent to acknowledged"), ("event", "sent to seen by the other")):
        for share, target in ((50, ""), (95, "50 ms"), (99, "200 ms")):
            value = _percentile(times[what], share)
            rows.append([f"{name}, {share} of 100", target, f"{1000 * value:.1f} ms"])
    return [
        *rows,
        ["errors: refused, lost, starved", "0", str(lost + starved)],
        ["server's share of a core", "", f"{cpu:.2f}"],
        ["client's share of a core", "", f"{own:.2f}"],
        ["client late at most", "", f"{1000 * late:.0f} ms"],
        ["server's memory", "", f"{server.memory():.0f} MB"],
    ]


async def idle(server: Server, sockets: int) -> list[list[str]]:
    """Sockets that say nothing."""
    before = server.memory()
    games = await make_games(server.port, [[]] * (sockets // 2))
    with_games = server.memory()
    tables = [Table(game, lambda *_: None) for game in games]
    await at_once(50, [lambda table=table: table.sit_down(server.port) for table in tables])  # type: ignore[misc]
    await _until(lambda: all(table.ready == 2 for table in tables))
    await asyncio.sleep(5)
    cpu = server.cpu()
    await asyncio.sleep(5)
    cpu = (server.cpu() - cpu) / 5
    open_sockets = sum(socket.is_open for table in tables for socket in table.sockets)
    memory = server.memory()
    return [
        ["sockets open", str(sockets), str(open_sockets)],
        ["server's memory", "400 MB", f"{memory:.0f} MB"],
        ["  before anybody came", "", f"{before:.0f} MB"],
        ["  for a socket, its game in memory", "", f"{1000 * (memory - before) / sockets:.1f} KB"],
        ["  for a socket alone", "", f"{1000 * (memory - with_games) / sockets:.1f} KB"],
        ["server's share of a core", "", f"{cpu:.2f}"],
    ]


def _percentile(values: list[float], share: int) -> float:
    if not values:
        return UNANSWERED
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]


async def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit("the server went silent")
        await asyncio.sleep(0.05)


# Killing it


@dataclass
class Seen:
    """What the players of a game know for certain."""

    game: Game
    acknowledged: dict[int, int] = field(default_factory=dict)
    """For each ply the number of the event that was acknowledged."""
    sent: int = 0
    again: int = 0
    """Moves that were sent once more, since the server was gone before it answered."""
    events: tuple[dict[int, str], dict[int, str]] = field(default_factory=lambda: ({}, {}))
    """For each player the events that came, by number."""
    faults: list[str] = field(default_factory=list)


class Pair:
    """Two players who go on whatever happens: each sends its move until it is acknowledged."""

    def __init__(self, server: Server, seen: Seen) -> None:
        self._server, self._seen = server, seen
        self._sockets: list[Socket | None] = [None, None]
        self._v = [-1, -1]
        self._news = asyncio.Event()

    async def play(self, pause: Callable[[], float], ending: asyncio.Event) -> None:
        seen = self._seen
        for ply in range(len(seen.game.plan)):
            await asyncio.sleep(pause())
            while ply not in seen.acknowledged and not ending.is_set():
                await self._connect()
                socket = self._sockets[ply % 2]
                if socket is None:
                    await asyncio.sleep(0.05)
                    continue
                seen.again += seen.sent > ply
                seen.sent = ply + 1
                socket.send(seen.game.command(ply))
                while ply not in seen.acknowledged and socket.is_open and not ending.is_set():
                    self._news.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._news.wait(), 0.25)
            if ending.is_set():
                break
        for made in self._sockets:
            if made is not None:
                made.close()

    async def _connect(self) -> None:
        for seat, cookie in enumerate(self._seen.game.cookies):
            socket = self._sockets[seat]
            if socket is None or not socket.is_open:
                self._sockets[seat] = None

                def take(message: str, seat: int = seat) -> None:
                    self._take(seat, message)

                path = self._seen.game.path(self._v[seat])
                with suppress(OSError):
                    self._sockets[seat] = await Socket.connect(
                        self._server.port, path, cookie, take
                    )

    def _take(self, seat: int, message: str) -> None:
        seen, payload = self._seen, json.loads(message)
        if payload["t"] == "event":
            if payload["v"] != self._v[seat] + 1:
                seen.faults.append(f"event {payload['v']} came after {self._v[seat]}")
            self._v[seat] = payload["v"]
            seen.events[seat][payload["v"]] = f"{payload.get('ply')} {payload.get('m')}"
        elif payload["t"] == "state":
            self._v[seat] = payload["v"]
        elif payload["t"] == "ack":
            seen.acknowledged.setdefault(int(payload["id"]), payload["v"])
            if seen.acknowledged[int(payload["id"])] != payload["v"]:
                seen.faults.append(f"{message} differs from the first acknowledgement")
            self._news.set()
        elif payload["t"] == "nack" and payload["code"] != "busy":
            seen.faults.append(message)


@dataclass
class Verdict:
    """What came of killing a server: moves acknowledged, and what is wrong with them."""

    cycles: int
    acknowledged: int
    again: int
    pauses: list[float]
    """Seconds from each restart to the next acknowledgement."""
    faults: list[str]


async def kill(
    server: Server,
    database: str,
    cycles: int,
    games: int,
    rate: float,
    restart: Callable[[], None] | None = None,
) -> Verdict:
    """Kill the server, or restart something else, again and again while games go on, and compare
    what was acknowledged with what is in the database, and with what the server then says."""
    restart = restart or server.restart
    pauses: list[float] = []
    luck = random.Random(9)
    every: list[Seen] = []
    ending = asyncio.Event()
    supply = iter(plans(games * 4, 40, seed=5))

    async def one_after_the_other() -> None:
        while not ending.is_set():
            http = Http(server.port)
            try:
                plan = next(supply, None) or plans(1, 40, seed=len(every))[0]
                seen = Seen(await make_game(http, plan))
            except (OSError, EOFError):
                await asyncio.sleep(0.1)
                continue
            finally:
                http.close()
            every.append(seen)
            await Pair(server, seen).play(lambda: luck.expovariate(rate / games), ending)

    playing = [asyncio.create_task(one_after_the_other()) for _ in range(games)]
    for cycle in range(1, cycles + 1):
        before = _acknowledged(every)
        await _until(lambda before=before: _acknowledged(every) >= before + games)  # type: ignore[misc]
        await asyncio.sleep(luck.uniform(0, 0.3))
        await asyncio.to_thread(restart)
        before, back = _acknowledged(every), time.monotonic()
        await _until(lambda before=before: _acknowledged(every) > before)  # type: ignore[misc]
        pauses.append(time.monotonic() - back)
        if cycle % 10 == 0:
            print(f"{cycle} of {cycles}: {_acknowledged(every)} moves acknowledged", flush=True)
    before = _acknowledged(every)
    await _until(lambda: _acknowledged(every) >= before + games)
    ending.set()
    await asyncio.gather(*playing)
    faults = [fault for seen in every for fault in seen.faults]
    faults += await _compare_with_server(server, every)
    server.stop()
    faults += compare_with_database(database, every)
    again = sum(seen.again for seen in every)
    return Verdict(cycles, _acknowledged(every), again, pauses, faults)


def _acknowledged(every: list[Seen]) -> int:
    return sum(len(seen.acknowledged) for seen in every)


async def _compare_with_server(server: Server, every: list[Seen]) -> list[str]:
    faults = []
    http = Http(server.port)
    for seen in every:
        deadline = time.monotonic() + CATCHING_UP
        while True:
            answer = await http.ask("GET", f"/games/{seen.game.id}", seen.game.cookies[0])
            count = len(answer["moves"])
            if count >= len(seen.acknowledged) or time.monotonic() > deadline:
                break
            await asyncio.sleep(0.05)
        if answer["moves"] != seen.game.plan[:count]:
            faults.append(f"{seen.game.id}: the server has other moves than were made")
        if not len(seen.acknowledged) <= count <= seen.sent:
            faults.append(f"{seen.game.id}: {count} moves of {len(seen.acknowledged)} acknowledged")
    http.close()
    return faults


def compare_with_database(database: str, every: list[Seen]) -> list[str]:
    faults = []
    url = database.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(url)
    query = text("SELECT seq, payload FROM event WHERE game_id = :id ORDER BY seq")
    with engine.connect() as connection:
        for seen in every:
            rows = connection.execute(query, {"id": seen.game.id}).all()
            kept = {seq: json.loads(payload) for seq, payload in rows}
            if [*kept] != [*range(len(kept))]:
                faults.append(f"{seen.game.id}: the events {[*kept]} have gaps")
            moves = [event["m"] for event in kept.values() if event.get("k") == "move"]
            if moves != seen.game.plan[: len(moves)]:
                faults.append(f"{seen.game.id}: a move is missing, doubled or another")
            for ply, v in seen.acknowledged.items():
                event = kept.get(v, {})
                if (event.get("ply"), event.get("m")) != (ply, seen.game.plan[ply]):
                    faults.append(f"{seen.game.id}: the acknowledged move {ply} is lost")
            for events in seen.events:
                for v, sent in events.items():
                    event = kept.get(v, {})
                    if sent != f"{event.get('ply')} {event.get('m')}":
                        faults.append(f"{seen.game.id}: event {v} was sent but is not stored")
    engine.dispose()
    return faults


# Attacking it


class Honest:
    """Two people who play, and somebody who asks whether the server is well."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.moves: list[float] = []
        self.health: list[float] = []
        self.unanswered = 0

    async def play(self, games: list[Game], until: float) -> None:
        for game in games:
            if time.monotonic() > until:
                return
            arrived = asyncio.Event()

            def done(_: Table, what: str, took: float, arrived: asyncio.Event = arrived) -> None:
                if what == "move":
                    self.moves.append(took)
                    arrived.set()

            table = Table(game, done)
            try:
                await asyncio.wait_for(table.sit_down(self._server.port), UNANSWERED)
                while table.ply < len(game.plan) and time.monotonic() < until:
                    arrived.clear()
                    table.move()
                    await asyncio.wait_for(arrived.wait(), UNANSWERED)
                    await asyncio.sleep(0.1)
            except (TimeoutError, OSError):
                self.unanswered += 1
                self.moves.append(UNANSWERED)
            for socket in table.sockets:
                socket.close()

    async def ask(self, until: float) -> None:
        request = b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        while time.monotonic() < until:
            began = time.perf_counter()
            try:
                async with asyncio.timeout(UNANSWERED):
                    reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
                    writer.write(request)
                    if not (await reader.read()).startswith(b"HTTP/1.1 200"):
                        self.unanswered += 1
                    writer.close()
            except (TimeoutError, OSError):
                self.unanswered += 1
            self.health.append(time.perf_counter() - began)
            await asyncio.sleep(0.2)


async def attack(server: Server, names: list[str], seconds: float) -> int:
    """How honest players fare while each attack runs; the number of attacks that slow them."""
    from attacks import ATTACKS, LONG_RULES, long_game

    http, cookie = Http(server.port), secrets.token_urlsafe(32)
    me, targets = {"kind": "me"}, []
    for moves in (1000, 240):
        long = {"white": me, "black": me, "rules": LONG_RULES, "moves": long_game(moves)}
        targets.append((await http.ask("POST", "/games", cookie, long))["game"]["id"])
    games = await make_games(server.port, plans(3 * len(names), 30, seed=6))
    http.close()
    failed, line = 0, "{:<24} {:>9} {:>9} {:>9} {:>9} {:>8}  {}"
    print(line.format("attack", "move 50", "move 95", "health 95", "no answer", "memory", "sent"))
    for number, name in enumerate(names, 2):
        honest, until = Honest(server), time.monotonic() + seconds
        command = [sys.executable, str(ROOT / "benchmarks" / "attacks.py"), name]
        attacker = None
        if name in ATTACKS:
            arguments = (str(server.port), *targets, str(seconds + 1), f"127.0.0.{number}")
            attacker = await asyncio.create_subprocess_exec(
                *command,
                *arguments,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env=server.environment,
            )
            await asyncio.sleep(1)
        mine, games = games[:3], games[3:]
        peak = asyncio.create_task(_peak_memory(server, until))
        await asyncio.gather(honest.play(mine, until), honest.ask(until))
        sent = b"" if attacker is None else (await attacker.communicate())[0]
        slow = _percentile(honest.moves, 95)
        failed += slow > TARGET
        cells = (f"{1000 * value:.1f} ms" for value in
                 (_percentile(honest.moves, 50), slow, _percentile(honest.health, 95)))  # fmt: skip
        memory = f"{await peak:.0f} MB"
        print(
            line.format(name, *cells, honest.unanswered, memory, sent.decode().strip()), flush=True
        )
    return failed


async def _peak_memory(server: Server, until: float) -> float:
    peak = 0.0
    while time.monotonic() < until:
        with suppress(OSError):
            peak = max(peak, server.memory())
        await asyncio.sleep(0.5)
    return peak


# The command


class Cluster(Protocol):
    """A PostgreSQL that can be restarted."""

    def new(self) -> str: ...
    def restart(self) -> None: ...


@contextmanager
def started(
    database: str | None, workers: int, port: int = 0, limited: bool = False
) -> Iterator[tuple[Server, str]]:
    """A server, and its database."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as at_end:
        url = database or f"sqlite:///{folder}/games.db"
        server = Server(url, workers, Path(folder), port, limited)
        server.start()
        at_end.callback(server.stop)
        yield server, url


def own_postgresql() -> AbstractContextManager[Cluster]:
    """A PostgreSQL for this run, as the tests start theirs."""
    databases = runpy.run_path(str(ROOT / "tests" / "server" / "databases.py"))
    cluster: AbstractContextManager[Cluster] = databases["cluster"](is_durable=True)
    return cluster


def show(title: str, rows: list[list[str]]) -> None:
    """A table with what was wanted and what was reached."""
    rows = [[title, "target", "reached"], *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        first, *others = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join((first, *others)).rstrip())


def main() -> int:
    from attacks import ATTACKS  # beside this script, so not for those who import it

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("load", "idle", "kill", "restart", "attack"))
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--database", help="sqlite:///FILE or postgresql://…; else a fresh file")
    where.add_argument("--postgresql", action="store_true", help="a fresh PostgreSQL")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--sockets", type=int, help="2000 for load, 5000 for idle")
    parser.add_argument("--rate", type=float, default=300.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--only", choices=("nothing", *ATTACKS), help="one attack, not all")
    parser.add_argument("--cycles", type=int, default=100)
    parser.add_argument("--games", type=int, default=50, help="games at a time while killing")
    args = parser.parse_args()
    if args.what == "restart" and args.database:
        parser.error("restart restarts a PostgreSQL of its own: leave --database out")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as at_end:
        cluster, url = None, args.database
        if args.postgresql or args.what == "restart":
            cluster = at_end.enter_context(own_postgresql())
            url = cluster.new()
        started_server = started(url, args.workers, limited=args.what == "attack")
        server, database = at_end.enter_context(started_server)
        if args.what == "attack":
            names = [args.only] if args.only else ["nothing", *ATTACKS]
            return 1 if asyncio.run(attack(server, names, min(args.seconds, 8.0))) else 0
        if args.what == "load":
            sockets = args.sockets or 2000
            rows = asyncio.run(load(server, sockets, args.rate, args.seconds))
            show(f"{sockets} sockets in {sockets // 2} games", rows)
            return 0
        if args.what == "idle":
            show("idle sockets", asyncio.run(idle(server, args.sockets or 5000)))
            return 0
        restart = cluster.restart if cluster and args.what == "restart" else None
        verdict = asyncio.run(kill(server, database, args.cycles, args.games, args.rate, restart))
        what = "PostgreSQL crashed and restarted" if restart else "kill -9"
        rows = [
            [what, str(args.cycles), str(verdict.cycles)],
            ["  seconds to the next move, at most", "5", f"{max(verdict.pauses):.1f}"],
            ["moves acknowledged", "", str(verdict.acknowledged)],
            ["  lost, doubled or otherwise wrong", "0", str(len(verdict.faults))],
            ["  sent again, since no answer had come", "", str(verdict.again)],
        ]
        show("restarting under load", rows)
        for fault in verdict.faults[:20]:
            print(fault)
        return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main())
