"""The search: principal variation search over a shared hash table.

`Searcher` is one thread's worth of it; others can follow it into the same search, each leaving
to the end the moves that another is looking at. Every score beyond `SURE` is a proof: a win is
only ever claimed where each reply was searched, and a loss where each own move was. Reductions
look at a move less deeply but never pretend to have looked.
"""

from math import log

import cython
from cython.cimports.libc.stdlib import free
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.tenchips.core.position import (
    MAX_MOVES,
    Action,
    Bits,
    Position,
    State,
    clear,
    count_moves,
    ctz,
    gain,
    holds_network,
    legal_moves,
    legal_squares,
    lift,
    make,
    opens_line,
    place,
    popcount,
    stepping_threats,
    tested_squares,
    threats,
    unmake,
    winning_move,
    winning_squares,
)

MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)

# Having the move, in hundredths.
TEMPO = cython.declare(cython.int, 17)

# Late moves near the leaves are left out after so many, and more a ply.
PRUNED_DEPTH = cython.declare(cython.int, 3)
PRUNED_AFTER = cython.declare(cython.int, 4)
PRUNED_STEP = cython.declare(cython.int, 3)

# From this depth on a position of which the table knows no move is looked at a ply less deeply.
UNEXPLORED_DEPTH = cython.declare(cython.int, 4)

# A move that was tried before the one that refuted loses this part of its history: 1 in 2**4.
FORGETTING = cython.declare(cython.int, 4)

# From this depth on a thread leaves a move that another is looking at for later.
SHARED_DEPTH = cython.declare(cython.int, 3)

# After so many positions a thread looks whether another has answered what it is looking at.
GLANCE = cython.declare(cython.int, 64)

# How often a thread with nothing to do looks for work before it rests, and for how many
# nanoseconds.
PATIENCE = cython.declare(cython.int, 500000)
NAP = cython.declare(cython.long, 20000)

# How many plies less a late move is looked at first: by depth and by its place in the order.
REDUCTION = cython.declare(cython.int[4096])


def _fill_reductions():
    for depth in range(3, 64):
        for rank in range(3, 64):
            REDUCTION[64 * depth + rank] = int(0.7 + log(depth) * log(rank) / 2.0)


_fill_reductions()


# The table


@cython.final
@cython.cclass
class Table:
    """The memory of the search, shared by its threads: positions with score, depth and move."""

    def __cinit__(self, megabytes=64):
        self.count = max(1, int(megabytes * 2**20) // cython.sizeof(Bucket))
        self.buckets = cython.cast(
            cython.pointer(Bucket), huge_alloc(self.count * cython.sizeof(Bucket))
        )
        if self.buckets == cython.NULL:
            raise MemoryError(f"there is no room for a hash table of {megabytes} MB")
        self.clear()

    def __dealloc__(self):
        free(self.buckets)

    def clear(self):
        """Forget everything."""
        self.age = 0
        memset(self.buckets, 0, self.count * cython.sizeof(Bucket))

    def new_search(self):
        """Mark what is there as old, to be replaced first."""
        self.age = (self.age + 1) & 63

    @property
    def size(self):
        """The size in bytes."""
        return self.count * cython.sizeof(Bucket)

    @property
    def permill_full(self):
        """How much of the table the present search has filled, in thousandths."""
        i: cython.int
        j: cython.int
        used: cython.int = 0
        sample: cython.int = 250 if self.count > 250 else self.count
        for i in range(sample):
            for j in range(4):
                data: Bits = self.buckets[i].entries[j].data
                used += data != 0 and cython.cast(cython.int, data >> 42 & 63) == self.age
        return used * 250 // sample


def probe(w, key, ply, found):
    """Look a position up; a win's distance is counted from here again."""
    bucket: cython.pointer(Bucket) = cython.address(w.table[((key >> 32) * w.buckets) >> 32])
    data: Bits
    i: cython.int
    for i in range(4):
        data = bucket.entries[i].data
        if bucket.entries[i].check == key ^ data and data != 0:
            found.score = cython.cast(cython.short, data & 0xFFFF)
            found.move = data >> 16 & 0xFFFF
            found.depth = data >> 32 & 0xFF
            found.bound = data >> 40 & 3
            if found.score > SURE:
                found.score -= ply
            elif found.score < -SURE:
                found.score += ply
            return True
    return False


def store(w, key, ply, depth, score, bound, move):
    """Keep what was found, in the place of the same position or of the least useful entry."""
    bucket: cython.pointer(Bucket) = cython.address(w.table[((key >> 32) * w.buckets) >> 32])
    data: Bits
    worth: cython.int
    least: cython.int = 1 << 30
    place: cython.int = 0
    i: cython.int
    for i in range(4):
        data = bucket.entries[i].data
        if bucket.entries[i].check == key ^ data:
            place = i
            if move == 0:
                move = data >> 16 & 0xFFFF
            break
        worth = cython.cast(cython.int, data >> 32 & 0xFF)
        if cython.cast(cython.int, data >> 42 & 63) == w.age:
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
        cython.cast(Bits, cython.cast(cython.ushort, score))
        | cython.cast(Bits, move) << 16
        | cython.cast(Bits, depth) << 32
        | cython.cast(Bits, bound) << 40
        | cython.cast(Bits, w.age) << 42
    )
    bucket.entries[place].data = data
    bucket.entries[place].check = key ^ data


