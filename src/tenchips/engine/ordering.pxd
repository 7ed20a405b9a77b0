# The order in which moves are tried: the table's move, then those that refuted other lines at the
# same ply (killers), then by how often a move has refuted anything (history). A header without a
# module: the search compiles these functions for itself.

from tenchips.core.state cimport Action
from tenchips.engine.constants cimport ACTIONS, MAX_PLY

cdef enum:
    # A move tried before the one that refuted loses this part of its history: 1 in 2**4.
    HISTORY_DECAY = 4

cdef struct History:
    int killers[MAX_PLY + 2][2]
    int refuted[2][ACTIONS]     # by colour and move


cdef inline void rank_moves(
    History* h, int color, int ply, int table_move, Action* moves, int* order, int n
) noexcept nogil:
    """Give each move a number: the larger, the earlier it is to be tried."""
    cdef int i, move
    for i in range(n):
        move = moves[i]
        order[i] = h.refuted[color][move]
        if move == table_move:
            order[i] = 1 << 30
        elif move == h.killers[ply][0]:
            order[i] = 1 << 29
        elif move == h.killers[ply][1]:
            order[i] = 1 << 28


cdef inline int pick(Action* moves, int* order, int i, int n) noexcept nogil:
    """Bring the most promising of the moves from the i-th on to the i-th place."""
    cdef int best = i
    cdef int j, move
    for j in range(i + 1, n):
        if order[j] > order[best]:
            best = j
    move = moves[best]
    moves[best] = moves[i]
    moves[i] = move
    order[best] = order[i]
    return move


cdef inline void reward_cutoff(
    History* h, int color, Action* moves, int tried, int move, int depth, int ply
) noexcept nogil:
    """A move that refuted the line before it is tried early elsewhere, and those that were tried
    in vain before it less early."""
    cdef int j
    for j in range(tried):
        h.refuted[color][moves[j]] -= h.refuted[color][moves[j]] >> HISTORY_DECAY
    if h.killers[ply][0] != move:
        h.killers[ply][1] = h.killers[ply][0]
        h.killers[ply][0] = move
    h.refuted[color][move] += depth * depth
    if h.refuted[color][move] > 1 << 24:
        for j in range(ACTIONS):
            h.refuted[0][j] >>= 1
            h.refuted[1][j] >>= 1


cdef inline void fade(History* h) noexcept nogil:
    """Before another position is searched: forget the killers and most of the history."""
    cdef int i
    for i in range(MAX_PLY + 2):
        h.killers[i][0] = h.killers[i][1] = 0
    for i in range(ACTIONS):
        h.refuted[0][i] >>= 3
        h.refuted[1][i] >>= 3
