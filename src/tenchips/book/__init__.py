"""What is known about the game without searching: certificates, and who wins after a first move.

- `Certificate` is a winning strategy in a file. White's from the start ships as `white.cert`,
  Black's after the losing first move as `black.cert`; `certificates` gives both.
- `winner_after` says who wins after a first move of White; `refutation` is Black's answer to the
  first move that loses.
- `exact` is a search written for checking proofs; it shares nothing with the engine. `exact_steps`
  is another, slower one that knows step moves.
- `puzzles` are positions with one solution.

The book only looks positions up. `tenchips.solver` makes certificates and verifies them.
"""

from tenchips.missing import needs_compiled

with needs_compiled("tenchips.book.exact"):
    from tenchips.book.certificate import Certificate, CertificateError, certificates
    from tenchips.book.first_moves import refutation, winner_after

__all__ = ["Certificate", "CertificateError", "certificates", "refutation", "winner_after"]
