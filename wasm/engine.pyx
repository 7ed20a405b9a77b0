# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a browser may call of the compiled rules, the search and the exact search.

`build.py` compiles this with the modules it names into one WebAssembly file. Nothing is decided
here: each function sets up, asks or reads what those modules have. There is one position to work
on; lists of moves and keys go in and out through `moves` and `keys`. A square is a number, a set of
squares 64 bits, and a move its action number, as in `tenchips.core.state`.

Nothing is checked here either: web/src/engine/core.ts, the only caller, gives only positions that a
game can produce, and no more keys and moves than there is room for.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

cimport tenchips.book.exact as exact
cimport tenchips.book.exact_steps as exact_steps
from tenchips.core.bits cimport Bits, ctz
from tenchips.core.state cimport (
    GOAL,
    MAX_MOVES,
    Action,
    State,
    count_links,
    count_sequences,
    holds_network,
    legal_moves,
    make,
    set_up,
    unmake,
    winning_move,
)
from tenchips.engine.table cimport Bucket, TableView, age_table, clear_table, permill_used
from tenchips.engine.threads cimport copy_job, reset_worker, search_job, set_position, write_job
from tenchips.engine.worker cimport MAX_DRAWN, Job, Worker

cdef extern from *:
    size_t memory_grow "__builtin_wasm_memory_grow"(int, size_t) noexcept nogil

cdef enum:
    PAGE = 65536        # bytes by which memory grows
    SHORTEST = 6
    LONG_LINE = 3       # a longer line of sight is harder to see
    STOPPED = 1 << 20   # in the place of a score: the search was stopped

cdef struct Searcher:
    Worker w
    Job job
    TableView* table

cdef State root
cdef Action moves[MAX_MOVES]
cdef Bits keys[MAX_DRAWN]
cdef int stop

cdef public void* tc_moves() noexcept nogil:
    return moves

cdef public void* tc_keys() noexcept nogil:
    return keys

cdef public int* tc_stop() noexcept nogil:
    return &stop


# Rules

cdef public void tc_set(unsigned long long white, unsigned long long black, int turn) noexcept nogil:
    set_up(&root, white, black, turn)

cdef public void tc_push(int move) noexcept nogil:
    make(&root, move)

cdef public void tc_pop(int move) noexcept nogil:
    unmake(&root, move)

cdef public unsigned long long tc_key() noexcept nogil:
    return root.key

cdef public int tc_legal() noexcept nogil:
    return legal_moves(&root, moves)

cdef public int tc_has_network(int color) noexcept nogil:
    return holds_network(&root, color)

cdef public int tc_winning_move() noexcept nogil:
    return winning_move(&root)

cdef public unsigned long long tc_perft(int depth) noexcept nogil:
    return count_sequences(&root, depth)

cdef public int tc_links(int color) noexcept nogil:
    return count_links(&root, color)


# How hard the plainest network of a colour is to see: `strain` in tenchips.engine.levels

cdef int line_length(int one, int other) noexcept nogil:
    cdef int columns = (one >> 3) - (other >> 3)
    cdef int rows = (one & 7) - (other & 7)
    return max(columns if columns > 0 else -columns, rows if rows > 0 else -rows)

cdef int plainest(int chip, int came, int length, int strain, Bits free, Bits goal, int least) noexcept nogil:
    cdef unsigned directions = root.sees[chip] & ~came
    cdef int d, other, harder
    cdef Bits bit
    while directions and strain < least:
        d = ctz(directions)
        directions &= directions - 1
        other = root.link[chip][d]
        bit = (<Bits>1) << other
        if not free & bit:
            continue
        harder = strain + (line_length(chip, other) > LONG_LINE) + (length >= SHORTEST)
        if not bit & goal:
            least = plainest(other, 1 << d, length + 1, harder, free ^ bit, goal, least)
        elif length + 1 >= SHORTEST and harder < least:
            least = harder
    return least

cdef public int tc_strain(int color) noexcept nogil:
    cdef Bits first = root.chips[color] & GOAL[color][0]
    cdef Bits last = root.chips[color] & GOAL[color][1]
    cdef Bits inner = root.chips[color] & ~(first | last)
    cdef int least = 1 << 20
    while first:
        least = plainest(ctz(first), 0, 1, 0, inner | last, last, least)
        first &= first - 1
    return least


# Search

