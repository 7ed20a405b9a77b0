"""The search: principal variation search over a shared hash table.

Every score beyond `SURE` is a proof: a win is only ever claimed where each reply was searched, and
a loss where each own move was. Reductions look at a move less deeply but never pretend to have
looked.

The functions work on a `Worker`, what one thread searches with (`worker.pxd`), and need no lock of
Python's; `threads.py` has the objects that Python sees. The hash table (`table.pxd`), the order
of moves (`ordering.pxd`) and the evaluation (`evaluation.pxd`) are inline functions in headers,
which Cython compiles into this module: calls to another module's functions go through pointers
and are never inlined.
"""

from math import log

import cython
from cython.cimports.tenchips.core.bits import Bits, ctz, popcount
from cython.cimports.tenchips.core.state import (
    KEY,
    MAX_MOVES,
    SIDE_KEY,
    USABLE,
    Action,
    State,
    count_moves,
    holds_network,
    legal_moves,
    legal_squares,
    lift,
    make,
    opens_line,
    place,
    stepping_threats,
    tested_squares,
    threats,
    unmake,
    winning_move,
    winning_squares,
)
from cython.cimports.tenchips.engine.constants import MAX_PLY, MIX, SURE, WIN
from cython.cimports.tenchips.engine.evaluation import gain
from cython.cimports.tenchips.engine.ordering import pick, rank_moves, reward_cutoff
from cython.cimports.tenchips.engine.system import load, prefetch, seconds_now
from cython.cimports.tenchips.engine.table import (
    EXACT,
    LOWER,
    UPPER,
    Entry,
    Found,
    bucket_of,
    is_cutoff,
    probe,
    store,
)
from cython.cimports.tenchips.engine.worker import MEMO_BITS, Frame

# Having the move, in hundredths.
TEMPO = cython.declare(cython.int, 17)

# Late moves near the leaves are left out after so many, and more a ply.
PRUNED_DEPTH = cython.declare(cython.int, 3)
PRUNED_AFTER = cython.declare(cython.int, 4)
PRUNED_STEP = cython.declare(cython.int, 3)

# From this depth on a position of which the table knows no move is looked at a ply less deeply.
UNEXPLORED_DEPTH = cython.declare(cython.int, 4)

# From this depth on a thread leaves a move that another is looking at for later.
SHARED_DEPTH = cython.declare(cython.int, 3)

# After so many positions a thread looks whether another has answered what it is looking at.
CHECK_INTERVAL = cython.declare(cython.int, 64)


# How many plies less a late move is looked at first: by depth and by its place in the order.
def _fill_reductions():
    for depth in range(3, 64):
        for rank in range(3, 64):
            REDUCTION[64 * depth + rank] = int(0.7 + log(depth) * log(rank) / 2.0)


_fill_reductions()


# What is won or lost at once


def remembered_win(w):
    """`winning_move`, from memory if it was asked here before."""
    key: Bits = w.state.key ^ SIDE_KEY * MIX
    memo: cython.pointer(Entry) = cython.address(w.memo[key >> (64 - MEMO_BITS)])
    if memo.check != key:
        memo.data = winning_move(cython.address(w.state))
        memo.check = key
    return memo.data


def holding_without(w, origin):
    """The squares where a player has to put the chip from this square, for the opponent not to
    step and win: SAFE if he could not anyway, UNKNOWN if taking the chip away gives him a
    network. With an origin below 0, for a chip from the hand."""
    p: cython.pointer(State) = cython.address(w.state)
    color: cython.int = p.side
    key: Bits = p.key ^ (KEY[color][origin] if origin >= 0 else MIX)
    memo: cython.pointer(Entry) = cython.address(w.memo[key >> (64 - MEMO_BITS)])
    holding: Bits = USABLE[color]
    freed: cython.bint = False
    if memo.check != key:
        if origin >= 0:
            freed = opens_line(p, origin, color ^ 1)
            lift(p, origin, color)
            freed = freed and holds_network(p, color ^ 1)
        if freed:
            holding = UNKNOWN
        elif not stepping_threats(p, color ^ 1, cython.address(holding)):
            holding = SAFE
        if origin >= 0:
            place(p, origin, color)
        memo.data = holding
        memo.check = key
    return memo.data


