"""Counts are those of all workers together, and of those that are alive."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

import tenchips

WORKER = """
from tenchips.server import metrics
metrics.SOCKETS.set({sockets})
metrics.MOVES.inc(5)
metrics.NACKS.labels("stale").inc()
metrics.COMMIT_SECONDS.observe(0.002)
metrics.COMMIT_EVENTS.observe(20)
"""
SHOW = "import sys; from tenchips.server import metrics; print(metrics.exposition().decode())"


def values(text: str) -> dict[str, float]:
    """The samples by name and labels."""
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def python(code: str, **variables: str) -> str:
    env = os.environ | {"PYTHONPATH": str(Path(tenchips.__file__).parents[1])} | variables
    return subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    ).stdout


def test_one_process_counts_for_itself() -> None:
    seen = values(python(WORKER.format(sockets=3) + SHOW))
    assert seen["tenchips_sockets"] == 3
    assert seen["tenchips_moves_total"] == 5
    assert seen["tenchips_nacks_total stale"] == 1
    assert seen["tenchips_commit_seconds_bucket 0.0025"] == 1
    assert seen["tenchips_commit_seconds_bucket 0.001"] == 0
    assert seen["tenchips_commit_events_sum"] == 20


def test_workers_are_added_up_and_the_dead_hold_nothing_open(tmp_path: Path) -> None:
    folder = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    python(WORKER.format(sockets=100), **folder)  # a worker that is gone
    seen = values(python(WORKER.format(sockets=3) + SHOW, **folder))
    assert seen["tenchips_sockets"] == 3
    assert seen["tenchips_moves_total"] == 10
    assert seen["tenchips_nacks_total stale"] == 2
    assert seen["tenchips_commit_seconds_count"] == 2
