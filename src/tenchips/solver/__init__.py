"""The solver: proofs of who wins, the certificate that White does, and its verifiers.

- `solve` proves a win for either side of any position, on all cores or on a Dask cluster, and
  takes up again what was interrupted; `shortest` finds the exact length of a win, and
  `decided_within` whether there is one of some length.
- `Certificate` is White's winning strategy from the start, as shipped in `white.cert`: ask it for
  the move in a position. `book` has Black's after the losing first move beside it, and
  `write_strategy` makes others.
- `verify_certificate` checks one with rules and a search of its own (`exact`), which share nothing
  with the engine. `verify.py` in this folder does the same by the plainest means, for sceptics.
- `winner_after` tells who wins after a first move of White, and `refutation` Black's answer to the
  one that loses.
- `balanced_openings` are fair starts for play, where no win was found for either side.

This room proves. It does not play: the engine asks it, and it asks the engine only where a proof
is looked for, never where one is checked.
"""

from tenchips.solver.certificate import Certificate, CertificateError, book
from tenchips.solver.first_moves import refutation, winner_after
from tenchips.solver.openings import balanced_openings
from tenchips.solver.proof import Progress, Solution, SolveError, solve
from tenchips.solver.shortest import decided_within, shortest
from tenchips.solver.strategy import NoStrategy, Written, write_strategy
from tenchips.solver.verification import Fault, Verdict, verify_certificate
from tenchips.solver.workers import WorkersError, workers

__all__ = [
    "Certificate",
    "CertificateError",
    "Fault",
    "NoStrategy",
    "Progress",
    "Solution",
    "SolveError",
    "Verdict",
    "WorkersError",
    "Written",
    "balanced_openings",
    "book",
    "decided_within",
    "refutation",
    "shortest",
    "solve",
    "verify_certificate",
    "winner_after",
    "workers",
    "write_strategy",
]
