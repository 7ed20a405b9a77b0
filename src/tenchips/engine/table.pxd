# The hash table: its entries, and how the search reads and writes them. The functions are here and
# not in table.py so that they are compiled into the search, without a call through a pointer.

from tenchips.core.bits cimport Bits
from tenchips.engine.constants cimport SURE

cdef enum Bound:
    NO_BOUND = 0
    UPPER = 1
    LOWER = 2
    EXACT = 3

# Two words an entry: the data, and the key xored with it, so that an entry torn between two
# threads is not taken for either.
cdef struct Entry:
    Bits check
    Bits data

cdef struct Bucket:
    Entry entries[4]

# Where the buckets are, how many, and the age of the present search, which its entries are given.
cdef struct TableView:
    Bucket* buckets
    Bits count
    int age

cdef struct Found:
    int score
    int depth
    int bound
    int move

cdef class Table:
    cdef TableView view

cdef void clear_table(TableView* table) noexcept nogil
cdef void age_table(TableView* table) noexcept nogil
cdef int permill_used(TableView* table) noexcept nogil


cdef inline Bucket* bucket_of(TableView* table, Bits key) noexcept nogil:
    """Where the table keeps a position."""
    return &table.buckets[((key >> 32) * table.count) >> 32]


cdef inline bint probe(TableView* table, Bits key, int ply, Found* found) noexcept nogil:
    """Look a position up; a win's distance is counted from here again."""
    cdef Bucket* bucket = bucket_of(table, key)
    cdef Bits data
    cdef int i
    for i in range(4):
        data = bucket.entries[i].data
        if bucket.entries[i].check == key ^ data and data != 0:
            found.score = <short>(data & 0xFFFF)
            found.move = data >> 16 & 0xFFFF
            found.depth = data >> 32 & 0xFF
            found.bound = data >> 40 & 3
            if found.score > SURE:
                found.score -= ply
            elif found.score < -SURE:
                found.score += ply
            return True
    return False


cdef inline void store(
    TableView* table, Bits key, int ply, int depth, int score, int bound, int move
) noexcept nogil:
    """Keep what was found, in the place of the same position or of the least useful entry."""
    cdef Bucket* bucket = bucket_of(table, key)
    cdef Bits data
    cdef int worth
    cdef int least = 1 << 30
    cdef int place = 0
    cdef int i
    for i in range(4):
        data = bucket.entries[i].data
        if bucket.entries[i].check == key ^ data:
            place = i
            if move == 0:
                move = data >> 16 & 0xFFFF
            break
        worth = <int>(data >> 32 & 0xFF)
        if <int>(data >> 42 & 63) == table.age:
            worth += 256
        if data == 0:
            worth = -1
        if worth < least:
            least = worth
            place = i
    if score > SURE:
        score += ply
    elif score < -SURE:
        score -= ply
    data = (
        <Bits><unsigned short>score
        | <Bits>move << 16
        | <Bits>depth << 32
        | <Bits>bound << 40
        | <Bits>table.age << 42
    )
    bucket.entries[place].data = data
    bucket.entries[place].check = key ^ data


cdef inline bint is_cutoff(
    Found* found, int depth, int alpha, int beta, bint exhaustive
) noexcept nogil:
    """Whether an entry answers a search of this depth in this window."""
    cdef bint sure = found.score > SURE or found.score < -SURE
    if found.depth < depth and not sure:
        return False
    # How soon at the earliest a win comes is known only as deep as was searched.
    if found.bound & LOWER and found.score >= beta:
        return found.depth >= depth or not exhaustive or found.score > SURE
    if found.bound & UPPER and found.score <= alpha:
        return found.depth >= depth or not exhaustive or found.score < -SURE
    return False