def settled(w, found, depth, alpha, beta):
    """Whether what the table knows will do for a search of this depth in this window."""
    sure: cython.bint = found.score > SURE or found.score < -SURE
    if found.depth < depth and not sure:
        return False
    # How soon at the earliest a win comes is known only as deep as was searched.
    if found.bound & LOWER and found.score >= beta:
        return found.depth >= depth or not w.exhaustive or found.score > SURE
    if found.bound & UPPER and found.score <= alpha:
        return found.depth >= depth or not w.exhaustive or found.score < -SURE
    return False


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


# Judging a position that is not decided


def counted_lead(p):
    """By how much the chips and lines of the side to move are worth more, counted from nothing."""
    q: State
    color: cython.int
    chips: Bits
    total: cython.int = 0
    clear(cython.address(q))
    for color in range(2):
        chips = p.chips[color]
        while chips:
            total += gain(cython.address(q), ctz(chips), color) * (1 if color == p.side else -1)
            place(cython.address(q), ctz(chips), color)
            chips &= chips - 1
    return total


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
            and probe(w, above.key, i, cython.address(found))
            and settled(w, cython.address(found), above.depth, above.alpha, above.alpha + 1)
        ):
            w.back = i
            w.back_score = found.score
            w.stopped = True
            return True
    return False


def remember_cutoff(w, color, moves, i, move, depth, ply):
    """A move that refuted the line before it is tried early elsewhere, and those in vain before
    it, the first i, less early."""
    j: cython.int
    for j in range(i):
        w.history[color][moves[j]] -= w.history[color][moves[j]] >> FORGETTING
    if w.killers[ply][0] != move:
        w.killers[ply][1] = w.killers[ply][0]
        w.killers[ply][0] = move
    w.history[color][move] += depth * depth
    if w.history[color][move] > 1 << 24:
        for j in range(4160):
            w.history[0][j] >>= 1
            w.history[1][j] >>= 1


def stuck(w, ply):
    """The score of a player who has no legal move."""
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


def pick(moves, order, i, n):
    """Bring the most promising of the moves from the i-th on to the i-th place."""
    best: cython.int = i
    j: cython.int
    move: cython.int
    for j in range(i + 1, n):
        if order[j] > order[best]:
            best = j
    move = moves[best]
    moves[best] = moves[i]
    moves[i] = move
    order[best] = order[i]
    return move


