# What a position is worth that is not decided: by its chips and lines of sight. `gain` is here and
# not in evaluation.py so that it is compiled into the search, without a call through a pointer.

from tenchips.core.bits cimport Bits, clz, ctz
from tenchips.core.state cimport RAY, State

cdef short WORTH[2][64][64]     # of two chips in sight of each other, or of one with itself

cdef int counted_lead(State* p) noexcept nogil


cdef inline int gain(State* p, int square, int color) noexcept nogil:
    """By how much a chip here betters the worth of its colour against the other's, whether it
    stands there or is yet to come."""
    cdef Bits occupied = p.chips[0] | p.chips[1]
    cdef int enemy = color ^ 1
    cdef int d, a, b, color_a, color_b
    cdef Bits ray
    cdef int total = WORTH[color][square][square]
    for d in range(4):
        ray = RAY[square][d] & occupied
        a = ctz(ray) if ray else 64
        ray = RAY[square][d + 4] & occupied
        b = 63 - clz(ray) if ray else 127
        color_a = p.color[a]
        color_b = p.color[b]
        a &= 63
        b &= 63
        total += WORTH[color][square][a] * (color_a == color)
        total += WORTH[color][square][b] * (color_b == color)
        if color_a == color_b:
            if color_a == color:
                total -= WORTH[color][a][b]
            elif color_a == enemy:
                total += WORTH[enemy][a][b]
    return total
