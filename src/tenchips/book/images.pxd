# The four images of a position under the symmetries that keep the colours, and the least of them.
# A header without a module: the exact search compiles these functions for itself.
# Squares are numbered down the columns, a byte each.

ctypedef unsigned long long Bits

cdef extern from *:
    """
    #define ODD_ROWS 0x5555555555555555ull
    #define ROW_PAIRS 0x3333333333333333ull
    #define UPPER_ROWS 0x0F0F0F0F0F0F0F0Full
    """
    const Bits ODD_ROWS
    const Bits ROW_PAIRS
    const Bits UPPER_ROWS
    Bits swapped_columns "__builtin_bswap64"(Bits) noexcept nogil


cdef inline Bits mirrored_rows(Bits some) noexcept nogil:
    """The squares with top and bottom exchanged."""
    some = (some >> 1 & ODD_ROWS) | (some & ODD_ROWS) << 1
    some = (some >> 2 & ROW_PAIRS) | (some & ROW_PAIRS) << 2
    return (some >> 4 & UPPER_ROWS) | (some & UPPER_ROWS) << 4


cdef inline void canonical(Bits* own, Bits* other) noexcept nogil:
    """Turn the position into the least of its four images."""
    cdef Bits a = own[0]
    cdef Bits b = other[0]
    cdef Bits best_a = a
    cdef Bits best_b = b
    cdef int i
    for i in range(3):
        if i == 1:
            a = mirrored_rows(a)
            b = mirrored_rows(b)
        else:
            a = swapped_columns(a)
            b = swapped_columns(b)
        if a < best_a or (a == best_a and b < best_b):
            best_a = a
            best_b = b
    own[0] = best_a
    other[0] = best_b
