"""A scripted UGI engine that misbehaves in the way its arguments name."""

from __future__ import annotations

import os
import subprocess
import sys
import time

WAYS = set(sys.argv[1:])


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    if "explains" in WAYS:
        sys.stderr.write("loading\nno table")
    if WAYS & {"dead-at-once", "explains"}:
        sys.exit(3)
    if "with-a-child" in WAYS:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        print(f"child {child.pid}", file=sys.stderr, flush=True)
    for line in sys.stdin:
        words = line.split()
        match words:
            case ["ugi"]:
                shake_hands()
            case ["isready"]:
                if "never-ready" not in WAYS:
                    say("readyok")
            case ["go", *_]:
                think()
            case ["stop"]:
                if "ignores-stop" not in WAYS:
                    say("bestmove 33")
            case ["query", *_]:
                say("response two words" if "wordy" in WAYS else "response none")
            case ["quit"]:
                if "never-quits" in WAYS:
                    time.sleep(600)
                return


def shake_hands() -> None:
    if "silent" in WAYS:
        time.sleep(600)
    if "garbage" in WAYS:
        sys.stdout.buffer.write(b"\xff\xfe\x00 garbage \n\n id\noption\noption name\nid name\n")
    if "babbles-at-handshake" in WAYS:
        while True:
            say("I have so much to tell you " * 40)
    if "endless-line" in WAYS:
        while True:
            sys.stdout.write("x" * 65536)
    if "errors" in WAYS:
        sys.stderr.write("warning " * 500_000 + "the end")
        sys.stderr.flush()
    say("id name Scripted 1")
    if "no-options" not in WAYS:
        say("option name Style type combo default wild")
    say("ugiok")


def think() -> None:
    if "babbles" in WAYS:
        for number in range(30_000):
            say(f"info depth {number} score cp {number} pv 33 nonsense {'x' * 100}")
            say(f"info depth {number} multipv {number} score cp 1 pv 33")
    if "dies" in WAYS:
        say("info depth 1 score cp 1 pv 33")
        os._exit(4)
    if "crashes" in WAYS:
        os.abort()
    if "closes" in WAYS:
        os.close(1)
        time.sleep(600)
    if "slow" in WAYS or "ignores-stop" in WAYS:
        return
    if "illegal" in WAYS:
        say("bestmove 00")
    elif "no-move" in WAYS:
        say("bestmove none")
    elif "nonsense" in WAYS:
        say("bestmove e2e4")
    elif "bare" in WAYS:
        say("bestmove")
    else:
        say("bestmove 33 ponder 44")


if __name__ == "__main__":
    main()
