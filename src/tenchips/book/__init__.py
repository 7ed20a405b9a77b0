"""What is known about the game without searching: certificates, and who wins after a first move.

- `Certificate` is a winning strategy in a file. White's from the start ships as `white.cert`,
  Black's after the losing first move as `black.cert`; `certificates` gives both.
- `winner_after` says who wins after a first move of White; `refutation` is Black's answer to the
  first move that loses.
- `exact` is a search written for checking proofs; it shares nothing with the engine. `exact_steps`
  is another, slower one that knows step moves.
- `opening_book` gives what is known of positions of a few chips, by certificates or by searches;
  `certified_result` is what the certificates alone say.
- `puzzles` are positions with one solution.

The book only looks positions up. `tenchips.solver` makes certificates and verifies them.
"""

from tenchips.missing import needs_compiled

with needs_compiled("tenchips.book.exact"):
    from tenchips.book.certificate import Certificate, CertificateError, certificates
    from tenchips.book.first_moves import refutation, winner_after
    from tenchips.book.opening_book import BookResult, OpeningBook, certified_result, opening_book

__all__ = [
    "BookResult",
    "Certificate",
    "CertificateError",
    "OpeningBook",
    "certificates",
    "certified_result",
    "opening_book",
    "refutation",
    "winner_after",
]
