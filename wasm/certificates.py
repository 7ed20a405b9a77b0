"""Write the certificates and the opening book for browsers, which cannot read raw LZMA2.

    python wasm/certificates.py web/src/engine

For each certificate a file, compressed with gzip: a byte for the winner (0 is White), one for the
plies up to which wins are left out, two of nothing, the number of rows in four bytes (the least
first), and the rows, sorted, as columns: the first bytes of all rows, then the second ones and so
on. A row is as in docs/certificate.md: the winner's chips, the other's, square and plies. The
opening book, `openings.book`, is the same with rows as in docs/openings.md, and no winner.
"""

from __future__ import annotations

import gzip
import struct
import sys
from pathlib import Path

from tenchips.book import Certificate, OpeningBook, certificates, opening_book

HEAD = struct.Struct("<BBxxI")
ROW = struct.Struct("<QQBB")


def for_browsers(certificate: Certificate) -> bytes:
    """The bytes of a file."""
    rows = sorted((*chips, *entry) for chips, entry in certificate.entries.items())
    packed = b"".join(ROW.pack(*row) for row in rows)
    columns = b"".join(packed[column :: ROW.size] for column in range(ROW.size))
    head = HEAD.pack(certificate.winner, certificate.left, len(rows))
    return gzip.compress(head + columns, 9, mtime=0)


def book_for_browsers(book: OpeningBook) -> bytes:
    """The bytes of the opening book's file."""
    return gzip.compress(HEAD.pack(0, 0, len(book.entries)) + book.columns(), 9, mtime=0)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for made in certificates():
        (folder / f"{str(made.winner).lower()}.certificate").write_bytes(for_browsers(made))
    (folder / "openings.book").write_bytes(book_for_browsers(opening_book()))
