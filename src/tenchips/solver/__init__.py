"""The solver: proofs of who wins, certificates built and verified, balanced openings.

- `solve` proves a win for either side of any position, in this process or on the `Workers` of
  `tenchips.executors`, and resumes what was interrupted; `shortest` finds the exact length of a
  win, and `decided_within` whether there is one of some length.
- `prove_draw` proves that neither side can win, because each can hold a position for ever.
- `write_strategy` writes a certificate, and `verify_certificate` checks one with rules and a search
  of its own (`book.exact`), which share nothing with the engine. `verify.py` in this folder does
  the same in plain Python, for those who trust nothing else.
- `balanced_openings` are fair starts for play, where no win was found for either side.

The solver uses the engine to find proofs, never to check them.
"""

from tenchips.solver.holding import Holding, find_holding, prove_draw
from tenchips.solver.openings import balanced_openings
from tenchips.solver.proof import Progress, Solution, SolveError, solve
from tenchips.solver.shortest import decided_within, shortest
from tenchips.solver.strategy import NoStrategy, StrategyProgress, write_strategy
from tenchips.solver.verification import EntryFlaw, Verification, verify_certificate

__all__ = [
    "EntryFlaw",
    "Holding",
    "NoStrategy",
    "Progress",
    "Solution",
    "SolveError",
    "StrategyProgress",
    "Verification",
    "balanced_openings",
    "decided_within",
    "find_holding",
    "prove_draw",
    "shortest",
    "solve",
    "verify_certificate",
    "write_strategy",
]
