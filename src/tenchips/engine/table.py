"""`Table`: the memory of the search, a hash table that all its threads share without locks.

This is the object that owns the memory; `table.pxd` has the functions that read and write it.
"""

import cython
from cython.cimports.libc.stdlib import free
from cython.cimports.libc.string import memset
from cython.cimports.tenchips.core.bits import Bits
from cython.cimports.tenchips.engine.system import huge_alloc

from tenchips.arguments import checked_megabytes


def clear_table(table):
    """Forget everything."""
    table.age = 0
    memset(table.buckets, 0, table.count * cython.sizeof(Bucket))


def age_table(table):
    """Mark what is there as old, to be replaced first."""
    table.age = (table.age + 1) & 63


def permill_used(table):
    """How much of the table the present search has filled, in thousandths: of the first buckets."""
    i: cython.int
    j: cython.int
    data: Bits
    used: cython.int = 0
    sample: cython.int = 250 if table.count > 250 else table.count
    for i in range(sample):
        for j in range(4):
            data = table.buckets[i].entries[j].data
            used += data != 0 and cython.cast(cython.int, data >> 42 & 63) == table.age
    return used * 250 // sample


@cython.final
@cython.cclass
class Table:
    """Table(megabytes=64)\n--\n
    The memory of the search, shared by its threads: positions with score, depth and move.

    >>> Table(megabytes=1).size
    1048576
    """

    def __cinit__(self, megabytes=64):
        self.view.count = max(1, checked_megabytes(megabytes) // cython.sizeof(Bucket))
        self.view.buckets = cython.cast(cython.pointer(Bucket), huge_alloc(self.size))
        if self.view.buckets == cython.NULL:
            raise MemoryError(f"there is no room for a hash table of {megabytes} MB")
        self.clear()

    def __dealloc__(self):
        free(self.view.buckets)

    def clear(self):
        """Forget everything."""
        clear_table(cython.address(self.view))

    def new_search(self):
        """Mark what is there as old, to be replaced first."""
        age_table(cython.address(self.view))

    @property
    def size(self):
        """The size in bytes."""
        return self.view.count * cython.sizeof(Bucket)

    @property
    def permill_full(self):
        """How much of the table the present search has filled, in thousandths."""
        return permill_used(cython.address(self.view))
