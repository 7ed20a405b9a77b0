"""The threads of a search: one leads, the others follow it into every search.

`Searcher` is one thread's worth of search. All of them search the same position over the same
table, each leaving to the end the moves that another is looking at; the first to come to the end
ends it for all. Python's lock is released meanwhile. What is not safe while a thread searches,
such as giving it another position, is refused with an error.
"""

from itertools import islice

import cython
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.tenchips.core.bits import Bits
from cython.cimports.tenchips.core.position import Position
from cython.cimports.tenchips.core.state import MAX_MOVES, Action, clear
from cython.cimports.tenchips.engine.constants import ACTIONS, MAX_PLY, MIX, WIN
from cython.cimports.tenchips.engine.evaluation import counted_lead
from cython.cimports.tenchips.engine.ordering import fade
from cython.cimports.tenchips.engine.search import UNKNOWN, search
from cython.cimports.tenchips.engine.system import claim, fence, load, publish, sleep_nanoseconds
from cython.cimports.tenchips.engine.worker import MAX_DRAWN

from tenchips.arguments import checked_int
from tenchips.errors import TenchipsError

MAX_KEY = (1 << 64) - 1
MAX_NUMBER = (1 << 31) - 1 - 2 * MAX_PLY
CHIPS = cython.declare(cython.int, 10)

# How often a thread with nothing to do looks for work before it sleeps, and for how long.
SPINS = cython.declare(cython.int, 500000)
SLEEP = cython.declare(cython.long, 20000)


def reset_worker(w, table, job, stop):
    """Stand at the start of the game, with nothing learnt, ready to search alone."""
    memset(w, 0, cython.sizeof(Worker))
    clear(cython.address(w.state))
    w.steps_left = w.stuck_score = w.attacker = -1
    w.table = table[0]
    w.job = job
    w.stop = stop


def set_position(w, position, drawn, drawn_count, steps_left, stuck_score, age):
    """Take a position to search, as `Searcher.set` does, over a table of this age."""
    i: cython.int
    w.state = position[0]
    w.lead = counted_lead(cython.address(w.state))
    w.path_length = drawn_count
    w.salt = 0 if stuck_score else MIX  # results under another rule are others
    for i in range(drawn_count):
        w.path[i] = drawn[i]
        w.salt ^= drawn[i] * MIX
    w.steps_left = steps_left
    w.stuck_score = stuck_score
    w.attacker = -1
    w.table.age = age
    w.nodes = 0
    memset(w.reduced, 0, cython.sizeof(w.reduced))
    fade(cython.address(w.history))


def set_attack(w, attacker, chips):
    """Let a colour have lost once it has so many chips on the board and no network."""
    w.attacker = attacker
    w.state.hand[attacker] -= CHIPS - chips
    w.salt ^= cython.cast(Bits, 2 + chips + 16 * attacker) * MIX  # other rules, other results


def write_job(job, depth, alpha, beta, excluded, excluded_count):
    """Tell all threads what to search next."""
    i: cython.int
    publish(cython.address(job.turn), job.turn + 1)
    fence()
    job.depth = depth
    job.alpha = alpha
    job.beta = beta
    job.excluded_count = excluded_count
    for i in range(excluded_count):
        job.excluded[i] = excluded[i]
    publish(cython.address(job.open), job.turn + 1)
    publish(cython.address(job.turn), job.turn + 1)


def copy_job(w):
    """Make the leader's present search one's own."""
    job: cython.pointer(Job) = w.job
    i: cython.int
    w.turn = load(cython.address(job.turn))
    w.depth = job.depth
    w.alpha = job.alpha
    w.beta = job.beta
    w.root_excluded_count = job.excluded_count
    for i in range(job.excluded_count):
        w.root_excluded[i] = job.excluded[i]


def waited(idle):
    """Wait a moment, longer after having waited often; return how often that was."""
    if idle < SPINS:
        return idle + 1
    sleep_nanoseconds(SLEEP)
    return idle


def join(w):
    """Join the leader's search if there is one that is new and not finished."""
    job: cython.pointer(Job) = w.job
    turn: cython.int = load(cython.address(job.turn))
    if turn & 1 or turn == w.turn or load(cython.address(job.open)) != turn:
        return False
    copy_job(w)
    fence()
    # Not if the leader has begun to write the next one meanwhile.
    return w.turn == turn and load(cython.address(job.turn)) == turn


def search_job(w):
    """Search what was joined; True for the first thread to come to the end of it."""
    w.stopped = False
    w.back = 0
    w.seldepth = 0
    w.root_best = 0
    w.score = search(w, w.depth, w.alpha, w.beta, 0, UNKNOWN)
    return not w.stopped and claim(cython.address(w.job.open), w.turn, 0)


def write_result(w):
    """Give the leader what a follower found."""
    job: cython.pointer(Job) = w.job
    job.score = w.score
    job.best = w.root_best
    job.seldepth = w.seldepth
    job.line_length = w.pv_length[0]
    memcpy(job.line, w.pv[0], cython.sizeof(job.line))
    publish(cython.address(job.reported), w.turn)


def read_result(w):
    """Take over what a follower found that was faster."""
    job: cython.pointer(Job) = w.job
    idle: cython.int = 0
    while load(cython.address(job.reported)) != w.turn:
        idle = waited(idle)
    w.stopped = False
    w.score = job.score
    w.root_best = job.best
    w.seldepth = job.seldepth
    w.pv_length[0] = job.line_length
    memcpy(w.pv[0], job.line, cython.sizeof(job.line))


@cython.final
@cython.cclass
class Signal:
    """Signal()\n--\n
    A flag that ends searches from another thread, at once.

    >>> signal = Signal()
    >>> signal.set()
    >>> signal.is_set()
    True
    """

    def set(self):
        """Stop the searches."""
        self.flag = 1

    def clear(self):
        """Let them run."""
        self.flag = 0

    def is_set(self):
        """Whether the searches are to stop."""
        return self.flag != 0


