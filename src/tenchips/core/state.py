"""A position as the compiled code keeps it: chips, lines of sight, legal moves and networks.

Squares are numbers (`squares.py`), sets of squares are 64 bits, and a move is its action number:
an add is the square, a step `64 + 64·from + to`. So `move >> 6` is 0 for an add and the origin
plus one for a step, and 0, an add to a corner, can mean "no move".

Everything here is plain C that needs no lock of Python's. Nothing is checked: a `State` must hold
at most ten chips of each colour, all on squares of their own, and `make` must be given a move of
the side to move from one of its chips, or its hand, to an empty square. `Position` sees to that.
"""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.tenchips.core.bits import (
    Bits,
    clz,
    crowded_squares,
    ctz,
    popcount,
    seen_from,
)

from tenchips import squares
from tenchips.rules import CHIPS
from tenchips.squares import COLORS

FULL_HAND = cython.declare(cython.int, CHIPS)
INNER = cython.declare(cython.ulonglong, squares.INNER_BITS)


def _scramble(number):
    """A fixed random-looking 64-bit number (the finalizer of splitmix64)."""
    mask = (1 << 64) - 1
    number = (number + 1) * 0x9E3779B97F4A7C15 & mask
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & mask
    number = (number ^ number >> 27) * 0x94D049BB133111EB & mask
    return number ^ number >> 31


def _fill_tables():
    global SIDE_KEY
    for number in range(64):
        for direction in range(8):
            RAY[number][direction] = squares.RAYS[number][direction]
        for color in COLORS:
            KEY[color][number] = _scramble(64 * color + number)
    for color in COLORS:
        USABLE[color] = squares.USABLE_BITS[color]
        for end in range(2):
            GOAL[color][end] = squares.GOAL_BITS[color][end]
    SIDE_KEY = _scramble(128)


_fill_tables()


# Chips come and go


def clear(p):
    """Empty the board, all chips in hand, White to move."""
    memset(p, 0, cython.sizeof(State))
    memset(p.link, 64, cython.sizeof(p.link))
    memset(p.color, NOBODY, cython.sizeof(p.color))
    p.hand[0] = p.hand[1] = FULL_HAND


def set_up(p, white, black, side):
    """Put chips on an empty board."""
    color: cython.int
    rest: Bits
    clear(p)
    for color in range(2):
        rest = black if color else white
        p.hand[color] -= popcount(rest)
        while rest:
            place(p, ctz(rest), color)
            p.key ^= KEY[color][ctz(rest)]
            rest &= rest - 1
    p.side = side
    if side:
        p.key ^= SIDE_KEY


def place(p, square, color):
    """Put a chip on an empty square and cut the lines of sight that cross it."""
    occupied: Bits = p.chips[0] | p.chips[1]
    sees: cython.uint = 0
    d: cython.int
    ray: Bits
    a: cython.int
    b: cython.int
    own_a: cython.uint
    own_b: cython.uint
    for d in range(4):
        ray = RAY[square][d] & occupied
        a = ctz(ray) if ray else 64
        ray = RAY[square][d + 4] & occupied
        b = 63 - clz(ray) if ray else 127
        p.link[square][d] = a
        p.link[square][d + 4] = b
        p.link[a][d + 4] = square
        p.link[b][d] = square
        own_a = p.color[a] == color
        own_b = p.color[b] == color
        sees |= own_a << d | own_b << (d + 4)
        p.sees[a] = (p.sees[a] & ~(16 << d)) | own_a << (d + 4)
        p.sees[b] = (p.sees[b] & ~(1 << d)) | own_b << d
    p.sees[square] = sees
    p.color[square] = color
    p.chips[color] |= cython.cast(Bits, 1) << square


def lift(p, square, color):
    """Take a chip off and join the lines of sight that met there."""
    d: cython.int
    a: cython.int
    b: cython.int
    same: cython.uint
    p.chips[color] &= ~(cython.cast(Bits, 1) << square)
    p.color[square] = NOBODY
    for d in range(4):
        a = p.link[square][d]
        b = p.link[square][d + 4]
        same = p.color[a] == p.color[b]
        p.link[a][d + 4] = b
        p.link[b][d] = a
        p.sees[a] = (p.sees[a] & ~(16 << d)) | same << (d + 4)
        p.sees[b] = (p.sees[b] & ~(1 << d)) | same << d


def make(p, move):
    """Play a legal move."""
    color: cython.int = p.side
    origin: cython.int = (move >> 6) - 1
    to: cython.int = move & 63
    if origin < 0:
        p.hand[color] -= 1
    else:
        lift(p, origin, color)
        p.key ^= KEY[color][origin]
    place(p, to, color)
    p.key ^= KEY[color][to] ^ SIDE_KEY
    p.side = color ^ 1


