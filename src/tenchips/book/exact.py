"""An exact search for wins in few plies, with rules of its own.

It answers one question: can the attacker, who is to move, win within so many plies by adding
chips, whatever the defender adds? The attacker plays between the left and right goals, as White
does; a board transposed asks the same for Black. Nothing is pruned but what cannot matter:

- an added chip opens no line, so a network that the attacker threatens to complete stands unless
  the reply takes one of its squares;
- a win needs six chips, and the last move before it must threaten one.

Positions are kept whole in its table, never as hashes. It imports nothing of the core or the
engine, so that what those claim can be checked here. It knows no step move: a player who has run
out of chips, or of squares, has not been beaten as far as it can tell.
"""

from operator import index

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.tenchips.book.images import Bits, canonical

from tenchips.arguments import checked_int, checked_megabytes
from tenchips.errors import TenchipsError

DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1))
CHIPS = cython.declare(cython.int, 10)
SHORTEST = cython.declare(cython.int, 6)
MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MAX_NUMBER = (1 << 31) - 1
MAX_NODES = 1 << 62


def _bit(x, y):
    return 1 << (8 * x + y)


def _fill_tables():
    global INNER
    for x in range(8):
        for y in range(8):
            for direction, (dx, dy) in enumerate(DIRECTIONS):
                ray = 0
                for n in range(1, 8):
                    if 0 <= x + n * dx < 8 and 0 <= y + n * dy < 8:
                        ray |= _bit(x + n * dx, y + n * dy)
                RAY[8 * x + y][direction] = ray
                if 0 <= x + dx < 8 and 0 <= y + dy < 8:
                    TOUCHING[8 * x + y] |= _bit(x + dx, y + dy)
    for i in range(1, 7):
        GOAL[ATTACKER][0] |= _bit(0, i)
        GOAL[ATTACKER][1] |= _bit(7, i)
        GOAL[DEFENDER][0] |= _bit(i, 0)
        GOAL[DEFENDER][1] |= _bit(i, 7)
        for j in range(1, 7):
            INNER |= _bit(i, j)
    for color in range(2):
        USABLE[color] = INNER | GOAL[color][0] | GOAL[color][1]


_fill_tables()


# Rules


def open_squares(own, occupied, color):
    """Where a chip may be added: not next to two own chips, nor to one that has a neighbour."""
    near: Bits = 0
    closed: Bits = 0
    rest: Bits = own
    while rest:
        closed |= near & TOUCHING[ctz(rest)]
        near |= TOUCHING[ctz(rest)]
        rest &= rest - 1
    rest = own & near
    while rest:
        closed |= TOUCHING[ctz(rest)]
        rest &= rest - 1
    return USABLE[color] & ~occupied & ~closed


def look_from(v, chip):
    """See from one chip in all directions."""
    d: cython.int
    other: cython.int
    ray: Bits
    way: Bits
    linked: Bits = 0
    sees: Bits = 0
    for d in range(8):
        way = RAY[chip][d]
        ray = way & v.occupied
        other = NONE
        if ray:
            other = ctz(ray) if d < 4 else 63 - clz(ray)
            way &= ~(RAY[other][d] | cython.cast(Bits, 1) << other)
            if v.own >> other & 1:
                linked |= cython.cast(Bits, 1) << other
            else:
                other = NONE
        v.next[chip][d] = other
        v.between[chip][d] = way
        sees |= way
    v.linked[chip] = linked
    v.sees[chip] = sees


def look(v, own, occupied):
    """See from every chip of a colour."""
    v.own = own
    v.occupied = occupied
    while own:
        look_from(v, ctz(own))
        own &= own - 1


def joined(v, front, inner):
    """The inner chips that lines of sight join to these."""
    found: Bits = 0
    near: Bits
    while front:
        near = v.linked[ctz(front)] & inner & ~found
        front &= front - 1
        front |= near
        found |= near
    return found


def path(v, chip, came, length, free, last, added):
    """Whether a path of so many chips can go on to the last goal, turning at every chip: 0, or
    the squares it then takes, those between its chips included. A chip was added to the view
    since (or NONE was)."""
    d: cython.int
    other: cython.int
    way: Bits
    rest: Bits
    bit: Bits
    for d in range(8):
        if d == came:
            continue
        other = v.next[chip][d]
        way = v.between[chip][d]
        if added != NONE and way >> added & 1:
            other = added
            way &= ~RAY[added][d]
        if other == NONE:
            continue
        bit = cython.cast(Bits, 1) << other
        if not free & bit:
            continue
        if not last & bit:
            rest = path(v, other, d, length + 1, free ^ bit, last, added)
            if rest:
                return rest | way | bit
        elif length + 1 >= SHORTEST:
            return way | bit
    return 0


