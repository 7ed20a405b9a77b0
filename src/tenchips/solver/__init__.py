"""The solver: proofs of who wins, certificates made and verified, balanced openings.

- `solve` proves a win for either side of any position, on all cores or on a Dask cluster, and
  resumes what was interrupted; `shortest` finds the exact length of a win, and `decided_within`
  whether there is one of some length.
- `write_strategy` writes a certificate, and `verify_certificate` checks one with rules and a search
  of its own (`book.exact`), which share nothing with the engine. `verify.py` in this folder does
  the same by the plainest means, for sceptics.
- `balanced_openings` are fair starts for play, where no win was found for either side.

The solver asks the engine where it looks for a proof, never where it checks one.
"""

from tenchips.solver.openings import balanced_openings
from tenchips.solver.proof import Progress, Solution, SolveError, solve
from tenchips.solver.shortest import decided_within, shortest
from tenchips.solver.strategy import NoStrategy, Written, write_strategy
from tenchips.solver.verification import Flaw, Verdict, verify_certificate

__all__ = [
    "Flaw",
    "NoStrategy",
    "Progress",
    "Solution",
    "SolveError",
    "Verdict",
    "Written",
    "balanced_openings",
    "decided_within",
    "shortest",
    "solve",
    "verify_certificate",
    "write_strategy",
]
