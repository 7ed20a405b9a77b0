# The types behind batch.py.

from tenchips.core.bits cimport Bits
from tenchips.core.state cimport MAX_MOVES, Action, State

# Chips of a position in the step phase, to find it again.
cdef struct Seen:
    Bits chips[2]

# One of the games: its position, the legal moves in it, and what house rules have to count.
# `seen` holds every position since the last chip was added; it grows as needed.
cdef struct Game:
    State state
    int plies
    int steps
    int repetitions
    int count
    Action moves[MAX_MOVES]
    Seen* seen
    int seen_count
    int seen_room

cdef bint remember(Game* game, Bits white, Bits black) noexcept nogil

cdef class Batch:
    cdef Game* games
    cdef readonly Py_ssize_t n
    cdef int repetition
    cdef int step_limit
    cdef bint stuck_loses
    cdef int max_plies
    cdef unsigned char[:, :, ::1] observation
    cdef unsigned char[:, ::1] action_mask
    cdef float[:, ::1] rewards
    cdef unsigned char[::1] terminated
    cdef unsigned char[::1] truncated
    cdef unsigned char[::1] current_player

    cdef bint look(self, Game* game) noexcept nogil
    cdef bint play(self, Py_ssize_t i, int move) noexcept nogil
    cdef void begin(self, Py_ssize_t i) noexcept nogil
    cdef void settle(self, Py_ssize_t i, int winner) noexcept nogil
    cdef void show(self, Py_ssize_t i) noexcept nogil