def network(v, color, added):
    """A network of the colour in view, with a chip added: the squares it takes, or 0."""
    own: Bits = v.own
    first: Bits
    last: Bits
    way: Bits
    if added != NONE:
        look_from(v, added)
        own |= cython.cast(Bits, 1) << added
    first = own & GOAL[color][0]
    last = own & GOAL[color][1]
    own &= INNER
    if first and last and popcount(own) >= SHORTEST - 2:
        while first:
            way = path(v, ctz(first), -1, 1, own | last, last, added)
            if way:
                return way | first & -first
            first &= first - 1
    return 0


def seen_by(v, chips):
    """The empty squares in view of some chips."""
    seen: Bits = 0
    while chips:
        seen |= v.sees[ctz(chips)]
        chips &= chips - 1
    return seen


def candidates(v, color, legal):
    """The legal squares where a new chip could complete a network: in view both of what is
    joined to one goal and of what is joined to the other, with chips enough between them."""
    inner: Bits = v.own & INNER
    first: Bits = v.own & GOAL[color][0]
    last: Bits = v.own & GOAL[color][1]
    near_first: Bits = joined(v, first, inner)
    near_last: Bits = joined(v, last, inner)
    found: Bits = 0
    if first and last and popcount(near_first | near_last) >= SHORTEST - 3:
        found = seen_by(v, near_first | first) & seen_by(v, near_last | last) & INNER
    if popcount(near_first) >= SHORTEST - 2:
        found |= seen_by(v, near_first) & GOAL[color][1]
    if popcount(near_last) >= SHORTEST - 2:
        found |= seen_by(v, near_last) & GOAL[color][0]
    return found & legal


def wins_at_once(v, color, legal, holding):
    """The legal squares where the colour in view wins at once; of `holding` keep the squares
    that stand in the way of every such win. With no `holding` the first win will do."""
    found: Bits = 0
    rest: Bits
    way: Bits
    if popcount(v.own) < SHORTEST - 1:
        return 0
    rest = candidates(v, color, legal)
    while rest:
        way = network(v, color, ctz(rest))
        if way:
            found |= rest & -rest
            if holding == cython.NULL:
                break
            holding[0] &= way
        rest &= rest - 1
    return found


# Search


def begin(budget, nodes):
    """Start a search that may look at so many positions (0: no limit), one at a time."""
    limit: Bits = checked_int("nodes", nodes, 0, MAX_NODES)
    if budget.searching:
        raise TenchipsError("this search is running in another thread: use another one")
    budget.searching = True
    allow(budget, limit)
    return 0


def slot(w, own, other):
    """Where the table keeps a position."""
    mixed: Bits = (own * MIX ^ other) * MIX
    return cython.address(w.table[(mixed ^ mixed >> 29) * MIX >> 32 & w.mask])


def remember(w, own, other, plies, won, move):
    """Keep a result, in the place of whatever was there."""
    entry: cython.pointer(Entry) = slot(w, own, other)
    if entry.own != own or entry.other != other:
        entry.own = own
        entry.other = other
        entry.proved = entry.refuted = entry.move = 0
    if won:
        entry.move = move
        if entry.proved == 0 or plies < entry.proved:
            entry.proved = plies
    elif plies > entry.refuted:
        entry.refuted = plies


def succeeded(w, plies, move):
    """A move that won here is tried first where as many plies are left."""
    i: cython.int
    w.history[plies][move] += 1
    if w.strong[plies][0] == move:
        return
    i = 1
    while i < 3 and w.strong[plies][i] != move:
        i += 1
    while i > 0:
        w.strong[plies][i] = w.strong[plies][i - 1]
        i -= 1
    w.strong[plies][0] = move


def attack(w, own, other, plies):
    """Whether the attacker, to move, wins within so many plies."""
    view: View
    entry: cython.pointer(Entry)
    legal: Bits
    seen: Bits = 0
    rest: Bits
    bit: Bits
    table_move: cython.int = 0
    best: cython.int
    square: cython.int
    i: cython.int
    if not spend(cython.address(w.budget)):
        return False
    i = popcount(own)
    if i >= CHIPS or i + (plies + 1) // 2 < SHORTEST:
        return False
    if plies >= 3:
        canonical(cython.address(own), cython.address(other))
        entry = slot(w, own, other)
        if entry.own == own and entry.other == other:
            if entry.proved != 0 and entry.proved <= plies:
                return True
            if entry.refuted >= plies:
                return False
            table_move = entry.move
    legal = open_squares(own, own | other, ATTACKER)
    look(cython.address(view), own, own | other)
    if wins_at_once(cython.address(view), ATTACKER, legal, cython.NULL):
        return True
    if plies == 1:
        return False
    if plies == 3:
        # The new chip has to be part of the network it threatens: at its end, or beside a chip.
        rest = own
        while rest:
            seen |= view.sees[ctz(rest)]
            rest &= rest - 1
        legal &= seen | GOAL[ATTACKER][0] | GOAL[ATTACKER][1]
    i = -1
    while legal:
        square = NONE
        while i < 4 and square == NONE:
            best = table_move if i < 0 else w.strong[plies][i]
            i += 1
            if legal >> best & 1:
                square = best
        if square == NONE:
            best = -1
            rest = legal
            while rest:
                if w.history[plies][ctz(rest)] > best:
                    best = w.history[plies][ctz(rest)]
                    square = ctz(rest)
                rest &= rest - 1
        bit = cython.cast(Bits, 1) << square
        legal ^= bit
        if defend(w, own | bit, other, plies - 1):
            succeeded(w, plies, square)
            remember(w, own, other, plies, True, square)
            return True
        if w.budget.stopped:
            return False
    remember(w, own, other, plies, False, 0)
    return False


