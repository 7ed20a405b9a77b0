"""An exact search for wins in few plies that knows step moves too.

It answers what `exact` answers where a player may run out of chips in hand: can the attacker, who
plays between the left and right goals, win within so many plies? A player who has no move has lost.
Nothing is pruned and no result is kept, so it is slow: three plies of steps take milliseconds, five
take a second or more.

It is built on the geometry of `exact` and imports nothing of the core or the engine, so that what
those claim can be checked here.
"""

import cython
from cython.cimports.tenchips.book.exact import (
    ATTACKER,
    DEFENDER,
    NONE,
    View,
    begin,
    checked_chips,
    ctz,
    look,
    network,
    open_squares,
    popcount,
    spend,
    wins_at_once,
)
from cython.cimports.tenchips.book.images import Bits, canonical

from tenchips.arguments import checked_int
from tenchips.errors import TenchipsError

CHIPS = cython.declare(cython.int, 10)


# Rules


def has(own, other, color):
    """Whether a colour has a network."""
    view: View
    look(cython.address(view), own, own | other)
    return network(cython.address(view), color, NONE) != 0


def targets(own, other, origin, color):
    """Where a player may put a chip: from the hand if `origin` is none, or else from there."""
    own &= ~origin
    return open_squares(own, own | other, color) & ~origin


def winning_squares(own, other, color):
    """The two squares of a step that wins at once for a player with no chip in hand, or 0. A step
    that opens a line for the opponent's network does not."""
    view: View
    origins: Bits = own
    origin: Bits
    rest: Bits
    found: Bits
    after: Bits
    opened: cython.bint
    holding: Bits = 0
    while origins:
        origin = origins & -origins
        origins ^= origin
        look(cython.address(view), own ^ origin, (own ^ origin) | other)
        rest = targets(own, other, origin, color)
        # Leaving a square may open a line that completes the network: then the chip may go
        # anywhere, and the best place may be one that stops the opponent's.
        opened = network(cython.address(view), color, NONE) != 0
        found = (
            rest
            if opened
            else wins_at_once(cython.address(view), color, rest, cython.address(holding))
        )
        while found:
            after = own ^ origin | found & -found
            if not has(other, after, color ^ 1) and (not opened or has(after, other, color)):
                return own ^ after
            found &= found - 1
    return 0


def wins_now(own, other, color):
    """Whether a player has a move that wins at once."""
    view: View
    rest: Bits
    if popcount(own) >= CHIPS:
        return winning_squares(own, other, color) != 0
    look(cython.address(view), own, own | other)
    rest = targets(own, other, 0, color)
    return wins_at_once(cython.address(view), color, rest, cython.NULL) != 0


def is_move(own, other, change, color):
    """Whether a move, given by the squares it changes, is legal."""
    origin: Bits = change & own
    target: Bits = change & ~own
    if popcount(target) != 1 or popcount(origin) != (popcount(own) >= CHIPS):
        return False
    return target & targets(own, other, origin, color) != 0


# Search


def attack(w, own, other, plies):
    """Whether the attacker, to move, wins within so many plies."""
    origins: Bits = own
    origin: Bits = 0
    rest: Bits
    after: Bits
    if not spend(cython.address(w.budget)):
        return False
    if wins_now(own, other, ATTACKER):
        return True
    if plies < 3:
        return False
    while True:
        if popcount(own) >= CHIPS:
            if not origins:
                return False
            origin = origins & -origins
            origins ^= origin
        rest = targets(own, other, origin, ATTACKER)
        while rest:
            after = own ^ origin | rest & -rest
            rest &= rest - 1
            if origin and has(other, after, DEFENDER):
                continue
            if defend(w, after, other, plies - 1):
                return True
            if w.budget.stopped:
                return False
        if not origin:
            return False


def holds(w, own, other, change, plies):
    """Whether the attacker has not won after a reply, nor wins within one ply less."""
    if change & other and has(own, other ^ change, ATTACKER):
        return False
    return not attack(w, own, other ^ change, plies - 1)


def defend(w, own, other, plies):
    """Whether every reply of the defender, to move, leaves a win within one ply less."""
    origins: Bits = other
    origin: Bits = 0
    rest: Bits
    change: Bits
    i: cython.int
    if wins_now(other, own, DEFENDER):
        return False
    for i in range(KEPT):
        change = w.kept[plies][i]
        if is_move(other, own, change, DEFENDER) and holds(w, own, other, change, plies):
            return False
    while True:
        if popcount(other) >= CHIPS:
            if not origins:
                return True
            origin = origins & -origins
            origins ^= origin
        rest = targets(other, own, origin, DEFENDER)
        while rest:
            change = origin | rest & -rest
            rest &= rest - 1
            if holds(w, own, other, change, plies):
                for i in range(KEPT - 1, 0, -1):
                    w.kept[plies][i] = w.kept[plies][i - 1]
                w.kept[plies][0] = change
                return False
            if w.budget.stopped:
                return False
        if not origin:
            return True


