# The numbers that all parts of the search share. A header without a module.

from tenchips.core.bits cimport Bits

cdef enum:
    WIN = 30000         # a win in n plies scores WIN - n
    SURE = 29000        # scores beyond this are proven
    MAX_PLY = 96
    ACTIONS = 4160      # action numbers run from 0 to one less

cdef extern from *:
    """
    #define MIX 0x9E3779B97F4A7C15ull
    """
    const Bits MIX      # an odd number that spreads small ones over 64 bits
