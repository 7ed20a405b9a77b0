# The types behind state.py, whose functions become plain C through these declarations.

from tenchips.core.bits cimport Bits

ctypedef unsigned short Action

cdef enum:
    NOBODY = 2      # the colour of an empty square
    MAX_MOVES = 512 # more than ten chips can have: each of them less than 48 squares

# A position with its lines of sight. `link[s][d]` is the next chip from chip s in direction d
# (64 or 127: none); `sees[s]` has bit d set where that chip is of the same colour.
cdef struct State:
    Bits chips[2]
    Bits key
    int side
    int hand[2]
    unsigned char link[128][8]
    unsigned char color[128]
    unsigned char sees[128]

# The second arm of a path through a chip in the middle: its goal chips, and the direction in which
# it would go straight on from the first arm.
cdef struct Arm:
    int middle
    unsigned straight
    Bits goal

cdef Bits RAY[64][8]
cdef Bits USABLE[2]
cdef Bits GOAL[2][2]
cdef Bits KEY[2][64]
cdef Bits SIDE_KEY

cdef struct Count:
    Bits moves
    Bits wins
    Bits handed
    Bits stuck

cdef void clear(State* p) noexcept nogil
cdef void set_up(State* p, Bits white, Bits black, int side) noexcept nogil
cdef void place(State* p, int square, int color) noexcept nogil
cdef void lift(State* p, int square, int color) noexcept nogil
cdef void make(State* p, int move) noexcept nogil
cdef void unmake(State* p, int move) noexcept nogil
cdef Bits open_squares(Bits own, Bits occupied, int color) noexcept nogil
cdef Bits legal_squares(State* p, int color) noexcept nogil
cdef int legal_moves(State* p, Action* out) noexcept nogil
cdef int count_moves(State* p) noexcept nogil
cdef bint opens_line(State* p, int square, int color) noexcept nogil
cdef int count_links(State* p, int color) noexcept nogil
cdef Bits reach(State* p, Bits front, Bits inner) noexcept nogil
cdef Bits path_to_goal(State* p, int chip, unsigned came, int length, Bits free, Bits goal, Arm* second) noexcept nogil
cdef Bits network_way(State* p, int color) noexcept nogil
cdef bint holds_network(State* p, int color) noexcept nogil
cdef Bits network_through(State* p, int square, int color) noexcept nogil
cdef Bits win_candidates(State* p, int color, Bits legal, Bits through) noexcept nogil
cdef Bits way_won(State* p, int square, int color) noexcept nogil
cdef Bits tested_squares(State* p, int color, Bits some, bint one_will_do) noexcept nogil
cdef Bits winning_squares(State* p, int color, Bits legal, bint one_will_do) noexcept nogil
cdef Bits threats(State* p, int color, Bits through, Bits* holding) noexcept nogil
cdef Bits freeing_squares(State* p, int square, int color) noexcept nogil
cdef bint stepping_threats(State* p, int color, Bits* holding) noexcept nogil
cdef int winning_step(State* p, int origin) noexcept nogil
cdef int winning_move(State* p) noexcept nogil
cdef int judge(State* p, int move, bint freed_enemy, bint freed_own) noexcept nogil
cdef Bits count_sequences(State* p, int depth) noexcept nogil
cdef void count_ends(State* p, int depth, Count* count) noexcept nogil
