"""The verifier: whether a certificate proves what it claims.

Every entry makes a claim: in this position the winner, to move, wins within a number of plies,
starting with this move. It is proved if the move is legal and every legal reply leads to a position
that has an entry with fewer plies, or that is won within the few plies that were left out, which
the exact search decides. So each entry can be checked by itself, in any order, and together they
are a proof by induction over the plies.

The verifier shares nothing with the engine, its tables or its hashes: the rules it goes by are
those of `exact`. It makes sure that no house rule can matter: the winner wins with a chip from
the hand while no step move was made, and an opponent without a move counts as not beaten.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from random import Random
from typing import Final

from tenchips.book.certificate import LONGEST, Certificate, Chips, position_text
from tenchips.book.exact import Exact, adds, children, has_network, least, replies
from tenchips.errors import check_type
from tenchips.executors import InProcess, Runner
from tenchips.squares import WHITE, Color

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

    def __init__(self, certificate: Certificate) -> None:
        self._entries, self._left = certificate.entries, certificate.left
        self._winner, self._name = certificate.winner, certificate.name
        self._exact = Exact(MEGABYTES)

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._exact.nodes

    def flaw(self, chips: Chips) -> EntryFlaw | None:
        """What is wrong with the entry of a position, or None if it is proved."""
        sentence = self._start(chips) or self._position(chips) or self._replies(chips)
        return EntryFlaw(chips, sentence, self._winner) if sentence else None

    def _start(self, chips: Chips) -> str | None:
        if chips == START and START not in self._entries:
            return f"the certificate has no entry for {BEGINNINGS[self._winner]}"
        return None

    def _position(self, chips: Chips) -> str | None:
        (white, black), (square, plies) = chips, self._entries[chips]
        if least(white, black) != chips:
            return "this is not the least of the position's mirror images"
        if white & black or white.bit_count() + self._winner != black.bit_count():
            return f"it is not {self._winner}'s turn in this position"
        if has_network(white, black, True) or has_network(white, black, False):
            return "the game is over in this position"
        if plies % 2 != 1 or 2 * white.bit_count() + plies > LONGEST:
            return f"a win in {plies} plies would not come before the step moves"
        if square > 63 or not adds(white, black) >> square & 1:
            return f"{self._winner}'s move {self._name(square & 63)} is not legal"
        return None

    def _replies(self, chips: Chips) -> str | None:
        square, plies = self._entries[chips]
        white, black = chips[0] | 1 << square, chips[1]
        some, open_, longest = replies(white, black), 0, self._left
        if not some:
            name = self._name(square)
            return f"{self._winner.other} has no move after {name}, which no proof may rest on"
        for reply, child in children(white, black, some):
            entry = self._entries.get(child)
            if entry is None:
                open_ |= 1 << reply
            else:
                longest = max(longest, entry[1])
        if plies != longest + 2:
            return f"the win is claimed in {plies} plies, and the replies make it {longest + 2}"
        if unproved := self._exact.unproved(white, black, open_, self._left):
            line = f"{self._name(square)} {self._name(unproved.bit_length() - 1)}"
            return f"no win within {self._left} plies after {line}"
        return None


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
