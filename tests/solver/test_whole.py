"""The whole certificate, position by position: White wins Network."""

from __future__ import annotations

import os

from tenchips.solver import Certificate, verify_certificate


def test_white_wins() -> None:
    verdict = verify_certificate(Certificate.load(), jobs=os.cpu_count() or 1)
    assert [str(fault) for fault in verdict.faults] == []
    assert verdict.is_proved
