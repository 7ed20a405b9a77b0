"""Calls everything that compiled classes offer to Python, with good and with hostile arguments.

    python tests/fuzz/fuzz_compiled.py --calls 1000000 --seed 1

A call may return a value or raise an ordinary error; whatever was done to a `Position`, it must
still agree with a fresh one of the same chips. Batches run in processes of their own: one that
crashes, hangs or raises anything else is run again call by call, printed with its seed, and ends
the run with status 1. Same seed, same calls, but for those made while other threads search.
`make test-asan` runs this on modules that check every access to memory.
"""

from __future__ import annotations

import argparse
import copy
import faulthandler
import itertools
import os
import pickle
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from types import ModuleType
from typing import Any

import tenchips.book.exact
import tenchips.book.exact_steps
import tenchips.core.position
import tenchips.core.state
import tenchips.engine.evaluation
import tenchips.engine.search
import tenchips.engine.table
import tenchips.engine.threads
from tenchips import Board
from tenchips.book.exact import Exact
from tenchips.book.exact_steps import ExactSteps
from tenchips.core import Position
from tenchips.engine.search import MAX_DEPTH, WIN
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.squares import BLACK, COLORS, USABLE_BITS, WHITE, numbers

MODULES: tuple[ModuleType, ...] = (
    tenchips.book.exact,
    tenchips.book.exact_steps,
    tenchips.core.position,
    tenchips.core.state,
    tenchips.engine.evaluation,
    tenchips.engine.search,
    tenchips.engine.table,
    tenchips.engine.threads,
)
CLASSES = (Position, Searcher, Table, Signal, Exact, ExactSteps)
FUNCTIONS = [
    function
    for module in MODULES
    for function in vars(module).values()
    if callable(function)
    and not isinstance(function, type)
    and getattr(function, "__module__", None) == module.__name__
]
PUBLIC = {cls: [name for name in dir(cls) if not name.startswith("_")] for cls in CLASSES}
SPECIAL = {
    cls: [name for name in dir(cls) if name.startswith("_") and name != "__class__"]
    for cls in CLASSES
}
NUMBERS = (
    0, 1, 2, -1, -2, 64, 127, 128, 512, 4159, 4160, 2**31, -(2**31), 2**32 - 1, 2**63 - 1, 2**63,
    2**64 - 1, 2**64, -(2**63) - 1, 10**30, 10**5000,
)  # fmt: skip
# Which argument limits the nodes of a search that has no other end.
LIMIT = {(Searcher, "run"): 4, (ExactSteps, "wins"): 3, (ExactSteps, "loses"): 3}
ODD = (
    None, True, 0.0, 2.5, float("nan"), float("inf"), -1.5, 2.0**70, 3j, "", "33", "8/8 w", b"3",
    (), (1, 2), {}, {1: 2}, object(), Ellipsis, WHITE, BLACK, Board(), print,
)  # fmt: skip
ALLOWED = (
    TypeError, ValueError, IndexError, MemoryError, OverflowError, AttributeError,
    pickle.PicklingError,
)  # fmt: skip
BATCH = 20_000
MAX_SECONDS = 900  # a batch takes a few; one that takes so long hangs


class Refused(Exception):
    """What hostile arguments raise."""


class Hostile:
    """An argument that does something odd whatever it is asked; what, its number says."""

    def __init__(self, fuzzer: Fuzzer, kind: int) -> None:
        self._fuzzer, self._kind = fuzzer, kind

    def __index__(self) -> int:
        if self._kind == 0:
            raise Refused
        if self._kind == 1:
            return "3"  # type: ignore[return-value]
        if self._kind == 2:
            # In the middle of a call, another one.
            for position in self._fuzzer.positions:
                position.__init__()  # type: ignore[misc]
            return 1
        return (-1, 1 << 64, 10**5000)[self._kind % 3]

    __int__ = __index__

    def __float__(self) -> float:
        return float("nan")

    def __eq__(self, other: object) -> bool:
        return self._kind % 2 == 0

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Any:
        return itertools.repeat(self._kind - 1) if self._kind % 2 else iter([self])

    def __getitem__(self, key: object) -> Any:
        return list(range(5000))

    def __len__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        if self._kind == 3:
            raise Refused
        return True

    def __repr__(self) -> str:
        if self._kind == 4:
            raise Refused
        return f"Hostile({self._kind})"