def score_of(w, move, rank, depth, plies, alpha, beta, ply, threat):
    """The score of a move, by its rank in the order: the first is searched in the whole window,
    a later one only to see whether it is better, and less deeply at first. `threat` is what the
    opponent threatens, or STEPS if that is to be asked here."""
    p: cython.pointer(State) = cython.address(w.state)
    color: cython.int = p.side
    lead: cython.int = w.lead
    score: cython.int
    reduction: cython.int
    holding: Bits
    lost: cython.bint
    freed: cython.bint = False
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
    w.lead = -w.lead - gain(p, move & 63, color)
    if depth > 1:
        prefetch(cython.address(w.table[(((p.key ^ w.salt) >> 32) * w.buckets) >> 32]))
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

    w.pv_length[ply] = 0
    w.frames[ply].depth = 0
    w.nodes += 1
    if out_of_time(w) or (w.shared and (w.ticks & (GLANCE - 1)) == 0 and overtaken(w, ply)):
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
    if probe(w, key, ply, cython.address(found)):
        table_move = found.move
        # Where the line itself is searched no score is taken over, to see the line to its end.
        if not open_window and settled(w, cython.address(found), depth, alpha, beta):
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

    plies = depth - 1
    if p.hand[color] > 0:
        if legal == 0:
            return stuck(w, ply)
        threat = 0
        holding = legal
        if p.hand[color ^ 1] > 0:
            if popcount(p.chips[color ^ 1]) >= 5:
                threat = threats(p, color ^ 1, cython.address(holding))
        elif holding_without(w, -1) != SAFE:
            threat = UNKNOWN
            holding &= holding_without(w, -1)
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
            if ply > 0 and holding_without(w, -1) != SAFE:
                i = without_refuted(w, moves, n, holding_without(w, -1))
                if i < n:
                    best = ply + 2 - WIN
                n = i
                if n == 0:
                    return best
    if n == 0:
        return stuck(w, ply)
    if ply == 0 and w.root_excluded_count > 0:
        n = without_excluded(w, moves, n)

    for i in range(n):
        move = moves[i]
        order[i] = w.history[color][move]
        if move == table_move:
            order[i] = 1 << 30
        elif move == w.killers[ply][0]:
            order[i] = 1 << 29
        elif move == w.killers[ply][1]:
            order[i] = 1 << 28

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
                    remember_cutoff(w, color, moves, i if turn <= n else 0, move, depth, ply)
                    break
    w.path_length -= 1
    if not w.stopped and (ply > 0 or w.root_excluded_count == 0):
        store(
            w, key, ply, depth, best,
            UPPER if best <= first_alpha else LOWER if best >= beta else EXACT, best_move,
        )  # fmt: skip
    return best


# Threads: one leads, the others follow it into every search


def take_over(w):
    """Make the leader's present search one's own."""
    job: cython.pointer(Job) = w.job
    i: cython.int
    w.turn = load(cython.address(job.turn))
    w.depth = job.depth
    w.alpha = job.alpha
    w.beta = job.beta
    w.root_excluded_count = job.excluded_count
    for i in range(job.excluded_count):
        w.root_excluded[i] = job.excluded[i]


def waited(idle):
    """Wait a moment, longer if one has waited so often before; return how often now."""
    if idle < PATIENCE:
        return idle + 1
    rest(NAP)
    return idle


def join(w):
    """Join the leader's search if there is one that is new and not finished."""
    job: cython.pointer(Job) = w.job
    turn: cython.int = load(cython.address(job.turn))
    if turn & 1 or turn == w.turn or load(cython.address(job.open)) != turn:
        return False
    take_over(w)
    fence()
    # Not if the leader has begun to write the next one meanwhile.
    return w.turn == turn and load(cython.address(job.turn)) == turn


def work(w):
    """Search what was taken up; True for the first thread to come to the end of it."""
    w.stopped = False
    w.back = 0
    w.seldepth = 0
    w.root_best = 0
    w.score = search(w, w.depth, w.alpha, w.beta, 0, UNKNOWN)
    return not w.stopped and claim(cython.address(w.job.open), w.turn, 0)


def report(w):
    """Tell the leader what was found."""
    job: cython.pointer(Job) = w.job
    job.score = w.score
    job.best = w.root_best
    job.seldepth = w.seldepth
    job.line_length = w.pv_length[0]
    memcpy(job.line, w.pv[0], cython.sizeof(job.line))
    publish(cython.address(job.told), w.turn)


def learn(w):
    """Take over what a follower found that was faster."""
    job: cython.pointer(Job) = w.job
    idle: cython.int = 0
    while load(cython.address(job.told)) != w.turn:
        idle = waited(idle)
    w.stopped = False
    w.score = job.score
    w.root_best = job.best
    w.seldepth = job.seldepth
    w.pv_length[0] = job.line_length
    memcpy(w.pv[0], job.line, cython.sizeof(job.line))


@cython.final
@cython.cclass
class Signal:
    """A flag that ends searches from another thread, at once."""

    def set(self):
        """Tell them to stop."""
        self.flag = 1

    def clear(self):
        """Let them run."""
        self.flag = 0

    def is_set(self):
        """Whether they are told to stop."""
        return self.flag != 0


