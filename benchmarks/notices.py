"""Measure how far PostgreSQL's LISTEN and NOTIFY carry, by the load that many server processes
would make.

    python benchmarks/notices.py
    python benchmarks/notices.py --listeners 1 8 64 --games 20

Every process of a server writes: it commits one transaction after the other, each with moves in
several games and the notices that carry them to the others. Every process listens too, and hears
every notice of all others. So with n processes each notice is heard n times, and the commits with a
notice wait for one another. Each row starts its processes anew in the same PostgreSQL; the first
has the same commits without notices, to compare with.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import secrets
import time
from multiprocessing.synchronize import Event
from typing import Any, Final

import psycopg

from server import own_postgresql  # beside this script
from tenchips.server.events import MoveEvent, StoredEvent
from tenchips.server.models import Left
from tenchips.server.store.notices import CHANNEL, announced, packed

MOVE: Final = MoveEvent(v=12, ply=11, m="4735", by="black", left=Left(white=290_000, black=281_000),
                        running="white", at=1_790_000_000_000)  # fmt: skip

Queue = Any


def write(url: str, games: int, is_announced: bool, stop: Event, results: Queue) -> None:
    """Commit until it is time to stop; report the number of commits."""
    with psycopg.connect(url) as connection:
        games_played = [secrets.token_urlsafe(9) for _ in range(games)]
        commits = 0
        while not stop.is_set():
            now = str(time.monotonic())  # as the name of the command, for listeners to compare
            events = [StoredEvent.of(game, MOVE, now) for game in games_played]
            cursor = connection.cursor()
            cursor.executemany("INSERT INTO written VALUES (%s, %s, %s, %s, %s)", events)
            if is_announced:
                for notice in packed("writer", "changed", map(announced, events)):
                    cursor.execute(f"SELECT pg_notify('{CHANNEL}', %s)", [notice["notice"]])
            connection.commit()
            commits += 1
    results.put(("commits", commits))


def listen(url: str, ready: Queue, stop: Event, results: Queue) -> None:
    """Hear notices until it is time to stop; report how late each was."""
    delays = []
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"LISTEN {CHANNEL}")
        ready.put(True)
        while not stop.is_set():
            for notice in connection.notifies(timeout=0.2):
                delays.append(time.monotonic() - float(json.loads(notice.payload)["changed"][0][2]))
                if stop.is_set():
                    break
    results.put(("delays", delays))


def measure(
    url: str, writers: int, listeners: int, games: int, seconds: float
) -> tuple[float, float, list[float]]:
    """Commits a second, notices heard a second by all listeners together, and their delays."""
    stop = multiprocessing.Event()
    ready: Queue = multiprocessing.Queue()
    results: Queue = multiprocessing.Queue()
    processes = [
        multiprocessing.Process(target=listen, args=(url, ready, stop, results))
        for _ in range(listeners)
    ]
    for process in processes:
        process.start()
    for _ in processes:
        ready.get()
    for _ in range(writers):
        one = multiprocessing.Process(target=write, args=(url, games, listeners > 0, stop, results))
        processes.append(one)
        one.start()
    began = time.monotonic()
    time.sleep(seconds)
    stop.set()
    lasted = time.monotonic() - began
    commits, delays = 0, []
    for _ in processes:
        kind, value = results.get()
        if kind == "commits":
            commits += value
        else:
            delays += value
    for process in processes:
        process.join()
    return commits / lasted, len(delays) / lasted, sorted(delays)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--listeners", type=int, nargs="+", default=[1, 2, 4, 8, 16, 32])
    parser.add_argument("--writers", type=int, default=4, help="processes that commit at a time")
    parser.add_argument("--games", type=int, default=5, help="moves in each commit")
    parser.add_argument("--seconds", type=float, default=5.0)
    args = parser.parse_args()
    with own_postgresql() as cluster:
        url = cluster.new()
        with psycopg.connect(url) as connection:
            connection.execute(
                "CREATE TABLE written (game text, seq int, command text, payload text, seats text)"
            )
        print(f"{args.writers} writers, {args.games} moves in each commit")
        print("listeners  commits/s  moves/s  notices heard/s  median delay  95 of 100")
        for listeners in (0, *args.listeners):
            commits, heard, delays = measure(url, args.writers, listeners, args.games, args.seconds)
            late = [f"{delays[int(len(delays) * part)] * 1000:9.1f} ms" for part in (0.5, 0.95)] \
                if delays else ["", ""]  # fmt: skip
            print(f"{listeners:9}  {commits:9.0f}  {commits * args.games:7.0f}  {heard:15.0f}"
                  f"  {late[0]:>12}  {late[1]:>9}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
