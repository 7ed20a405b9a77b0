# The types behind exact.py, whose functions become plain C through these declarations.

from tenchips.book.images cimport Bits

cdef extern from *:
    int ctz "__builtin_ctzll"(Bits) noexcept nogil
    int clz "__builtin_clzll"(Bits) noexcept nogil
    int popcount "__builtin_popcountll"(Bits) noexcept nogil

cdef enum:
    ATTACKER = 0    # plays for the left and right goals, as White does
    DEFENDER = 1
    NONE = 64       # no chip that way
    LEVELS = 20     # more plies than any search is asked for

cdef Bits RAY[65][8]     # none from NONE
cdef Bits TOUCHING[64]
cdef Bits GOAL[2][2]
cdef Bits USABLE[2]
cdef Bits INNER

# What the chips of one colour see: the next own chip that way (or NONE) and the empty squares
# before the next chip of either colour.
cdef struct View:
    Bits own
    Bits occupied
    Bits linked[64]
    Bits sees[64]
    unsigned char next[64][8]
    Bits between[64][8]

# A position, exactly, with the plies in which a win is proved (0: none) and is refuted.
cdef struct Entry:
    Bits own
    Bits other
    unsigned char proved
    unsigned char refuted
    unsigned char move

# How many positions a search has looked at and may look at (0: no limit), and whether that limit
# has stopped it.
cdef struct Budget:
    Bits nodes
    Bits limit
    bint stopped
    bint searching

cdef struct Worker:
    Entry* table
    Bits mask
    Budget budget
    unsigned char strong[LEVELS][4]
    unsigned char stubborn[LEVELS][2]
    int history[LEVELS][64]


cdef inline void allow(Budget* budget, Bits nodes) noexcept nogil:
    """Let a search look at so many positions more (0: no limit)."""
    budget.stopped = False
    budget.limit = budget.nodes + nodes if nodes else 0


cdef inline bint spend(Budget* budget) noexcept nogil:
    """Count a position; whether the search may go on."""
    budget.nodes += 1
    if budget.limit != 0 and budget.nodes > budget.limit:
        budget.stopped = True
    return not budget.stopped


cdef Bits checked_chips(object name, object some, Bits taken) except? -1
cdef int begin(Budget* budget, object nodes) except -1
cdef Bits open_squares(Bits own, Bits occupied, int color) noexcept nogil
cdef void look_from(View* v, int chip) noexcept nogil
cdef void look(View* v, Bits own, Bits occupied) noexcept nogil
cdef Bits joined(View* v, Bits front, Bits inner) noexcept nogil
cdef Bits path(View* v, int chip, int came, int length, Bits free, Bits last, int added) noexcept nogil
cdef Bits network(View* v, int color, int added) noexcept nogil
cdef Bits seen_by(View* v, Bits chips) noexcept nogil
cdef Bits candidates(View* v, int color, Bits legal) noexcept nogil
cdef Bits wins_at_once(View* v, int color, Bits legal, Bits* holding) noexcept nogil
cdef Entry* slot(Worker* w, Bits own, Bits other) noexcept nogil
cdef void remember(Worker* w, Bits own, Bits other, int plies, bint won, int move) noexcept nogil
cdef void succeeded(Worker* w, int plies, int move) noexcept nogil
cdef bint attack(Worker* w, Bits own, Bits other, int plies) noexcept nogil
cdef bint defend(Worker* w, Bits own, Bits other, int plies) noexcept nogil
cdef int winning_add(Worker* w, Bits own, Bits other, int plies) noexcept nogil

cdef class Exact:
    cdef Worker w