def unmake(p, move):
    """Take back the move just played."""
    color: cython.int = p.side ^ 1
    origin: cython.int = (move >> 6) - 1
    to: cython.int = move & 63
    p.side = color
    lift(p, to, color)
    p.key ^= KEY[color][to] ^ SIDE_KEY
    if origin < 0:
        p.hand[color] += 1
    else:
        place(p, origin, color)
        p.key ^= KEY[color][origin]


# Legal moves


def open_squares(own, occupied, color):
    """Where a chip of a colour may be put: an empty square that it may use and that makes no
    cluster of three."""
    return USABLE[color] & ~occupied & ~crowded_squares(own)


def legal_squares(p, color):
    """Where a colour may add a chip."""
    return open_squares(p.chips[color], p.chips[0] | p.chips[1], color)


def legal_moves(p, out):
    """Write the legal moves of the side to move; return how many there are."""
    color: cython.int = p.side
    own: Bits = p.chips[color]
    occupied: Bits = p.chips[0] | p.chips[1]
    some: Bits
    chip: Bits
    origin: cython.int
    rest: Bits
    n: cython.int = 0
    if p.hand[color] > 0:
        some = open_squares(own, occupied, color)
        while some:
            out[n] = ctz(some)
            n += 1
            some &= some - 1
        return n
    rest = own
    while rest:
        chip = rest & -rest
        origin = (ctz(rest) + 1) << 6
        some = open_squares(own ^ chip, occupied ^ chip, color) & ~chip
        while some:
            out[n] = origin | ctz(some)
            n += 1
            some &= some - 1
        rest ^= chip
    return n


def count_moves(p):
    """How many legal moves the side to move has."""
    color: cython.int = p.side
    own: Bits = p.chips[color]
    occupied: Bits = p.chips[0] | p.chips[1]
    chip: Bits
    rest: Bits
    n: cython.int = 0
    if p.hand[color] > 0:
        return popcount(open_squares(own, occupied, color))
    rest = own
    while rest:
        chip = rest & -rest
        n += popcount(open_squares(own ^ chip, occupied ^ chip, color) & ~chip)
        rest ^= chip
    return n


def opens_line(p, square, color):
    """Whether taking this chip away lets two chips of a colour see each other."""
    d: cython.int
    for d in range(4):
        if p.color[p.link[square][d]] == color and p.color[p.link[square][d + 4]] == color:
            return True
    return False


def count_links(p, color):
    """How many pairs of a colour's chips see each other."""
    total: cython.int = 0
    rest: Bits = p.chips[color]
    while rest:
        total += popcount(p.sees[ctz(rest)])
        rest &= rest - 1
    return total // 2


# Networks


def reach(p, front, inner):
    """The inner chips that some line of sights joins to these, turns or not."""
    seen: Bits = 0
    near: Bits
    chip: cython.int
    directions: cython.uint
    while front:
        chip = ctz(front)
        front &= front - 1
        near = 0
        directions = p.sees[chip]
        while directions:
            near |= cython.cast(Bits, 1) << p.link[chip][ctz(directions)]
            directions &= directions - 1
        near &= inner & ~seen
        seen |= near
        front |= near
    return seen


def path_to_goal(p, chip, came, length, free, goal, second):
    """Whether a path of this many chips, come in these directions, can go on to a goal chip; and,
    if there is a second arm, whether that arm then reaches its own goal, with other chips and
    turning in the middle as well.

    The answer is 0 or the way it goes: the chips and the empty squares between them."""
    directions: cython.uint = p.sees[chip] & ~came
    d: cython.int
    other: cython.int
    bit: Bits
    way: Bits
    while directions:
        d = ctz(directions)
        directions &= directions - 1
        other = p.link[chip][d]
        bit = cython.cast(Bits, 1) << other
        if not free & bit:
            continue
        if second != cython.NULL and chip == second.middle:
            second.straight = 1 << (d ^ 4)
        if not bit & goal:
            way = path_to_goal(p, other, 1 << d, length + 1, free ^ bit, goal, second)
        elif second != cython.NULL:
            way = path_to_goal(
                p, second.middle, second.straight, length + 1, free & ~goal | second.goal,
                second.goal, cython.NULL,
            )  # fmt: skip
        else:
            way = bit if length >= 5 else 0
        if way:
            return way | RAY[chip][d] & ~RAY[other][d]
    return 0


def network_way(p, color):
    """A colour's network: 0 if there is none, else the way it goes, its chips but the first and
    the empty squares between them."""
    own: Bits = p.chips[color]
    first: Bits = own & GOAL[color][0]
    last: Bits = own & GOAL[color][1]
    inner: Bits = own & INNER
    swap: Bits
    way: Bits
    if not first or not last or popcount(inner) < 4:
        return 0
    inner = reach(p, first, inner)
    if popcount(inner) < 4:
        return 0
    inner = reach(p, last, inner)
    if popcount(inner) < 4:
        return 0
    if popcount(first) > popcount(last):
        swap = first
        first = last
        last = swap
    while first:
        way = path_to_goal(p, ctz(first), 0, 1, inner | last, last, cython.NULL)
        if way:
            return way
        first &= first - 1
    return 0


