"""The verifier: whether a certificate proves what it claims.

Every entry makes a claim: in this position the winner, to move, wins within a number of plies,
starting with this move. It is proved if the move is legal and every legal reply leads to a position
that has an entry with fewer plies, or that is won within the few plies that were left out, which
the exact search decides. So each entry can be checked by itself, in any order, and together they
are a proof by induction over the plies.

The verifier shares nothing with the engine, its tables or its hashes: the rules it goes by are
those of `exact` and `exact_steps`. It makes sure that no house rule can matter: the winner wins
with a chip from the hand while no step move was made, or, where a certificate has steps, by ply 99
and without a position that comes twice; an opponent without a move counts as not beaten.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from random import Random
from typing import Final

from tenchips.book.certificate import (
    LONGEST,
    LONGEST_WITH_STEPS,
    MOVES,
    STEPS,
    Certificate,
    Chips,
    position_text,
)
from tenchips.book.exact import Exact, adds, children, has_network, least, replies
from tenchips.book.exact_steps import ExactSteps, answers, step_targets
from tenchips.errors import check_type
from tenchips.executors import InProcess, Runner
from tenchips.rules import CHIPS
from tenchips.squares import WHITE, Bits, Color

CHUNK: Final = 256
MEGABYTES: Final = 64
START: Final = (0, 0)
BEGINNINGS: Final = ("the start", "any first move")


@dataclass(frozen=True)
class EntryFlaw:
    """What is wrong with the entry of a position.

    >>> print(EntryFlaw((0, 0), "White's move 00 is not legal"))
    8/8/8/8/8/8/8/8 w 0 1: White's move 00 is not legal
    """

    chips: Chips
    sentence: str
    winner: Color = WHITE

    @property
    def position(self) -> str:
        """The position as text."""
        return position_text(self.chips, self.winner)

    def __str__(self) -> str:
        return f"{self.position}: {self.sentence}"


@dataclass(frozen=True)
class Verification:
    """How far a verification has come: entries checked, of how many, and the flaws found.

    >>> verification = verify_certificate(sample=10)
    >>> verification.checked, verification.of, verification.is_proved
    (10, 10, True)
    """

    checked: int
    of: int
    nodes: int
    flaws: tuple[EntryFlaw, ...]

    @property
    def is_proved(self) -> bool:
        """Whether everything was checked and nothing found wrong."""
        return self.checked == self.of and not self.flaws


class Verifier:
    """Checks the entries of a certificate one by one."""

    def __init__(self, certificate: Certificate, *, allows_steps: bool | None = None) -> None:
        """The winner may step if `allows_steps`; by default, if a step is among its moves."""
        self._entries, self._left = certificate.entries, certificate.left
        self._winner, self._name = certificate.winner, certificate.name
        self._allows_steps = certificate.has_steps if allows_steps is None else allows_steps
        self._exact, self._exact_steps = Exact(MEGABYTES), ExactSteps()

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._exact.nodes + self._exact_steps.nodes

    def flaw(self, chips: Chips) -> EntryFlaw | None:
        """What is wrong with the entry of a position, or None if it is proved."""
        sentence = self._start(chips) or self._position(chips) or self._move(chips)
        if sentence is None:
            own, other = self._moved(chips)
            no_hand = self._allows_steps and own.bit_count() == CHIPS
            sentence = (self._answers if no_hand else self._replies)(chips, own, other)
        return EntryFlaw(chips, sentence, self._winner) if sentence else None

    def _start(self, chips: Chips) -> str | None:
        if chips == START and START not in self._entries:
            return f"the certificate has no entry for {BEGINNINGS[self._winner]}"
        return None

    def _position(self, chips: Chips) -> str | None:
        (own, other), (_, plies) = chips, self._entries[chips]
        if least(own, other) != chips:
            return "this is not the least of the position's mirror images"
        more = other.bit_count() - own.bit_count()
        all_down = self._allows_steps and own.bit_count() == other.bit_count() == CHIPS
        if own & other or other.bit_count() > CHIPS or (more != self._winner and not all_down):
            return f"it is not {self._winner}'s turn in this position"
        if has_network(own, other, True) or has_network(own, other, False):
            return "the game is over in this position"
        if self._allows_steps and (plies % 2 != 1 or plies > LONGEST_WITH_STEPS):
            return f"a win in {plies} plies would not come by ply {LONGEST_WITH_STEPS}"
        if not self._allows_steps and (plies % 2 != 1 or 2 * own.bit_count() + plies > LONGEST):
            return f"a win in {plies} plies would not come before the step moves"
        return None

    def _move(self, chips: Chips) -> str | None:
        (own, other), (action, _) = chips, self._entries[chips]
        if not 0 <= action < MOVES:
            return f"{self._winner}'s move {action} is not legal"
        origin, square = divmod(action, 64)
        if own.bit_count() < CHIPS:
            legal = 0 if origin else adds(own, other)
        else:
            legal = step_targets(own, other, origin - 1) if origin else 0
        if not legal >> square & 1:
            return f"{self._winner}'s move {self._name(action)} is not legal"
        if action >= STEPS and has_network(*self._moved(chips), False):
            return f"the step {self._name(action)} gives {self._winner.other} a network"
        return None

    def _moved(self, chips: Chips) -> Chips:
        """The chips after the winner's move."""
        origin, square = divmod(self._entries[chips][0], 64)
        return chips[0] & ~(1 << origin - 1 if origin else 0) | 1 << square, chips[1]

    def _replies(self, chips: Chips, own: Bits, other: Bits) -> str | None:
        """What is wrong with the replies while the winner has a chip in hand. The other has one
        too: all replies are adds."""
        action, plies = self._entries[chips]
        some, open_, longest = replies(own, other), 0, self._left
        if not some:
            return self._no_reply(action)
        for reply, child in children(own, other, some):
            entry = self._entries.get(child)
            if entry is None:
                open_ |= 1 << reply
            else:
                longest = max(longest, entry[1])
        if plies != longest + 2:
            return _wrong_plies(plies, longest)
        if unproved := self._exact.unproved(own, other, open_, self._left):
            return self._no_win(action, unproved.bit_length() - 1)
        return None

    def _answers(self, chips: Chips, own: Bits, other: Bits) -> str | None:
        """What is wrong with the replies, adds or steps, once all the winner's chips are on the
        board: from there only entries and steps that win at once count."""
        action, plies = self._entries[chips]
        some, open_, longest = answers(own, other), list[tuple[int, Bits]](), self._left
        if not some:
            return self._no_reply(action)
        for reply, after, child in some:
            if has_network(own, after, True):
                continue
            entry = self._entries.get(child)
            if entry is not None:
                longest = max(longest, entry[1])
            if entry is None or has_network(own, after, False):
                open_.append((reply, after))
        if plies != longest + 2:
            return _wrong_plies(plies, longest)
        for reply, after in open_:
            lost = has_network(own, after, False)
            if lost or self._exact_steps.winning_step(own, after) is None:
                return self._no_win(action, reply)
        return None

    def _no_reply(self, action: int) -> str:
        name = self._name(action)
        return f"{self._winner.other} has no move after {name}, which no proof may rest on"

    def _no_win(self, action: int, reply: int) -> str:
        line = f"{self._name(action)} {self._name(reply)}"
        return f"no win within {self._left} plies after {line}"