def defend(w, own, other, plies):
    """Whether every reply of the defender, to move, leaves a win within one ply less."""
    view: View
    replies: Bits
    holding: Bits
    threats: Bits = 0
    bit: Bits
    i: cython.int
    square: cython.int
    if popcount(other) >= CHIPS:
        return False
    replies = open_squares(other, own | other, DEFENDER)
    if not replies:
        return False
    holding = replies
    if SHORTEST - 1 <= popcount(own) < CHIPS:
        look(cython.address(view), own, own | other)
        threats = wins_at_once(
            cython.address(view), ATTACKER, open_squares(own, own | other, ATTACKER),
            cython.address(holding),
        )  # fmt: skip
    if plies == 2 and not threats:
        return False
    if popcount(other) >= SHORTEST - 1:
        look(cython.address(view), other, own | other)
        if wins_at_once(cython.address(view), DEFENDER, replies, cython.NULL):
            return False
    i = 0
    while holding:
        square = NONE
        while i < 2 and square == NONE:
            if holding >> w.stubborn[plies][i] & 1:
                square = w.stubborn[plies][i]
            i += 1
        if square == NONE:
            square = ctz(holding)
        bit = cython.cast(Bits, 1) << square
        holding ^= bit
        if not attack(w, own, other | bit, plies - 1):
            if w.stubborn[plies][0] != square:
                w.stubborn[plies][1] = w.stubborn[plies][0]
                w.stubborn[plies][0] = square
            return False
    return True


def winning_add(w, own, other, plies):
    """Where the attacker, to move, adds a chip and wins within so many plies; NONE if nowhere."""
    view: View
    rest: Bits = open_squares(own, own | other, ATTACKER)
    won: Bits
    a: Bits = own
    b: Bits = other
    after: Bits
    if popcount(own) >= CHIPS:
        return NONE
    look(cython.address(view), own, own | other)
    won = wins_at_once(cython.address(view), ATTACKER, rest, cython.NULL)
    if won:
        return ctz(won)
    if plies == 1 or not attack(w, own, other, plies):
        return NONE
    # The table knows the move, in the least of the position's images.
    canonical(cython.address(a), cython.address(b))
    after = a | cython.cast(Bits, 1) << slot(w, a, b).move
    canonical(cython.address(after), cython.address(b))
    while rest:
        a = own | rest & -rest
        won = other
        canonical(cython.address(a), cython.address(won))
        if a == after and won == b:
            return ctz(rest)
        rest &= rest - 1
    return NONE


