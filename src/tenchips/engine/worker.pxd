# What one thread searches with, and what the threads of a search share. A header without a module.

from tenchips.core.bits cimport Bits
from tenchips.core.state cimport MAX_MOVES, Action, State
from tenchips.engine.constants cimport MAX_PLY
from tenchips.engine.ordering cimport History
from tenchips.engine.table cimport Entry, TableView

cdef enum:
    MAX_DRAWN = 920                     # positions of the game that must not be repeated
    MAX_PATH = MAX_DRAWN + MAX_PLY + 8  # those, and the positions of the line being searched
    MEMO_BITS = 13                      # a worker remembers 2**13 answers about wins at once

# What the threads of a search share: what to search now, and what the first to finish found.
# `turn` counts by twos, odd while the leader writes; `open` is the turn until a thread claims to
# have finished it; `reported` is the last turn whose result a follower wrote down. `busy` marks
# the moves that threads are looking at.
cdef struct Job:
    int turn
    int open
    int reported
    int depth
    int alpha
    int beta
    int excluded_count
    int excluded[MAX_MOVES]
    int score
    int best
    int seldepth
    int line_length
    Action line[MAX_PLY + 2]
    Bits busy[4096]

# A position above the one being searched that another thread may answer meanwhile: what the
# table would have to know. A depth of 0 stands for one that no other thread searches.
cdef struct Frame:
    Bits key
    int depth
    int alpha

cdef struct Worker:
    State state
    int lead
    TableView table
    int* stop
    double deadline
    Bits node_limit
    Bits nodes
    bint stopped
    Job* job
    bint shared
    bint exhaustive
    int turn
    int depth
    int alpha
    int beta
    int score
    Bits ticks
    int seldepth
    Bits salt
    int steps_left
    int stuck_score
    int attacker
    Bits path[MAX_PATH]
    int path_length
    int root_excluded_count
    int root_excluded[MAX_MOVES]
    int root_best
    Entry memo[1 << MEMO_BITS]
    History history
    int reduced[MAX_PLY + 2]
    int added[MAX_PLY + 2]      # the square to which the move before each ply led
    Frame frames[MAX_PLY + 2]
    int back
    int back_score
    Action pv[MAX_PLY + 2][MAX_PLY + 2]
    int pv_length[MAX_PLY + 2]