@cython.final
@cython.cclass
class ExactSteps:
    """ExactSteps()\n--\n
    The search. Sets of squares are ints, a bit each, as in `squares`.

    >>> from tenchips.squares import bits
    >>> ExactSteps().wins(bits("01 21 23 43 75".split()), bits("10 30 46 52 66".split()), 1)
    True
    """

    @property
    def nodes(self):
        """Positions looked at so far."""
        return self.w.budget.nodes

    def wins(self, own, other, plies, nodes=0):
        """Whether the attacker, to move, wins within so many plies; None if that was not decided
        within so many nodes (0: no limit)."""
        a: Bits = checked_chips("own", own, 0)
        b: Bits = checked_chips("other", other, a)
        n: cython.int = checked_int("plies", plies, 1, LONGEST)
        won: cython.bint
        if n % 2 == 0:
            raise TenchipsError(f"a win takes an odd number of plies, not {n}")
        begin(cython.address(self.w.budget), nodes)
        with cython.nogil:
            won = attack(cython.address(self.w), a, b, n)
        self.w.budget.searching = False
        return None if self.w.budget.stopped else won

    def loses(self, own, other, plies, nodes=0):
        """Whether the defender, to move, loses within so many plies; None if that was not decided
        within so many nodes (0: no limit)."""
        a: Bits = checked_chips("own", own, 0)
        b: Bits = checked_chips("other", other, a)
        n: cython.int = checked_int("plies", plies, 2, LONGEST - 1)
        lost: cython.bint
        if n % 2:
            raise TenchipsError(f"a loss takes an even number of plies, not {n}")
        begin(cython.address(self.w.budget), nodes)
        with cython.nogil:
            lost = defend(cython.address(self.w), a, b, n)
        self.w.budget.searching = False
        return None if self.w.budget.stopped else lost

    def winning_step(self, own, other):
        """A step with which the attacker, who has no chip in hand, wins at once, as the number of
        the move; None if there is none. The one found last is tried first."""
        a: Bits = checked_chips("own", own, 0)
        b: Bits = checked_chips("other", other, a)
        step: Bits = self.w.step
        if popcount(a) < CHIPS:
            raise TenchipsError("the attacker has a chip in hand, and may not step")
        begin(cython.address(self.w.budget), 0)
        spend(cython.address(self.w.budget))
        if not (
            is_move(a, b, step, ATTACKER)
            and has(a ^ step, b, ATTACKER)
            and not has(b, a ^ step, DEFENDER)
        ):
            step = winning_squares(a, b, ATTACKER)
            if step:
                self.w.step = step
        self.w.budget.searching = False
        if not step:
            return None
        return _action(step & a, step & ~a)


# What the rules say


@cython.cfunc
@cython.exceptval(check=False)
def _action(origin: Bits, target: Bits) -> cython.int:
    """The number of a move: `Move.action`."""
    return ctz(target) if origin == 0 else 64 + 64 * ctz(origin) + ctz(target)


def step_targets(own, other, square):
    """Where the attacker may step with the chip on a square."""
    a: Bits = checked_chips("own", own, 0)
    b: Bits = checked_chips("other", other, a)
    chip: cython.int = checked_int("square", square, 0, 63)
    origin: Bits = a & cython.cast(Bits, 1) << chip
    return targets(a, b, origin, ATTACKER) if origin else 0


def answers(own, other):
    """The legal replies of the defender, adds or steps: the number of each, the defender's chips
    after it, and the position then as the least of its four images."""
    a: Bits
    b: Bits
    after: Bits
    rest: Bits
    origin: Bits = 0
    chips: Bits = checked_chips("own", own, 0)
    others: Bits = checked_chips("other", other, chips)
    origins: Bits = others if popcount(others) >= CHIPS else 0
    found = []
    while True:
        if origins:
            origin = origins & -origins
            origins ^= origin
        rest = targets(others, chips, origin, DEFENDER)
        while rest:
            after = others ^ origin | rest & -rest
            a = chips
            b = after
            canonical(cython.address(a), cython.address(b))
            found.append((_action(origin, rest & -rest), after, (a, b)))
            rest &= rest - 1
        if not origins:
            return found