# Repetitions, and the end of a search


def repeated(w, key):
    """Whether a position stands earlier in the line being searched, or so often in the game
    that it is drawn now (`Searcher.set` puts only those positions of the game on the path)."""
    i: cython.int
    for i in range(w.path_length):
        if w.path[i] == key:
            return True
    return False


def returns(w, step):
    """Whether a step leads to a repeated position."""
    color: cython.int = w.state.side
    chip: Bits = KEY[color][(step >> 6) - 1] ^ KEY[color][step & 63]
    return repeated(w, w.state.key ^ chip ^ SIDE_KEY)


def out_of_time(w):
    """Whether the search has to end."""
    w.ticks += 1
    w.stopped = (
        w.stopped
        or w.stop[0] != 0
        or (w.shared and load(cython.address(w.job.open)) != w.turn)
        or (w.node_limit != 0 and w.nodes >= w.node_limit)
        or (w.deadline != 0 and (w.ticks & 255) == 0 and seconds_now() >= w.deadline)
    )
    return w.stopped


def overtaken(w, ply):
    """Whether another thread has answered a position above this one, so that the search has to
    go back there."""
    found: Found
    above: cython.pointer(Frame)
    i: cython.int
    for i in range(1, ply):
        above = cython.address(w.frames[i])
        if (
            above.depth > 0
            and probe(cython.address(w.table), above.key, i, cython.address(found))
            and is_cutoff(
                cython.address(found), above.depth, above.alpha, above.alpha + 1, w.exhaustive
            )
        ):
            w.back = i
            w.back_score = found.score
            w.stopped = True
            return True
    return False


# The tree


def failed(w, color, plies):
    """The score for a colour where the attacker has not won in time, after so many plies."""
    return plies - WIN if color == w.attacker else WIN - plies


def stuck(w, ply):
    """The score of a player who has no legal move."""
    if w.attacker >= 0:
        return failed(w, w.state.side, ply)
    return 0 if w.stuck_score == 0 else ply - WIN


def frontier(w, beta, ply, legal):
    """The best of the adds, one ply from the leaves, by what each of them gains: where the
    opponent threatens nothing, no reply can win, and nothing has to be moved to see that."""
    p: cython.pointer(State) = cython.address(w.state)
    color: cython.int = p.side
    static: cython.int = w.lead - TEMPO
    best: cython.int = -WIN
    score: cython.int
    while legal:
        w.nodes += 1
        score = static + gain(p, ctz(legal), color)
        if score > best:
            best = score
            w.pv[ply][0] = ctz(legal)
            if best >= beta:
                break
        legal &= legal - 1
    w.pv_length[ply] = 1
    return best


def stepping_frontier(w, alpha, beta, ply):
    """The best of the steps, one ply from the leaves, by what each of them gains; only of those
    that would be the best so far it is asked whether they let the opponent win."""
    p: cython.pointer(State) = cython.address(w.state)
    color: cython.int = p.side
    own: Bits = p.chips[color]
    legal: Bits
    rest: Bits
    origin: cython.int
    move: cython.int
    left: cython.int
    score: cython.int
    top: cython.int
    best: cython.int = -WIN
    best_move: cython.int = 0
    top_square: cython.int = 0
    while own and best < beta and not out_of_time(w):
        origin = ctz(own)
        own &= own - 1
        left = w.lead - TEMPO - gain(p, origin, color)
        top = -WIN
        lift(p, origin, color)
        legal = legal_squares(p, color) & ~(cython.cast(Bits, 1) << origin)
        rest = legal
        while rest and top < beta:
            w.nodes += 1
            score = left + gain(p, ctz(rest), color)
            if score > top:
                top = score
                top_square = ctz(rest)
            rest &= rest - 1
        place(p, origin, color)
        if top <= best:
            continue
        if (top <= alpha and best > -SURE) or holding_without(w, origin) == SAFE:
            best = top
            best_move = (origin + 1) << 6 | top_square
            continue
        while legal and best < beta:
            move = (origin + 1) << 6 | ctz(legal)
            score = score_of(w, move, 0, 1, 0, alpha, beta, ply, STEPS)
            if score > best:
                best = score
                best_move = move
            legal &= legal - 1
    w.pv[ply][0] = best_move
    w.pv_length[ply] = 1
    return best