cdef public TableView* tc_new_table(size_t count) noexcept nogil:
    cdef TableView* table = <TableView*>calloc(1, sizeof(TableView))
    cdef size_t first
    if table == NULL:
        return NULL
    # New memory is zero: nothing has to be written before the first evaluation.
    first = memory_grow(0, (count * sizeof(Bucket) + PAGE - 1) // PAGE)
    if first == <size_t>-1:
        free(table)
        return NULL
    table.count = count
    table.buckets = <Bucket*>(first * PAGE)
    return table

cdef public void tc_clear_table(TableView* table) noexcept nogil:
    clear_table(table)

cdef public void tc_age_table(TableView* table) noexcept nogil:
    age_table(table)

cdef public int tc_permill_full(TableView* table) noexcept nogil:
    return permill_used(table)

cdef public Searcher* tc_new_searcher(TableView* table) noexcept nogil:
    cdef Searcher* s = <Searcher*>calloc(1, sizeof(Searcher))
    if s != NULL:
        tc_reset_searcher(s, table)
    return s

cdef public void tc_reset_searcher(Searcher* s, TableView* table) noexcept nogil:
    s.table = table
    reset_worker(&s.w, table, &s.job, &stop)

cdef public void tc_begin(Searcher* s, int drawn, int steps_left, int stuck_score) noexcept nogil:
    set_position(&s.w, &root, keys, drawn, steps_left, stuck_score, s.table.age)

cdef public int tc_run(
    Searcher* s, int depth, int alpha, int beta, double deadline, double nodes, int excluded
) noexcept nogil:
    s.w.deadline = deadline
    s.w.node_limit = <Bits>nodes
    write_job(&s.job, depth, alpha, beta, moves, excluded)
    copy_job(&s.w)
    search_job(&s.w)
    return STOPPED if s.w.stopped else s.w.score

cdef public double tc_nodes(Searcher* s) noexcept nogil:
    return <double>s.w.nodes

cdef public int tc_seldepth(Searcher* s) noexcept nogil:
    return s.w.seldepth

cdef public int tc_best(Searcher* s) noexcept nogil:
    return s.w.root_best

cdef public int tc_line(Searcher* s) noexcept nogil:
    memcpy(moves, s.w.pv[0], s.w.pv_length[0] * sizeof(Action))
    return s.w.pv_length[0]


# The exact search

cdef public exact.Worker* tc_new_exact(size_t entries) noexcept nogil:
    cdef exact.Worker* x = <exact.Worker*>calloc(1, sizeof(exact.Worker))
    if x == NULL:
        return NULL
    x.table = <exact.Entry*>calloc(entries, sizeof(exact.Entry))
    if x.table == NULL:
        free(x)
        return NULL
    x.mask = entries - 1
    return x

cdef public int tc_exact_wins(exact.Worker* x, unsigned long long own, unsigned long long other, int plies, double nodes) noexcept nogil:
    exact.allow(&x.budget, <Bits>nodes)
    cdef bint won = exact.attack(x, own, other, plies)
    return -1 if x.budget.stopped else won

cdef public int tc_exact_loses(exact.Worker* x, unsigned long long own, unsigned long long other, int plies, double nodes) noexcept nogil:
    exact.allow(&x.budget, <Bits>nodes)
    cdef bint lost = exact.defend(x, own, other, plies)
    return -1 if x.budget.stopped else lost

cdef public int tc_exact_move(exact.Worker* x, unsigned long long own, unsigned long long other, int plies) noexcept nogil:
    exact.allow(&x.budget, 0)
    return exact.winning_add(x, own, other, plies)

cdef public double tc_exact_nodes(exact.Worker* x) noexcept nogil:
    return <double>x.budget.nodes


# The exact search that knows steps

cdef public exact_steps.Worker* tc_new_exact_steps() noexcept nogil:
    return <exact_steps.Worker*>calloc(1, sizeof(exact_steps.Worker))

cdef public int tc_exact_steps_wins(exact_steps.Worker* x, unsigned long long own, unsigned long long other, int plies, double nodes) noexcept nogil:
    exact.allow(&x.budget, <Bits>nodes)
    cdef bint won = exact_steps.attack(x, own, other, plies)
    return -1 if x.budget.stopped else won

cdef public int tc_exact_steps_loses(exact_steps.Worker* x, unsigned long long own, unsigned long long other, int plies, double nodes) noexcept nogil:
    exact.allow(&x.budget, <Bits>nodes)
    cdef bint lost = exact_steps.defend(x, own, other, plies)
    return -1 if x.budget.stopped else lost

cdef public double tc_exact_steps_nodes(exact_steps.Worker* x) noexcept nogil:
    return <double>x.budget.nodes