@cython.final
@cython.cclass
class Searcher:
    """One thread's search: a position, its limits, and what was found.

    >>> from tenchips.core import Position
    >>> searcher = Searcher(Table(1), Signal())
    >>> searcher.set(Position())
    >>> searcher.run(2)
    17
    """

    def __init__(self, table: Table, signal: Signal, leader: Searcher = None, *, exhaustive=False):
        """A searcher with a leader is there to `follow` it, on the same table and signal. An
        exhaustive one leaves out nothing, and so can tell that there is no win within as many
        plies as it looks ahead."""
        memset(cython.address(self.w), 0, cython.sizeof(Worker))
        memset(cython.address(self.job), 0, cython.sizeof(Job))
        self.table = table
        self.signal = signal
        self.leader = leader
        self.w.stop = cython.address(signal.flag)
        self.w.table = table.buckets
        self.w.buckets = table.count
        self.w.job = cython.address(self.job)
        if leader is not None:
            self.w.job = cython.address(leader.job)
            self.w.shared = leader.w.shared = True
        self.w.exhaustive = exhaustive

    def set(self, position: Position, drawn=(), steps_left=-1, stuck_score=-1):
        """Take a position, the keys of positions that would be drawn if they came again, and
        after how many moves the step limit draws the game (-1: never)."""
        self.w.state = position.state
        self.w.lead = counted_lead(cython.address(self.w.state))
        self.w.path_length = 0
        self.w.salt = 0 if stuck_score else MIX  # results under another rule are others
        for drawn_key in drawn[: MAX_PATH - MAX_PLY - 8]:
            self.w.path[self.w.path_length] = drawn_key
            self.w.path_length += 1
            self.w.salt ^= drawn_key * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        self.w.steps_left = steps_left
        self.w.stuck_score = stuck_score
        self.w.age = self.table.age
        self.w.nodes = 0
        memset(self.w.killers, 0, cython.sizeof(self.w.killers))
        memset(self.w.reduced, 0, cython.sizeof(self.w.reduced))
        i: cython.int
        for i in range(4160):
            self.w.history[0][i] >>= 3
            self.w.history[1][i] >>= 3

    def run(self, depth, alpha=-WIN, beta=WIN, deadline=0.0, node_limit=0, excluded=()):
        """Search to a depth within a window, together with those that follow; None if the limits
        ended it early."""
        job: cython.pointer(Job) = cython.address(self.job)
        self.w.deadline = deadline
        self.w.node_limit = node_limit
        publish(cython.address(job.turn), job.turn + 1)
        fence()
        job.depth = depth
        job.alpha = alpha
        job.beta = beta
        job.excluded_count = 0
        for move in excluded:
            job.excluded[job.excluded_count] = move
            job.excluded_count += 1
        publish(cython.address(job.open), job.turn + 1)
        publish(cython.address(job.turn), job.turn + 1)
        with cython.nogil:
            take_over(cython.address(self.w))
            if not work(cython.address(self.w)) and not claim(
                cython.address(job.open), self.w.turn, 0
            ):
                # Not out of time: a follower has come to the end of it.
                learn(cython.address(self.w))
        return None if self.w.stopped else self.w.score

    def follow(self):
        """Search whatever the leader searches, until the signal ends it."""
        w: cython.pointer(Worker) = cython.address(self.w)
        idle: cython.int = 0
        with cython.nogil:
            while load(w.stop) == 0:
                if join(w):
                    idle = 0
                    if work(w):
                        report(w)
                else:
                    idle = waited(idle)

    @property
    def nodes(self):
        """Positions looked at since `set`."""
        return self.w.nodes

    @property
    def seldepth(self):
        """How many plies deep the last run has looked."""
        return self.w.seldepth

    @property
    def best(self):
        """The best first move of the last run, as far as it came, or 0."""
        return self.w.root_best

    @property
    def line(self):
        """The line the last run expects."""
        i: cython.int
        return [self.w.pv[0][i] for i in range(self.w.pv_length[0])]


# For Python: the numbers that scores are made of.
globals().update(WIN=WIN, SURE=SURE, MAX_DEPTH=MAX_PLY - 6)