def without_excluded(w, moves, n):
    """Drop the moves that are not to be searched at the root; return how many are left."""
    kept: cython.int = 0
    i: cython.int
    j: cython.int
    for i in range(n):
        for j in range(w.root_excluded_count):
            if w.root_excluded[j] == moves[i]:
                break
        else:
            moves[kept] = moves[i]
            kept += 1
    return kept


def without_refuted(w, moves, n, holding):
    """Drop the steps that do not stop what the opponent threatens; return how many are left."""
    kept: cython.int = 0
    i: cython.int
    for i in range(n):
        if holding >> (moves[i] & 63) & 1 or returns(w, moves[i]):
            moves[kept] = moves[i]
            kept += 1
    return kept


def score_of(w, move, rank, depth, plies, alpha, beta, ply, threat):
    """The score of a move, by its rank in the order: the first is searched in the whole window,
    a later one only to see whether it is better, and less deeply at first. `threat` is what the
    opponent threatens, or STEPS if that is to be asked here."""
    p: cython.pointer(State) = cython.address(w.state)
    color: cython.int = p.side
    lead: cython.int = w.lead
    score: cython.int
    reduction: cython.int
    key: Bits
    holding: Bits
    lost: cython.bint
    freed: cython.bint = False
    if depth > 1:
        # The table is slow to read: ask for the entry before the move is made.
        key = p.key ^ KEY[color][move & 63] ^ SIDE_KEY ^ w.salt
        if move >= 64:
            key ^= KEY[color][(move >> 6) - 1]
        prefetch(bucket_of(cython.address(w.table), key))
    if threat == STEPS:
        holding = holding_without(w, (move >> 6) - 1)
        threat = 0 if holding == SAFE else UNKNOWN
        lost = not holding & (SAFE | UNKNOWN) and not holding >> (move & 63) & 1
        if lost and not returns(w, move):
            w.nodes += 1
            w.pv_length[ply + 1] = 0
            return ply + 2 - WIN
    if move >= 64:
        freed = opens_line(p, (move >> 6) - 1, color ^ 1)
        w.lead -= gain(p, (move >> 6) - 1, color)
    make(p, move)
    w.added[ply + 1] = move & 63
    w.lead = -w.lead - gain(p, move & 63, color)
    if freed and holds_network(p, color ^ 1):
        score = ply + 1 - WIN
        w.pv_length[ply + 1] = 0
    elif ply == 0 and w.root_excluded_count > 0 and holds_network(p, color):
        score = WIN - 1
        w.pv_length[1] = 0
    elif rank == 0:
        score = -search(w, plies, -beta, -alpha, ply + 1, threat)
    else:
        reduction = 0
        if not w.exhaustive:
            reduction = REDUCTION[64 * min(depth, 63) + min(rank, 63)]
        w.reduced[ply + 1] = reduction
        score = -search(w, plies - reduction, -alpha - 1, -alpha, ply + 1, threat)
        w.reduced[ply + 1] = 0
        if score > alpha and reduction > 0:
            score = -search(w, plies, -alpha - 1, -alpha, ply + 1, threat)
        if score > alpha and score < beta:
            score = -search(w, plies, -beta, -alpha, ply + 1, threat)
    unmake(p, move)
    w.lead = lead
    return score


