# The types behind exact_steps.py, whose functions become plain C through these declarations.

from tenchips.book.exact cimport Budget
from tenchips.book.images cimport Bits

cdef enum:
    LONGEST = 11    # more plies of steps than anyone can wait for
    KEPT = 4

cdef struct Worker:
    Budget budget
    Bits kept[12][KEPT]    # replies that held lately, by plies left
    Bits step              # the two squares of the step that won last

cdef bint has(Bits own, Bits other, int color) noexcept nogil
cdef Bits targets(Bits own, Bits other, Bits origin, int color) noexcept nogil
cdef Bits winning_squares(Bits own, Bits other, int color) noexcept nogil
cdef bint wins_now(Bits own, Bits other, int color) noexcept nogil
cdef bint is_move(Bits own, Bits other, Bits change, int color) noexcept nogil
cdef bint attack(Worker* w, Bits own, Bits other, int plies) noexcept nogil
cdef bint holds(Worker* w, Bits own, Bits other, Bits change, int plies) noexcept nogil
cdef bint defend(Worker* w, Bits own, Bits other, int plies) noexcept nogil

cdef class ExactSteps:
    cdef Worker w
