"""Shows how many positions of each kind the agreement tests have seen."""

from __future__ import annotations

from collections import Counter

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    seen: Counter[str] = Counter()
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "kinds":
                seen.update(value)
    if seen:
        terminalreporter.section("positions on which oracle, Board and core agree")
        for kind, count in seen.most_common():
            terminalreporter.line(f"{count:10,}  {kind}")
        terminalreporter.line(f"{seen.total():10,}  in all")
