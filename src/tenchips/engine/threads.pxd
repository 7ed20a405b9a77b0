# The types behind threads.py, whose functions become plain C through these declarations.

from tenchips.engine.table cimport Table
from tenchips.engine.worker cimport Job, Worker

cdef void copy_job(Worker* w) noexcept nogil
cdef int waited(int idle) noexcept nogil
cdef bint join(Worker* w) noexcept nogil
cdef bint search_job(Worker* w) noexcept nogil
cdef void write_result(Worker* w) noexcept nogil
cdef void read_result(Worker* w) noexcept nogil

cdef class Signal:
    cdef int flag

cdef class Searcher:
    cdef Worker w
    cdef Job job
    cdef Searcher leader
    cdef Table table
    cdef Signal signal
    cdef bint searching
