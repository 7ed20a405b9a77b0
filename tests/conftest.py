"""Settings for all tests.

A failure is named as soon as it happens. The summary counts the positions and games that the long
tests covered, by kind. Hypothesis has no deadline, because a busy machine may be slow.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

TITLES = {
    "kinds": "positions on which oracle, Board and core agree",
    "games": "games of the engine against itself",
}


class FailuresAtOnce:
    """Names each test that fails when it fails: a run that is ended early has no summary."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._terminal.write_line(f"\nfailed ({report.when}): {report.nodeid}")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(FailuresAtOnce(terminal), "failures at once")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    seen: dict[str, Counter[str]] = {name: Counter() for name in TITLES}
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name in seen:
                seen[name].update(value)
    for name, counts in seen.items():
        if counts:
            terminalreporter.section(TITLES[name])
            for kind, count in counts.most_common():
                terminalreporter.line(f"{count:10,}  {kind}")
            terminalreporter.line(f"{counts.total():10,}  in all")
