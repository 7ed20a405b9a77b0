# The types behind position.py.

from tenchips.core.bits cimport Bits
from tenchips.core.state cimport State

cdef bint move_is_possible(State* p, int move) noexcept nogil
cdef bint move_is_legal(State* p, int move) noexcept nogil

cdef class Position:
    cdef State state
    cdef list stack

    cdef void play(self, int move)
