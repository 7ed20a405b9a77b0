"""Both verifiers believe nothing: what is altered they refuse, and name the position.

`verification` is compiled and quick; `verify.py`, the sceptic's program, is loaded here as the one
file that it is. The same alterations go to both.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from tenchips import book, solver
from tenchips.book import Certificate
from tenchips.book.certificate import CertificateEntry, Chips, position_text
from tenchips.book.exact import adds, children, least, replies
from tenchips.executors import Workers
from tenchips.solver import verify_certificate
from tenchips.solver.verification import Verifier
from tenchips.squares import NUMBERS, WHITE, bits, numbers

PROGRAM = Path(solver.__file__).with_name("verify.py")
SHIPPED = Path(book.__file__).with_name("white.cert")
BLACK_S = Path(book.__file__).with_name("black.cert")
Flaws = Callable[[Certificate, Chips], str | None]


def compiled(certificate: Certificate, chips: Chips) -> str | None:
    flaw = Verifier(certificate).flaw(chips)
    if flaw is None:
        return None
    assert flaw.position == position_text(chips, certificate.winner)
    return flaw.sentence


def literal(certificate: Certificate, chips: Chips) -> str | None:
    claims = {board_text(key): answer for key, answer in certificate.entries.items()}
    winner = "W" if certificate.winner is WHITE else "B"
    checker = load_program().Checker(claims, certificate.left, winner)
    found: str | None = checker.flaw(board_text(chips))
    return found


@cache
def board_text(chips: Chips) -> str:
    text: str = load_program().board_text(*chips)
    return text


@cache
def load_program() -> ModuleType:
    spec = spec_from_file_location("sceptic", PROGRAM)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


both = pytest.mark.parametrize("flaws", [compiled, literal])


@pytest.fixture(scope="module")
def shipped() -> Certificate:
    return Certificate.load()


@pytest.fixture(scope="module")
def deepest(shipped: Certificate) -> Chips:
    """A position whose replies are all won within the plies left out."""
    return max(
        (chips for chips, (_, plies) in shipped.entries.items() if plies == shipped.left + 2),
        key=lambda chips: (chips[0].bit_count(), chips),
    )


def altered(certificate: Certificate, chips: Chips, entry: CertificateEntry | None) -> Certificate:
    entries = dict(certificate.entries)
    if entry is None:
        del entries[chips]
    else:
        entries[chips] = entry
    return Certificate(entries, certificate.left, certificate.winner)


def ancestry(certificate: Certificate) -> list[Chips]:
    """A line of positions down the certificate from the start, along the longest resistance."""
    line, chips = [], (0, 0)
    while chips in certificate.entries:
        line.append(chips)
        white, black = chips[0] | 1 << certificate.entries[chips][0], chips[1]
        after = [child for _, child in children(white, black, replies(white, black))]
        chips = max(
            after,
            key=lambda child: (
                child in certificate.entries,
                certificate.entries.get(child, (0, 0))[1],
            ),
        )
    return line


@both
def test_accepts_a_line_of_entries(shipped: Certificate, flaws: Flaws) -> None:
    line = ancestry(shipped)
    assert len(line) >= 5
    for chips in line:
        assert flaws(shipped, chips) is None


@both
def test_refuses_an_altered_move(shipped: Certificate, flaws: Flaws, deepest: Chips) -> None:
    """In a late position every other move but the right ones fails; one in a corner always."""
    (square, plies), others = shipped.entries[deepest], adds(*deepest)
    refused = 0
    for other in numbers(others & ~(1 << square)):
        refused += flaws(altered(shipped, deepest, (other, plies)), deepest) is not None
        if refused == 3:
            break
    assert refused == 3
    corner = altered(shipped, deepest, (0, plies))
    assert "is not legal" in (flaws(corner, deepest) or "")


@both
def test_refuses_an_altered_first_move(shipped: Certificate, flaws: Flaws) -> None:
    other = altered(shipped, (0, 0), (NUMBERS["11"], shipped.entries[0, 0][1]))
    assert flaws(other, (0, 0)) is not None


@both
@pytest.mark.parametrize("by", [-4, -2, -1, 1, 2, 4])
def test_refuses_an_altered_distance(
    shipped: Certificate, flaws: Flaws, deepest: Chips, by: int
) -> None:
    square, plies = shipped.entries[deepest]
    assert flaws(altered(shipped, deepest, (square, plies + by)), deepest) is not None


@both
def test_refuses_a_removed_position(shipped: Certificate, flaws: Flaws) -> None:
    """The position that leads there is named, with the reply that is not covered any more."""
    line = ancestry(shipped)
    for parent, child in pairwise(line[:-1]):
        assert flaws(altered(shipped, child, None), parent) is not None


@both
def test_refuses_a_win_that_comes_too_late(shipped: Certificate, flaws: Flaws) -> None:
    late = altered(shipped, (0, 0), (shipped.entries[0, 0][0], 21))
    assert "21 plies" in (flaws(late, (0, 0)) or "")


@both
def test_refuses_a_game_that_is_over(shipped: Certificate, flaws: Flaws) -> None:
    over = least(
        bits(["02", "22", "25", "45", "41", "71"]), bits(["10", "16", "14", "30", "50", "36"])
    )
    wrong = altered(shipped, over, (NUMBERS["33"], 7))
    assert "the game is over" in (flaws(wrong, over) or "")


@both
def test_checks_black_s_strategy_alike(flaws: Flaws) -> None:
    certificate = Certificate.load(BLACK_S)
    chips = max(
        (chips for chips, (_, plies) in certificate.entries.items() if plies == 7),
        key=lambda chips: (chips[0].bit_count(), chips),
    )
    square, plies = certificate.entries[chips]
    assert flaws(certificate, chips) is None
    for wrong in ((square, plies + 2), (square, plies - 2), (0, plies)):
        assert flaws(altered(certificate, chips, wrong), chips) is not None
    too_many = chips[0], chips[1] & chips[1] - 1
    as_if_white_s = altered(certificate, least(*too_many), (square, plies))
    assert "turn" in (flaws(as_if_white_s, least(*too_many)) or "")


def test_a_missing_start_is_named(shipped: Certificate) -> None:
    verification = verify_certificate(altered(shipped, (0, 0), None), sample=1)
    assert [flaw.position for flaw in verification.flaws] == ["8/8/8/8/8/8/8/8 w 0 1"]
    assert not verification.is_proved


def test_a_sample_on_two_processes(shipped: Certificate) -> None:
    seen: list[int] = []
    with Workers(2) as workers:
        verification = verify_certificate(
            shipped,
            workers,
            sample=600,
            seed=3,
            report=lambda verification: seen.append(verification.checked),
        )
    assert verification.is_proved
    assert seen[-1] == verification.of == 600
    assert verification.nodes > 600


# The program as people run it


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


def test_the_program_checks_a_sample() -> None:
    done = run(SHIPPED, "--sample", 4, "--jobs", 2)
    assert done.returncode == 0, done.stderr
    assert "all 4 sampled claims hold" in done.stdout


def test_the_program_checks_black_s_strategy(tmp_path: Path) -> None:
    text = tmp_path / "black.txt"
    lines = list(Certificate.load(BLACK_S).lines())
    text.write_text("".join(f"{line}\n" for line in lines))
    for file in (BLACK_S, text):
        done = run(file, "--sample", 1, "--jobs", 1)
        assert done.returncode == 0, done.stderr
        assert "all 1 sampled claims hold" in done.stdout
    *position, move, plies = lines[0].split()
    first = " ".join([*position, move, str(int(plies) - 2)])
    text.write_text("".join(f"{line}\n" for line in [first, *lines[1:]]))
    done = run(text, "--jobs", 1)
    assert done.stderr.startswith(f"refused: {' '.join(position)}: the win is claimed in ")


def test_the_program_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    log = tmp_path / "log"
    first = run(SHIPPED, "--sample", 9, "--jobs", 1, "--log", log)
    assert first.returncode == 0, first.stderr
    lines = log.read_text().splitlines()
    assert len(lines) == 2
    log.write_text(lines[0] + "\n")
    again = run(SHIPPED, "--sample", 9, "--jobs", 1, "--log", log)
    assert "8 checked before" in again.stdout
    assert "all 9 sampled claims hold" in again.stdout


@pytest.mark.parametrize("as_text", [False, True])
def test_the_program_refuses_and_names(shipped: Certificate, tmp_path: Path, as_text: bool) -> None:
    path, wrong = tmp_path / "some", altered(shipped, (0, 0), (NUMBERS["33"], 17))
    if as_text:
        path.write_text("".join(f"{line}\n" for line in list(wrong.lines())[:48]))
    else:
        wrong.save(path)
    done = run(path, "--jobs", 1)
    assert done.returncode == 1
    assert "refused: 8/8/8/8/8/8/8/8 w 0 1: " in done.stderr
    assert "Traceback" not in done.stderr


def test_the_program_refuses_an_altered_byte(shipped: Certificate, tmp_path: Path) -> None:
    path, data = tmp_path / "some", bytearray(shipped.to_bytes())
    data[-100] ^= 4
    path.write_bytes(data)
    done = run(path)
    assert done.returncode == 1
    assert "refused: damaged from " in done.stderr
    assert " w 0 " in done.stderr


@pytest.mark.parametrize("content", [b"", b"nonsense", b"tenchips certificate 9\n", b"\xff\n"])
def test_the_program_refuses_what_is_no_certificate(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "some"
    path.write_bytes(content)
    done = run(path)
    assert done.returncode == 1
    assert done.stderr.startswith("refused: ")


def test_the_program_is_short_and_needs_nothing() -> None:
    source = PROGRAM.read_text()
    assert len(source.splitlines()) <= 540
    imports = [
        line.split()[1] for line in source.splitlines() if line.startswith(("import", "from"))
    ]
    assert all(name.partition(".")[0] in sys.stdlib_module_names for name in imports)
