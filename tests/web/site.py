"""The site as people start it: a process of `tenchips serve`, which may be stopped and killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import tenchips

PATIENCE = 180.0
SOURCE = str(Path(tenchips.__file__).parents[1])

GENEROUS = {
    "TENCHIPS_REQUEST_RATE": "1000",
    "TENCHIPS_REQUEST_BURST": "10000",
    "TENCHIPS_GAMES_PER_ADDRESS": "10000",
    "TENCHIPS_ACCOUNTS_PER_ADDRESS": "10000",
    "TENCHIPS_SIGN_INS_PER_ADDRESS": "10000",
    "TENCHIPS_PACE": "0.05",
    "TENCHIPS_PAUSE": "0",
    "TENCHIPS_CLAIM_SECONDS": "3",
}
"""One address makes all the games here, and nobody needs time to watch."""


class Site:
    """A server on a port of its own, with a database of its own."""

    def __init__(
        self, folder: Path, port: int, database: str | None = None, workers: int = 1
    ) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._log = folder / "server.log"
        self._log.touch()
        self._database = database or f"sqlite:///{folder / 'games.db'}"
        self._workers = workers
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Site:
        """Start, and wait until it says where it is."""
        before = len(self.log)
        command = [sys.executable, "-m", "tenchips", "serve", "--no-browser"]
        command += ["--port", self.url.rpartition(":")[2], "--database", self._database]
        command += ["--workers", str(self._workers)]
        environment = os.environ | {"PYTHONPATH": SOURCE} | GENEROUS
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command, env=environment, stdout=log, stderr=log, start_new_session=True
            )
        deadline = time.monotonic() + PATIENCE
        while (found := re.search(r"is at (http://\S+)/ ", self.log[before:])) is None:
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"the server did not start:\n{self.log}")
            time.sleep(0.05)
        self.url = found[1]
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it: in order, or by SIGKILL as when the power fails, with all it has started."""
        if self._process is not None:
            if how == signal.SIGKILL:
                os.killpg(self._process.pid, how)
            else:
                self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def restart(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it and start it again on the same port and database."""
        self.stop(how)
        self.start()

    @property
    def log(self) -> str:
        """What it has written."""
        return self._log.read_text(errors="replace")