@cython.final
@cython.cclass
class Searcher:
    """Searcher(table, signal, leader=None, *, exhaustive=False)\n--\n
    One thread's search: a position, its limits, and what was found.

    A searcher with a leader is there to `follow` it, on the same table and signal. An exhaustive
    one leaves out nothing, and so can tell that there is no win within as many plies as it looks
    ahead. Before `set` it stands at the start of the game.

    >>> from tenchips.engine.table import Table
    >>> searcher = Searcher(Table(1), Signal())
    >>> searcher.run(2)
    17
    """

    def __cinit__(self, table: Table, signal: Signal, leader: Searcher = None, *, exhaustive=False):
        if leader is not None and leader.leader is not None:
            raise TenchipsError("a searcher that follows another cannot lead: name its leader")
        if leader is not None and (leader.table is not table or leader.signal is not signal):
            raise TenchipsError("a searcher has the table and the signal of its leader")
        self.table = table
        self.signal = signal
        self.leader = leader
        reset_worker(
            cython.address(self.w), cython.address(table.view), cython.address(self.job),
            cython.address(signal.flag),
        )  # fmt: skip
        self.w.exhaustive = exhaustive
        if leader is not None:
            self.w.job = cython.address(leader.job)
            self.w.shared = leader.w.shared = True

    def set(self, position: Position, drawn=(), steps_left=-1, stuck_score=-1):
        """Take a position; the keys of positions that would be drawn if they came again, of which
        the first 920 count; after how many moves the step limit draws the game (-1: never); and
        what having no move is worth (-1: a loss, 0: a draw)."""
        keys: Bits[MAX_DRAWN]
        count: cython.int = 0
        for key in islice(drawn, MAX_DRAWN):
            keys[count] = checked_int("a key of drawn", key, 0, MAX_KEY)
            count += 1
        steps: cython.int = checked_int("steps_left", steps_left, -1, MAX_NUMBER)
        worth: cython.int = checked_int("stuck_score", stuck_score, -1, 0)
        self._refuse_if_searching()
        set_position(
            cython.address(self.w), cython.address(position.state), keys, count, steps, worth,
            self.table.view.age,
        )  # fmt: skip

    def attack(self, color, chips):
        """After `set`, let this colour (0 or 1) have lost if it does not win by its chip of this
        number: so a win is proved that comes in time and needs no step, or that there is none."""
        attacker: cython.int = checked_int("color", color, 0, 1)
        own: cython.int = CHIPS - self.w.state.hand[attacker]
        number: cython.int = checked_int("chips", chips, own + 1, CHIPS)
        self._refuse_if_searching()
        if self.w.attacker >= 0:
            raise TenchipsError("call set before attack is called again")
        set_attack(cython.address(self.w), attacker, number)

    def run(self, depth, alpha=-WIN, beta=WIN, deadline=0.0, node_limit=0, excluded=()):
        """Search to a depth within a window, together with those that follow; None if the limits
        ended it early. The deadline is a time of `time.monotonic`; 0 stands for no limit."""
        job: cython.pointer(Job) = cython.address(self.job)
        plies: cython.int = checked_int("depth", depth, 0, MAX_PLY - 6)
        low: cython.int = checked_int("alpha", alpha, -WIN, WIN - 1)
        high: cython.int = checked_int("beta", beta, low + 1, WIN)
        nodes: Bits = checked_int("node_limit", node_limit, 0, MAX_KEY)
        end: cython.double = deadline
        moves: Action[MAX_MOVES]
        count: cython.int = 0
        for move in excluded:
            if count == MAX_MOVES:
                raise TenchipsError(f"excluded holds at most {MAX_MOVES} moves")
            moves[count] = checked_int("a move of excluded", move, 0, ACTIONS - 1)
            count += 1
        if not end >= 0:
            raise TenchipsError(f"deadline is a time of time.monotonic, or 0, not {end}")
        if self.leader is not None:
            raise TenchipsError("a searcher with a leader only follows it: run the leader")
        self._refuse_if_searching()
        self.searching = True
        self.w.deadline = end
        self.w.node_limit = nodes
        write_job(job, plies, low, high, moves, count)
        with cython.nogil:
            copy_job(cython.address(self.w))
            if not search_job(cython.address(self.w)) and not claim(
                cython.address(job.open), self.w.turn, 0
            ):
                # Not out of time: a follower has come to the end of it.
                read_result(cython.address(self.w))
        self.searching = False
        return None if self.w.stopped else self.w.score

    def follow(self):
        """Search whatever the leader searches, until the signal ends it."""
        w: cython.pointer(Worker) = cython.address(self.w)
        idle: cython.int = 0
        if self.leader is None:
            raise TenchipsError("a searcher without a leader has nobody to follow: call run")
        self._refuse_if_searching()
        self.searching = True
        with cython.nogil:
            while load(w.stop) == 0:
                if join(w):
                    idle = 0
                    if search_job(w):
                        write_result(w)
                else:
                    idle = waited(idle)
        self.searching = False

    def _refuse_if_searching(self):
        if self.searching:
            raise TenchipsError("this searcher is searching in another thread: end that first")

    @property
    def nodes(self):
        """Positions looked at since `set`."""
        return self.w.nodes

    @property
    def seldepth(self):
        """How many plies deep the last run has looked."""
        return self.w.seldepth

    @property
    def best(self):
        """The best first move of the last run, as far as it came, or 0."""
        return self.w.root_best

    @property
    def line(self):
        """The line the last run expects."""
        i: cython.int
        return [self.w.pv[0][i] for i in range(self.w.pv_length[0])]
