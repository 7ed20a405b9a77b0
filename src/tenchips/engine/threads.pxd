# The types behind threads.py, whose functions become plain C through these declarations.

from tenchips.core.bits cimport Bits
from tenchips.core.state cimport Action, State
from tenchips.engine.table cimport Table, TableView
from tenchips.engine.worker cimport Job, Worker

cdef void reset_worker(Worker* w, TableView* table, Job* job, int* stop) noexcept nogil
cdef void set_position(Worker* w, State* position, Bits* drawn, int drawn_count, int steps_left, int stuck_score, int age) noexcept nogil
cdef void set_attack(Worker* w, int attacker, int chips) noexcept nogil
cdef void write_job(Job* job, int depth, int alpha, int beta, Action* excluded, int excluded_count) noexcept nogil
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
