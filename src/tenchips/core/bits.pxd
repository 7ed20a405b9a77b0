# Sets of squares as 64 bits, a bit for each square's number: down the columns, a byte each.
# A header without a module: every module that uses it compiles these functions for itself.

ctypedef unsigned long long Bits

cdef extern from *:
    """
    #define NOT_FIRST_ROW 0xFEFEFEFEFEFEFEFEull
    #define NOT_LAST_ROW 0x7F7F7F7F7F7F7F7Full
    """
    const Bits NOT_FIRST_ROW
    const Bits NOT_LAST_ROW
    int ctz "__builtin_ctzll"(Bits) noexcept nogil
    int clz "__builtin_clzll"(Bits) noexcept nogil
    int popcount "__builtin_popcountll"(Bits) noexcept nogil


cdef inline Bits touching(Bits some) noexcept nogil:
    """The squares that touch one of these."""
    cdef Bits low = some & NOT_FIRST_ROW
    cdef Bits high = some & NOT_LAST_ROW
    return (
        high << 1 | low >> 1 | some << 8 | some >> 8 | high << 9 | high >> 7 | low << 7 | low >> 9
    )


cdef inline Bits crowded_squares(Bits own) noexcept nogil:
    """Where a chip would make a cluster of three: next to two of these chips, or next to one
    that has a neighbour already."""
    cdef Bits low = own & NOT_FIRST_ROW
    cdef Bits high = own & NOT_LAST_ROW
    cdef Bits one = high << 1
    cdef Bits more = one & low >> 1
    one |= low >> 1
    more |= one & own << 8
    one |= own << 8
    more |= one & own >> 8
    one |= own >> 8
    more |= one & high << 9
    one |= high << 9
    more |= one & high >> 7
    one |= high >> 7
    more |= one & low << 7
    one |= low << 7
    more |= one & low >> 9
    one |= low >> 9
    return more | touching(own & one)


cdef inline Bits flood_up(Bits chips, Bits way, int step) noexcept nogil:
    """The squares of the way seen from some chips in a direction of rising numbers, a step
    apart, in three doublings."""
    cdef Bits flood = way & chips << step
    flood |= way & flood << step
    way &= way << step
    flood |= way & flood << 2 * step
    way &= way << 2 * step
    return flood | way & flood << 4 * step


cdef inline Bits flood_down(Bits chips, Bits way, int step) noexcept nogil:
    """Like `flood_up`, in the opposite direction."""
    cdef Bits flood = way & chips >> step
    flood |= way & flood >> step
    way &= way >> step
    flood |= way & flood >> 2 * step
    way &= way >> 2 * step
    return flood | way & flood >> 4 * step


cdef inline Bits seen_from(Bits chips, Bits empty) noexcept nogil:
    """The empty squares in straight view of some chips."""
    # No ray goes on from the last row to the first of the next column, nor back.
    cdef Bits below = empty & NOT_FIRST_ROW
    cdef Bits above = empty & NOT_LAST_ROW
    return (
        flood_up(chips, below, 1) | flood_up(chips, above, 7)
        | flood_up(chips, empty, 8) | flood_up(chips, below, 9)
        | flood_down(chips, above, 1) | flood_down(chips, below, 7)
        | flood_down(chips, empty, 8) | flood_down(chips, above, 9)
    )