class Fuzzer:
    """Objects to call, and the luck that chooses the calls."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)
        self.outcomes: Counter[str] = Counter()
        self.positions = [Position(), Position.of(Board(moves="33 44"))]
        self.tables = [Table(0), Table(0.1)]
        self.signals = [Signal()]
        self.leaders = [Searcher(self.tables[1], self.signals[0])]
        self.followers: list[Searcher] = []
        self.exacts = [Exact(0), Exact(0.1)]
        self.step_searches = [ExactSteps()]

    # Arguments

    def chips(self, color: int, taken: int = 0) -> int:
        """Squares that a colour may use: at most ten of them, or now and then too many."""
        free = list(numbers(USABLE_BITS[color] & ~taken))
        count = self.rng.randint(0, 10 if self.rng.random() < 0.9 else len(free))
        return sum(1 << number for number in self.rng.sample(free, min(count, len(free))))

    def sides(self) -> tuple[int, int]:
        white = self.chips(WHITE)
        return white, self.chips(BLACK, white if self.rng.random() < 0.9 else 0)

    def number(self) -> int:
        """Any int, but none that is a depth to search for long."""
        return self.rng.choice(NUMBERS) if self.rng.random() < 0.9 else self.rng.getrandbits(64)

    def anything(self) -> Any:
        rng = self.rng
        choice = rng.randrange(16)
        if choice < 6:
            return self.number()
        if choice < 8:
            return Hostile(self, rng.randrange(7))
        if choice == 8:
            return rng.choice(
                (*self.positions, *self.tables, *self.signals, *self.leaders, *self.exacts)
            )
        if choice == 9:
            return rng.choice(CLASSES)
        if choice == 10:
            return [self.number(), self.number()] * rng.choice((0, 1, 2, 257, 1500))
        return rng.choice(ODD)

    def megabytes(self) -> Any:
        return self.rng.choice(
            (0, 0, 0.001, 0.01, 1, -1, float("nan"), float("inf"), 2**38, 2**43, 2**44, 2**44 + 1,
             2**63, 10**400, 1e300, "1", None, Hostile(self, 2))
        )  # fmt: skip

    def plies(self) -> int:
        return self.rng.choice((1, 1, 3, 3, 0, 2, -1, 20, 21))

    def good(self, owner: object, name: str) -> tuple[Any, ...] | None:
        """Arguments that suit a method, if it takes some."""
        rng = self.rng
        if name in ("push", "push_unchecked", "is_legal"):
            assert isinstance(owner, Position)
            legal = owner.legal_actions()
            if legal and rng.random() < 0.8:
                return (rng.choice(legal),)
            return (rng.randrange(4160),)
        if name in ("chips", "hand", "links", "has_network") and isinstance(owner, Position):
            return (rng.choice(COLORS),)
        if name in ("perft", "tally", "divide"):
            return (rng.randint(0, 2),)
        if name == "of":
            return (rng.choice(self.positions).board(),)
        if name == "__setstate__":
            return (rng.choice(self.positions).__reduce__()[2],)
        if name == "set" and isinstance(owner, Searcher):
            keys = [rng.getrandbits(64) for _ in range(rng.choice((0, 0, 3, 919, 920, 921, 5000)))]
            return rng.choice(self.positions), keys, rng.randint(-1, 300), rng.randint(-1, 0)
        if name == "run":
            low, high = sorted(rng.sample((-WIN, -100, 0, 1, 100, WIN), 2))
            depth = rng.choice((0, 1, 2, MAX_DEPTH))
            moves = [rng.randrange(4160) for _ in range(rng.choice((0, 0, 2, 512, 513)))]
            return depth, low, high, rng.choice((0.0, 1.0)), rng.randint(1, 500), moves
        if name in ("wins", "loses") and isinstance(owner, ExactSteps):
            return *self.sides(), self.plies(), rng.randint(1, 300)
        if name in ("wins", "loses", "move"):
            return *self.sides(), self.plies()
        if name == "unproved":
            own, other = self.sides()
            return own, other, self.chips(BLACK, own | other), self.plies(), rng.randint(1, 300)
        if name in ("adds", "replies", "least"):
            return self.sides()
        if name == "has_network":
            return *self.sides(), rng.random() < 0.5
        if name == "children":
            own, other = self.sides()
            return own, other, self.chips(BLACK, own | other)
        return ()

    def arguments(self, owner: object, name: str) -> tuple[Any, ...]:
        """Good arguments, good ones with one spoilt, or anything at all."""
        args = list(self.good(owner, name) or ())
        luck = self.rng.random()
        if luck < 0.55:
            return tuple(args)
        if luck < 0.8 and args:
            spoilt = self.rng.randrange(len(args))
            if spoilt == LIMIT.get((type(owner), name)):
                return tuple(args)  # or it would take for ever
            args[spoilt] = self.anything()
            return tuple(args)
        if name == "run":
            return ()
        return tuple(self.anything() for _ in range(self.rng.randint(0, 4)))

    # Calls

    def call(self) -> tuple[str, Callable[[], Any]]:
        """The next call, and what it is in words."""
        rng = self.rng
        kind = rng.randrange(100)
        if kind < 8:
            return self.construction()
        if kind < 12:
            return self.copying()
        if kind < 13:
            return "searching in threads", self.search_in_threads
        if kind < 20:
            function = rng.choice(FUNCTIONS)
            return self.bound(function, None, function.__name__)
        if kind < 60:
            owner: object = rng.choice(self.positions)
        elif kind < 75:
            owner = rng.choice((*self.leaders, *self.leaders, *self.followers))
        elif kind < 86:
            owner = rng.choice(self.exacts)
        elif kind < 88:
            owner = rng.choice(self.step_searches)
        elif kind < 95:
            owner = rng.choice(self.tables)
        else:
            owner = rng.choice(self.signals)
        name = rng.choice((SPECIAL if rng.random() < 0.15 else PUBLIC)[type(owner)])
        if name == "follow":
            return "follow", lambda: self.follow_with_signal(owner)
        attribute = getattr(owner, name, None)
        if not callable(attribute):
            return f"{type(owner).__name__}.{name}", lambda: getattr(owner, name)
        return self.bound(attribute, owner, name)

    def bound(
        self, function: Callable[..., Any], owner: object, name: str
    ) -> tuple[str, Callable[[], Any]]:
        args = self.arguments(owner, name)
        keywords = {"moves": 1} if self.rng.random() < 0.01 else {}
        what = f"{type(owner).__name__ if owner is not None else ''}.{name}"
        return what, lambda: function(*args, **keywords)

    def construction(self) -> tuple[str, Callable[[], Any]]:
        """A new object in the place of an old one, or an old one initialised again."""
        rng = self.rng
        cls: Any = rng.choice(CLASSES)
        args: tuple[Any, ...] = ()
        keywords: dict[str, Any] = {}
        if cls is Position:
            args = (*self.sides(), rng.choice(COLORS))
        elif cls is Searcher:
            leader = rng.choice((None, None, *self.leaders, *self.followers[:1]))
            args = (rng.choice(self.tables), rng.choice(self.signals), leader)
            keywords = {"exhaustive": rng.random() < 0.3}
        elif cls in (Table, Exact):
            args = (self.megabytes(),)
        if rng.random() < 0.3:
            args = tuple(self.anything() for _ in range(rng.randint(0, 4)))
            if cls in (Table, Exact):
                args = (self.megabytes(), *args[1:])
        if rng.random() < 0.2:
            return f"{cls.__name__}.__new__", lambda: self.keep(cls.__new__(cls, *args))
        if rng.random() < 0.2:
            owner = rng.choice(
                {Position: self.positions, Table: self.tables, Signal: self.signals,
                 Searcher: self.leaders, Exact: self.exacts, ExactSteps: self.step_searches}[cls]
            )  # fmt: skip
            return f"{cls.__name__}.__init__", lambda: owner.__init__(*args)
        return cls.__name__, lambda: self.keep(cls(*args, **keywords))

    def copying(self) -> tuple[str, Callable[[], Any]]:
        """Copies and pickles, of what can be copied and of what cannot."""
        rng = self.rng
        owner = rng.choice(
            (*self.positions, *self.tables, *self.signals, *self.leaders, *self.exacts,
             *self.step_searches)
        )  # fmt: skip
        protocol = rng.randint(0, pickle.HIGHEST_PROTOCOL)
        copied = rng.choice(
            (
                lambda: copy.copy(owner),
                lambda: copy.deepcopy(owner),
                lambda: pickle.loads(pickle.dumps(owner, protocol)),
            )
        )
        return f"copy of {type(owner).__name__}", lambda: self.keep(copied())

    def keep(self, made: object) -> None:
        """Put a new object among those that are called."""
        pools: dict[type, list[Any]] = {
            Position: self.positions, Table: self.tables, Signal: self.signals, Exact: self.exacts,
            ExactSteps: self.step_searches,
        }  # fmt: skip
        if isinstance(made, Searcher):
            try:
                made.run(0, node_limit=1)
                pool: list[Any] = self.leaders
            except ValueError:
                pool = self.followers
        else:
            pool = pools[type(made)]
        if len(pool) >= 6:
            if pool is self.signals:
                return  # followers listen to those that are there
            pool.pop(self.rng.randrange(len(pool)))
        pool.append(made)

    def follow_with_signal(self, owner: Any) -> None:
        """Follow in a thread, ended by a signal, whichever it listens to."""
        for signal in self.signals:
            signal.set()
        thread = threading.Thread(target=quietly(owner.follow), daemon=True)
        thread.start()
        thread.join()

    def search_in_threads(self) -> None:
        """A leader and followers search; meanwhile everything else is called from here."""
        rng = self.rng
        table, signal = rng.choice(self.tables), Signal()
        leader = Searcher(table, signal)
        team = [leader, *(Searcher(table, signal, leader) for _ in range(rng.randint(0, 2)))]
        position = rng.choice(self.positions)
        for searcher in team:
            searcher.set(position)
        ended: list[object] = []
        jobs = [follower.follow for follower in team[1:]]
        jobs.append(lambda: ended.append(leader.run(4, node_limit=3000)))
        threads = [threading.Thread(target=quietly(job), daemon=True) for job in jobs]
        for thread in threads:
            thread.start()
        for _ in range(rng.randint(1, 30)):
            searcher = rng.choice(team)
            meddle = rng.choice(
                (
                    lambda searcher=searcher: searcher.set(position),
                    lambda searcher=searcher: searcher.run(1, node_limit=5),
                    lambda searcher=searcher: (searcher.line, searcher.best, searcher.nodes),
                    lambda searcher=searcher: searcher.__init__(),
                    table.clear,
                    table.new_search,
                    lambda: Searcher(table, signal, leader),
                    lambda: table.permill_full,
                    lambda: position.is_legal(3),
                )
            )
            quietly(meddle)()
        threads[-1].join()
        signal.set()
        for thread in threads:
            thread.join()

    def run(self, calls: int, trace: bool) -> None:
        """Make that many calls."""
        for number in range(calls):
            what, call = self.call()
            if trace:
                print(number, what, file=sys.stderr, flush=True)
            try:
                call()
                self.outcomes["returned"] += 1
            except (*ALLOWED, Refused) as error:
                self.outcomes[type(error).__name__] += 1
            if number % 8 == 0:
                check(self.rng.choice(self.positions))


def quietly(job: Callable[[], Any]) -> Callable[[], None]:
    """The job without its ordinary errors."""

    def work() -> None:
        with suppress(*ALLOWED):
            job()

    return work


def check(position: Position) -> None:
    """A position agrees with a fresh one, with its copy and with the board it makes."""
    fresh = Position(position.chips(WHITE), position.chips(BLACK), position.turn)
    assert position == fresh == position.copy()
    assert (hash(position), position.key) == (hash(fresh), fresh.key)
    for color in COLORS:
        assert position.links(color) == fresh.links(color)
        assert position.hand(color) == fresh.hand(color) == 10 - fresh.chips(color).bit_count()
        assert position.hand(color) >= 0
    assert position.legal_actions() == fresh.legal_actions()
    assert Position.of(position.board()) == position


# The run


def run_batch(seed: str, calls: int, trace: bool = False) -> subprocess.CompletedProcess[str]:
    """A batch in a process of its own."""
    command = [sys.executable, __file__, "--batch", seed, "--calls", str(calls)]
    try:
        return subprocess.run(
            command + ["--trace"] * trace, capture_output=True, text=True, check=False,
            timeout=MAX_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"no end after {MAX_SECONDS} seconds")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--calls", type=int, default=1_000_000, help="how many in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", metavar="SEED", help="make the calls of one batch, here")
    parser.add_argument("--trace", action="store_true", help="print every call of the batch first")
    options = parser.parse_args(arguments)
    if options.batch:
        faulthandler.enable()
        fuzzer = Fuzzer(options.batch)
        fuzzer.run(options.calls, options.trace)
        print(" ".join(f"{name}={count}" for name, count in fuzzer.outcomes.items()))
        return 0
    starts = range(0, options.calls, BATCH)
    seeds = [f"{options.seed}/{start}" for start in starts]
    sizes = [min(BATCH, options.calls - start) for start in starts]
    outcomes: Counter[str] = Counter()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for seed, size, run in zip(seeds, sizes, pool.map(run_batch, seeds, sizes), strict=True):
            if run.returncode:
                pool.shutdown(wait=False, cancel_futures=True)
                last = run_batch(seed, size, trace=True).stderr[-2000:]
                print(
                    f"batch {seed} ended with {run.returncode}\n{run.stderr[-3000:]}\n"
                    f"run again with --batch {seed} --calls {size} --trace\n{last}",
                    file=sys.stderr,
                )
                return 1
            for word in run.stdout.split():
                name, count = word.split("=")
                outcomes[name] += int(count)
    for name, count in outcomes.most_common():
        print(f"{count:10,}  {name}")
    print(f"{outcomes.total():10,}  calls in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