def _wrong_plies(plies: int, longest: int) -> str:
    return f"the win is claimed in {plies} plies, and the replies make it {longest + 2}"


def beginnings(certificate: Certificate) -> list[Chips]:
    """The positions of a certificate in which the winner has no chip yet: for White the start, for
    Black those after the first moves that lose.

    >>> beginnings(Certificate.load())
    [(0, 0)]
    """
    entries, chips = certificate.entries, int(certificate.winner)
    return sorted(some for some in entries if some[0] == 0 and some[1].bit_count() == chips)


def verify_certificate(
    certificate: Certificate | None = None,
    workers: Runner | None = None,
    *,
    sample: int | None = None,
    seed: int = 0,
    report: Callable[[Verification], None] = lambda verification: None,
) -> Verification:
    """Check a certificate, by default the one that White wins from the start: whole, or a number of
    its entries drawn by the seed. Without workers it is checked in this process.

    >>> verify_certificate(sample=10).is_proved
    True
    """
    if certificate is None:
        certificate = Certificate.load()
    check_type("certificate", certificate, Certificate, "a Certificate or None")
    todo = sorted(certificate.entries, key=lambda chips: (chips[0].bit_count(), chips))
    if not todo or todo[0] not in beginnings(certificate):
        todo.insert(0, START)
    if sample is not None and sample < len(todo):
        todo = [todo[0], *Random(seed).sample(todo[1:], max(0, sample - 1))]
    verification = Verification(0, len(todo), 0, ())
    pickled = pickle.dumps(certificate)
    check = partial(_check, sha256(pickled).digest(), pickled)
    chunks = [todo[i : i + CHUNK] for i in range(0, len(todo), CHUNK)]
    for _, (checked, nodes, flaws) in (workers or InProcess()).run(check, chunks):
        verification = Verification(
            verification.checked + checked,
            len(todo),
            verification.nodes + nodes,
            verification.flaws + flaws,
        )
        report(verification)
    return verification


_verifiers: dict[bytes, Verifier] = {}


def _check(
    digest: bytes, pickled: bytes, chunk: Sequence[Chips]
) -> tuple[int, int, tuple[EntryFlaw, ...]]:
    """Check some entries of a pickled certificate. Each process unpickles it once."""
    if digest not in _verifiers:
        _verifiers.clear()
        _verifiers[digest] = Verifier(pickle.loads(pickled))
    verifier = _verifiers[digest]
    before = verifier.nodes
    flaws = tuple(flaw for chips in chunk if (flaw := verifier.flaw(chips)))
    return len(chunk), verifier.nodes - before, flaws