def search(w, depth, alpha, beta, ply, chances):
    """The score of the position for the side to move, exact between alpha and beta.

    `chances` holds the squares where an add may win at once, none if no step can, or UNKNOWN. An
    add never helps the opponent: it blocks lines and takes squares. So the wins a player has are
    among those that threatened a move earlier, and each position looks for the opponent's only."""
    p: cython.pointer(State) = cython.address(w.state)
    color: cython.int = p.side
    moves: Action[MAX_MOVES]
    order: cython.int[MAX_MOVES]
    found: Found
    key: Bits
    legal: Bits = 0
    holding: Bits
    stopping: Bits
    threat: Bits = UNKNOWN
    n: cython.int
    i: cython.int
    j: cython.int
    move: cython.int
    score: cython.int
    best: cython.int = -WIN
    best_move: cython.int = 0
    table_move: cython.int = 0
    first_alpha: cython.int
    plies: cython.int
    turn: cython.int = 0
    late: cython.int = 0
    mark: Bits = 0
    busy: cython.pointer(Bits) = cython.NULL
    sharing: cython.bint = w.shared and depth >= SHARED_DEPTH
    stepping: cython.bint = p.hand[0] + p.hand[1] == 0
    open_window: cython.bint = beta - alpha > 1
    kept: cython.int
    added: Bits = 0

    w.pv_length[ply] = 0
    w.frames[ply].depth = 0
    w.nodes += 1
    if out_of_time(w) or (w.shared and (w.ticks & (CHECK_INTERVAL - 1)) == 0 and overtaken(w, ply)):
        return 0
    if ply > w.seldepth:
        w.seldepth = ply
    if ply > 0:
        if stepping:
            if repeated(w, p.key):
                return 0
            if w.steps_left >= 0 and ply >= w.steps_left and count_moves(p) > 0:
                return 0
        # A win further off than one already sure cannot matter.
        alpha = max(alpha, ply - WIN)
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha
    if w.attacker >= 0 and p.hand[w.attacker] == 0:
        return failed(w, color, ply)
    if depth <= 0 or ply >= MAX_PLY:
        score = w.lead + TEMPO
        if score >= beta or chances == 0:
            return score
        if chances == UNKNOWN:
            return WIN - ply - 1 if remembered_win(w) else score
        chances &= legal_squares(p, color)
        return WIN - ply - 1 if tested_squares(p, color, chances, True) else score

    key = p.key ^ w.salt
    if stepping and w.steps_left >= 0 and w.steps_left - ply < 64:
        key ^= cython.cast(Bits, w.steps_left - ply + 1) * MIX
    if probe(cython.address(w.table), key, ply, cython.address(found)):
        table_move = found.move
        # Where the line itself is searched no score is taken over, to see the line to its end.
        # Nor where moves are left out: the table knows the position with all of them.
        if (
            not open_window and (ply > 0 or w.root_excluded_count == 0)
            and is_cutoff(cython.address(found), depth, alpha, beta, w.exhaustive)
        ):  # fmt: skip
            return found.score

    if (
        ply > 0 and table_move == 0 and depth >= UNEXPLORED_DEPTH and not stepping
        and not w.exhaustive
    ):  # fmt: skip
        depth -= 1
    kept = MAX_MOVES if w.exhaustive else PRUNED_AFTER + PRUNED_STEP * depth
    if p.hand[color] > 0:
        legal = legal_squares(p, color)
        if chances == UNKNOWN:
            chances = winning_squares(p, color, legal, True)
        elif chances != 0:
            chances = tested_squares(p, color, chances & legal, True)
        move = ctz(chances) if chances else 0
    else:
        move = remembered_win(w) if chances != 0 else 0
    if move != 0 and (ply > 0 or w.root_excluded_count == 0):
        w.pv[ply][0] = move
        w.pv_length[ply] = 1
        if ply == 0:
            w.root_best = move
        return WIN - ply - 1
    if color == w.attacker and p.hand[color] == 1 and ply > 0:
        return failed(w, color, ply + 1)

    plies = depth - 1
    if p.hand[color] > 0:
        if legal == 0:
            return stuck(w, ply)
        threat = 0
        holding = legal
        if p.hand[color ^ 1] > 0:
            if popcount(p.chips[color ^ 1]) >= 5:
                if ply > 1:
                    # The opponent could not win before the chip just added.
                    added = cython.cast(Bits, 1) << w.added[ply]
                threat = threats(p, color ^ 1, added, cython.address(holding))
        else:
            stopping = holding_without(w, -1)
            if stopping != SAFE:
                threat = UNKNOWN
                holding &= stopping
        if color ^ 1 == w.attacker and threat == 0 and p.hand[color ^ 1] == 1 and ply > 0:
            return failed(w, color, ply + 2)
        if threat != 0:
            if holding == 0 and ply > 0:
                return ply + 2 - WIN
            if not threat & UNKNOWN:
                if w.reduced[ply] > 0:
                    # A threat is no late move like others.
                    depth += 1
                # The reply is all but forced: it costs no depth.
                if ply < 2 * MAX_PLY // 3:
                    plies = depth
            if ply > 0:
                legal = holding
        elif depth == 1 and ply > 0:
            return frontier(w, beta, ply, legal)
        n = 0
        while legal:
            moves[n] = ctz(legal)
            n += 1
            legal &= legal - 1
    else:
        n = legal_moves(p, moves)
        if n > 0 and stepping and (w.steps_left < 0 or ply + 1 < w.steps_left):
            if depth == 1 and ply > 0:
                return stepping_frontier(w, alpha, beta, ply)
            if ply > 0 or w.root_excluded_count == 0:
                # A step that leaves a threat standing is lost: there is no win at once.
                threat = STEPS
            stopping = holding_without(w, -1) if ply > 0 else SAFE
            if stopping != SAFE:
                i = without_refuted(w, moves, n, stopping)
                if i < n:
                    best = ply + 2 - WIN
                n = i
                if n == 0:
                    return best
    if n == 0:
        return stuck(w, ply)
    if ply == 0 and w.root_excluded_count > 0:
        n = without_excluded(w, moves, n)

    rank_moves(cython.address(w.history), color, ply, table_move, moves, order, n)
    first_alpha = alpha
    if sharing and not open_window:
        w.frames[ply].key = key
        w.frames[ply].depth = depth
        w.frames[ply].alpha = alpha
    w.path[w.path_length] = p.key
    w.path_length += 1
    while turn < n + late:
        if turn < n:
            i = turn
            move = pick(moves, order, i, n) if i < 12 or order[i] > 0 else moves[i]
            if (
                not open_window and threat == 0 and best > -SURE and depth <= PRUNED_DEPTH
                and i >= kept
            ):  # fmt: skip
                # What is left out cannot turn the score into a loss: best is none.
                n = i
                continue
        else:
            i = order[turn - n]
            move = moves[turn - n]
        turn += 1
        if sharing:
            mark = p.key ^ (cython.cast(Bits, move) + 1) * MIX
            busy = cython.address(w.job.busy[mark >> 52])
            if busy[0] == mark and i > 0 and turn <= n:
                # Another thread is looking at this move: come back when the others are done.
                moves[late] = move
                order[late] = i
                late += 1
                continue
            busy[0] = mark
        score = score_of(w, move, i, depth, plies, alpha, beta, ply, threat)
        if sharing and busy[0] == mark:
            busy[0] = 0
        if w.stopped:
            if ply > 0 and w.back == ply:
                # Another thread has answered this position.
                w.back = 0
                w.stopped = False
                w.path_length -= 1
                return w.back_score
            break
        if score > best:
            best = score
            best_move = move
            if ply == 0 and (score > alpha or w.root_best == 0):
                w.root_best = move
            if score > alpha:
                alpha = score
                w.pv[ply][0] = move
                for j in range(w.pv_length[ply + 1]):
                    w.pv[ply][j + 1] = w.pv[ply + 1][j]
                w.pv_length[ply] = w.pv_length[ply + 1] + 1
                if alpha >= beta:
                    reward_cutoff(
                        cython.address(w.history), color, moves, i if turn <= n else 0, move,
                        depth, ply,
                    )  # fmt: skip
                    break
    w.path_length -= 1
    if not w.stopped and (ply > 0 or w.root_excluded_count == 0):
        store(
            cython.address(w.table), key, ply, depth, best,
            UPPER if best <= first_alpha else LOWER if best >= beta else EXACT, best_move,
        )  # fmt: skip
    return best


# For Python: the numbers that scores are made of.
globals().update(WIN=WIN, SURE=SURE, MAX_DEPTH=MAX_PLY - 6)