def holds_network(p, color):
    """Whether a colour has a network."""
    return network_way(p, color) != 0


def network_through(p, square, color):
    """A colour's network that uses the chip on a square: 0 if there is none, else the way it
    goes, its chips and the empty squares between them."""
    own: Bits = p.chips[color]
    first: Bits = own & GOAL[color][0]
    last: Bits = own & GOAL[color][1]
    inner: Bits = own & INNER
    bit: Bits = cython.cast(Bits, 1) << square
    second: Arm
    if not first or not last or popcount(inner) < 4:
        return 0
    if bit & first:
        return path_to_goal(p, square, 0, 1, inner | last, last, cython.NULL)
    if bit & last:
        return path_to_goal(p, square, 0, 1, inner | first, first, cython.NULL)
    second.middle = square
    second.goal = last
    return path_to_goal(p, square, 0, 1, inner ^ bit | first, first, cython.address(second))


# Wins in one


def win_candidates(p, color, legal, through):
    """The legal squares where a new chip could complete a network: those in view both of what
    is joined to one goal and of what is joined to the other. A chip that the network has to use
    is given as the set `through`; without one that is empty."""
    own: Bits = p.chips[color]
    inner: Bits = own & INNER
    first: Bits = own & GOAL[color][0]
    last: Bits = own & GOAL[color][1]
    n: cython.int = popcount(inner)
    near_first: Bits = 0
    near_last: Bits = 0
    empty: Bits
    found: Bits = 0
    if n < 3 or not (first | last) or popcount(own) < 5:
        return 0
    # A network uses one chip in each goal.
    if through & first:
        first = through
    if through & last:
        last = through
    empty = ~(p.chips[0] | p.chips[1])
    if first:
        near_first = reach(p, first, inner)
    if last:
        near_last = reach(p, last, inner)
    if through & inner & ~(near_first | near_last):
        return 0
    if first and last and popcount(near_first | near_last) >= 3:
        found = seen_from(near_first | first, empty) & seen_from(near_last | last, empty) & INNER
    if n >= 4:
        if popcount(near_last) >= 4 and not through & first:
            found |= seen_from(near_last, empty) & GOAL[color][0]
        if popcount(near_first) >= 4 and not through & last:
            found |= seen_from(near_first, empty) & GOAL[color][1]
    return found & legal


def way_won(p, square, color):
    """The way of the network that an added chip completes on a square, or 0."""
    way: Bits
    place(p, square, color)
    way = network_through(p, square, color)
    lift(p, square, color)
    return way


def tested_squares(p, color, some, one_will_do):
    """Of some legal squares, those where an added chip completes a network (or the first)."""
    found: Bits = 0
    while some:
        if way_won(p, ctz(some), color):
            found |= some & -some
            if one_will_do:
                break
        some &= some - 1
    return found


def winning_squares(p, color, legal, one_will_do):
    """The legal squares where an added chip completes a network (or just the first found)."""
    return tested_squares(p, color, win_candidates(p, color, legal, 0), one_will_do)


def threats(p, color, through, holding):
    """The legal squares where an added chip of a colour completes a network, as
    `winning_squares` finds them; and keep of `holding`, the squares where the opponent could
    move first, those in the way of every one of them: no other can stop them all. `through` is
    the colour's last chip, as a set, if it could not win before that; else empty."""
    found: Bits = 0
    some: Bits = win_candidates(p, color, legal_squares(p, color), through)
    way: Bits
    while some:
        way = way_won(p, ctz(some), color)
        if way:
            found |= some & -some
            holding[0] &= way | some & -some
            if not holding[0]:
                break
        some &= some - 1
    return found


def freeing_squares(p, square, color):
    """Where a chip of a colour would see another of its own as soon as the chip on this square
    goes; all squares if two such chips see each other then without it."""
    d: cython.int
    next_chip: cython.int
    found: Bits = 0
    for d in range(8):
        if p.color[p.link[square][d ^ 4]] == color:
            next_chip = p.link[square][d]
            if p.color[next_chip] == color:
                return ~cython.cast(Bits, 0)
            found |= RAY[square][d]
            if next_chip < 64:
                found &= ~RAY[next_chip][d]
    return found


