"""Run the few tests that failed once more, one after another on a machine with nothing else to do.

    python tests/again.py STATUS

`make test` calls this with the exit status of pytest. Many tests wait for browsers, programs and
servers, four at a time; a test that fails only then is named here as unsteady, and has to be
mended. More than a few failures are no accident: then nothing is run again.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

FAILED = Path(".pytest_cache/v/cache/lastfailed")
MOST = 5
TESTS_FAILED = 1
"""pytest's exit status if tests failed, and nothing worse happened."""


def main(status: int) -> int:
    if status != TESTS_FAILED or not FAILED.exists():
        return status
    failed = list(json.loads(FAILED.read_text()))
    if not 0 < len(failed) <= MOST:
        return status
    print(f"\n{len(failed)} failed among the others; now alone:", *failed, sep="\n    ", flush=True)
    again = subprocess.run([sys.executable, "-m", "pytest", "--last-failed", "--tb=short"])
    if again.returncode == 0:
        print("These tests are unsteady; mend them:", *failed, sep="\n    ")
    return again.returncode


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
