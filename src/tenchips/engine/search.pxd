# The types behind search.py, whose functions become plain C through these declarations.

from tenchips.core.bits cimport Bits
from tenchips.core.state cimport Action
from tenchips.engine.worker cimport Worker

# In the place of a set of squares; no set of squares has corners in it.
cdef enum:
    UNKNOWN = 1     # it was not looked for, or depends on more
    SAFE = 128      # any square will do
    STEPS = 129     # each step has a set of its own

cdef int REDUCTION[4096]

cdef bint out_of_time(Worker* w) noexcept nogil
cdef bint overtaken(Worker* w, int ply) noexcept nogil
cdef int remembered_win(Worker* w) noexcept nogil
cdef Bits holding_without(Worker* w, int origin) noexcept nogil
cdef bint repeated(Worker* w, Bits key) noexcept nogil
cdef bint returns(Worker* w, int step) noexcept nogil
cdef int stuck(Worker* w, int ply) noexcept nogil
cdef int failed(Worker* w, int color, int plies) noexcept nogil
cdef int frontier(Worker* w, int beta, int ply, Bits legal) noexcept nogil
cdef int stepping_frontier(Worker* w, int alpha, int beta, int ply) noexcept nogil
cdef int without_refuted(Worker* w, Action* moves, int n, Bits holding) noexcept nogil
cdef int without_excluded(Worker* w, Action* moves, int n) noexcept nogil
cdef int score_of(Worker* w, int move, int rank, int depth, int plies, int alpha, int beta, int ply, Bits threat) noexcept nogil
cdef int search(Worker* w, int depth, int alpha, int beta, int ply, Bits chances) noexcept nogil