def stepping_threats(p, color, holding):
    """Whether a chip of a colour could step and complete a network, were it its turn; and keep of
    `holding`, the squares where the opponent could put a chip first, those that may stop every
    such step: in its way, or where the step would free a line of that chip's."""
    own: Bits = p.chips[color]
    some: Bits
    way: Bits
    origin: cython.int
    freed: cython.bint
    found: cython.bint = False
    while own and holding[0]:
        origin = ctz(own)
        own &= own - 1
        freed = opens_line(p, origin, color)
        lift(p, origin, color)
        some = legal_squares(p, color) & ~(cython.cast(Bits, 1) << origin)
        freed = freed and holds_network(p, color)
        if not freed:
            some = win_candidates(p, color, some, 0)
        while some and holding[0]:
            if freed:
                place(p, ctz(some), color)
                way = network_way(p, color)
                lift(p, ctz(some), color)
            else:
                way = way_won(p, ctz(some), color)
            if way:
                found = True
                holding[0] &= way | some & -some | freeing_squares(p, origin, color ^ 1)
            some &= some - 1
        place(p, origin, color)
    return found


def winning_step(p, origin):
    """The square to which the chip on `origin` steps and wins at once, or -1.

    Lifting a chip can free lines of both colours, so either may have a network while it is in
    the air; then every target is judged in full."""
    color: cython.int = p.side
    bit: Bits = cython.cast(Bits, 1) << origin
    freed_enemy: cython.bint = opens_line(p, origin, color ^ 1)
    freed_own: cython.bint = opens_line(p, origin, color)
    found: cython.int = -1
    square: cython.int
    some: Bits
    lift(p, origin, color)
    some = legal_squares(p, color) & ~bit
    freed_enemy = freed_enemy and holds_network(p, color ^ 1)
    freed_own = freed_own and holds_network(p, color)
    if not freed_enemy and not freed_own:
        some = winning_squares(p, color, some, True)
        if some:
            found = ctz(some)
    else:
        if not freed_own:
            some = win_candidates(p, color, some, 0)
        while some and found < 0:
            square = ctz(some)
            place(p, square, color)
            if holds_network(p, color) and not (freed_enemy and holds_network(p, color ^ 1)):
                found = square
            lift(p, square, color)
            some &= some - 1
    place(p, origin, color)
    return found


def winning_move(p):
    """A move that wins at once for the side to move, or 0."""
    color: cython.int = p.side
    own: Bits = p.chips[color]
    some: Bits
    origin: cython.int
    square: cython.int
    if p.hand[color] > 0:
        if popcount(own) < 5:
            return 0
        some = winning_squares(p, color, legal_squares(p, color), True)
        return ctz(some) if some else 0
    while own:
        origin = ctz(own)
        square = winning_step(p, origin)
        if square >= 0:
            return (origin + 1) << 6 | square
        own &= own - 1
    return 0


def judge(p, move, freed_enemy, freed_own):
    """After a move: 1 the mover has won, -1 the other side has, 0 neither. The flags say which
    colours `opens_line` named for the chip that stepped."""
    if freed_enemy and holds_network(p, p.side):
        return -1
    if network_through(p, move & 63, p.side ^ 1):
        return 1
    return freed_own and holds_network(p, p.side ^ 1)


# Counting


def count_sequences(p, depth):
    """The number of legal move sequences of a length; a finished game has no continuation."""
    moves: Action[MAX_MOVES]
    n: cython.int
    i: cython.int
    origin: cython.int
    freed_enemy: cython.bint
    freed_own: cython.bint
    total: Bits = 0
    if depth == 0:
        return 1
    if depth == 1:
        return count_moves(p)
    n = legal_moves(p, moves)
    for i in range(n):
        origin = (moves[i] >> 6) - 1
        freed_enemy = origin >= 0 and opens_line(p, origin, p.side ^ 1)
        freed_own = origin >= 0 and opens_line(p, origin, p.side)
        make(p, moves[i])
        if judge(p, moves[i], freed_enemy, freed_own) == 0:
            total += count_sequences(p, depth - 1)
        unmake(p, moves[i])
    return total


def count_ends(p, depth, count):
    """Like perft, but make and judge every last move too, and count the ends."""
    moves: Action[MAX_MOVES]
    n: cython.int = legal_moves(p, moves)
    i: cython.int
    origin: cython.int
    verdict: cython.int
    freed_enemy: cython.bint
    freed_own: cython.bint
    if n == 0:
        count.stuck += 1
    for i in range(n):
        origin = (moves[i] >> 6) - 1
        freed_enemy = origin >= 0 and opens_line(p, origin, p.side ^ 1)
        freed_own = origin >= 0 and opens_line(p, origin, p.side)
        make(p, moves[i])
        verdict = judge(p, moves[i], freed_enemy, freed_own)
        if depth == 1:
            count.moves += 1
            count.wins += verdict > 0
            count.handed += verdict < 0
        elif verdict == 0:
            count_ends(p, depth - 1, count)
        unmake(p, moves[i])