@cython.final
@cython.cclass
class Exact:
    """Exact(megabytes=16)\n--\n
    The search with its table. Sets of squares are ints, a bit each, as in `squares`.

    >>> from tenchips.squares import bits
    >>> Exact().wins(bits("01 21 23 43 75".split()), bits("10 30 46 52 66".split()), 1)
    True
    """

    def __cinit__(self, megabytes=16):
        most = checked_megabytes(megabytes)
        size = 1
        while size * 2 * cython.sizeof(Entry) <= most:
            size *= 2
        self.w.table = cython.cast(cython.pointer(Entry), calloc(size, cython.sizeof(Entry)))
        if self.w.table == cython.NULL:
            raise MemoryError(f"there is no room for a hash table of {megabytes} MB")
        self.w.mask = size - 1

    def __dealloc__(self):
        free(self.w.table)

    @property
    def nodes(self):
        """Positions looked at so far."""
        return self.w.budget.nodes

    def wins(self, own, other, plies, nodes=0):
        """Whether the attacker, to move, wins within so many plies; None if that was not
        decided within so many nodes (0: no limit)."""
        a: Bits = checked_chips("own", own, 0)
        b: Bits = checked_chips("other", other, a)
        n: cython.int = _win_length(plies)
        won: cython.bint
        begin(cython.address(self.w.budget), nodes)
        with cython.nogil:
            won = attack(cython.address(self.w), a, b, n)
        self.w.budget.searching = False
        return None if self.w.budget.stopped else won

    def loses(self, own, other, plies):
        """Whether the defender, to move, loses within so many plies."""
        a: Bits = checked_chips("own", own, 0)
        b: Bits = checked_chips("other", other, a)
        n: cython.int = checked_int("plies", plies, 0, LEVELS - 2)
        lost: cython.bint
        if n % 2:
            raise TenchipsError(f"a loss takes an even number of plies, not {n}")
        if n == 0:
            return False
        begin(cython.address(self.w.budget), 0)
        with cython.nogil:
            lost = defend(cython.address(self.w), a, b, n)
        self.w.budget.searching = False
        return lost

    def move(self, own, other, plies):
        """A move with which the attacker wins within so many plies, or None."""
        a: Bits = checked_chips("own", own, 0)
        b: Bits = checked_chips("other", other, a)
        n: cython.int = _win_length(plies)
        square: cython.int
        begin(cython.address(self.w.budget), 0)
        with cython.nogil:
            square = winning_add(cython.address(self.w), a, b, n)
        self.w.budget.searching = False
        return None if square == NONE else square

    def unproved(self, own, other, replies, plies, nodes=0):
        """Of some replies of the defender, to move, those after which no win of the attacker
        within so many plies is found, with so many nodes for each (0: no limit). Squares that
        are taken are no replies."""
        a: Bits = checked_chips("own", own, 0)
        b: Bits = checked_chips("other", other, a)
        rest: Bits = _bits("replies", replies) & ~(a | b)
        n: cython.int = _win_length(plies)
        bit: Bits
        left: Bits = 0
        won: cython.bint
        view: View
        look(cython.address(view), b, a | b)
        if wins_at_once(cython.address(view), DEFENDER, rest, cython.NULL):
            return rest
        while rest:
            bit = rest & -rest
            rest ^= bit
            begin(cython.address(self.w.budget), nodes)
            with cython.nogil:
                won = attack(cython.address(self.w), a, b | bit, n)
            self.w.budget.searching = False
            if not won:
                left |= bit
        return left


@cython.cfunc
@cython.exceptval(check=True)
def _bits(name: object, some: object) -> Bits:
    """A set of squares."""
    try:
        return index(some)
    except OverflowError:
        raise TenchipsError(f"{name} is a set of squares: an int from 0 to 2**64 - 1") from None
    except TypeError:
        raise TypeError(f"{name} is an int, not {type(some).__name__}") from None


def checked_chips(name, some, taken):
    """The chips of a colour: at most ten, none on a square that is taken."""
    chips: Bits = _bits(name, some)
    if popcount(chips) > CHIPS:
        raise TenchipsError(f"{name} has {popcount(chips)} chips: a colour has at most {CHIPS}")
    if chips & taken:
        raise TenchipsError(f"{name} has chips on squares of the other colour's")
    return chips


@cython.cfunc
@cython.exceptval(-1)
def _win_length(plies: object) -> cython.int:
    number: cython.int = checked_int("plies", plies, -MAX_NUMBER, MAX_NUMBER)
    if number % 2 != 1 or number >= LEVELS:
        raise TenchipsError(f"a win takes an odd number of plies under {LEVELS}, not {number}")
    return number


# What the rules say


def adds(own, other):
    """Where the attacker may add a chip."""
    a: Bits = checked_chips("own", own, 0)
    return open_squares(a, a | checked_chips("other", other, a), ATTACKER)


def replies(own, other):
    """Where the defender may add a chip."""
    a: Bits = checked_chips("own", own, 0)
    b: Bits = checked_chips("other", other, a)
    return open_squares(b, a | b, DEFENDER)


def has_network(own, other, attacker):
    """Whether the attacker (or the defender) has a network."""
    view: View
    a: Bits = checked_chips("own", own, 0)
    b: Bits = checked_chips("other", other, a)
    look(cython.address(view), a if attacker else b, a | b)
    return network(cython.address(view), ATTACKER if attacker else DEFENDER, NONE) != 0


def least(own, other):
    """The position as the least of its four images."""
    a: Bits = _bits("own", own)
    b: Bits = _bits("other", other)
    canonical(cython.address(a), cython.address(b))
    return a, b


def children(own, other, some):
    """The positions after some replies to empty squares, each as the least of its four images."""
    a: Bits
    b: Bits
    chips: Bits = checked_chips("own", own, 0)
    others: Bits = checked_chips("other", other, chips)
    rest: Bits = _bits("some", some) & ~(chips | others)
    found = []
    while rest:
        a = chips
        b = others | rest & -rest
        canonical(cython.address(a), cython.address(b))
        found.append((ctz(rest), (a, b)))
        rest &= rest - 1
    return found
