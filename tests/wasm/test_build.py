"""The engine kept for browsers is what its sources give."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "wasm" / "build.py"


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wasm_build", BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_sources_are_those_it_was_built_from(build: ModuleType) -> None:
    kept = json.loads(build.RECORD.read_text())
    assert build.sources_hash() == kept["sources"], "run make wasm, and commit what it writes"


def test_the_file_is_the_one_recorded_and_small(build: ModuleType) -> None:
    kept = json.loads(build.RECORD.read_text())
    data = build.OUTPUT.read_bytes()
    assert (len(data), sha256(data).hexdigest()) == (kept["bytes"], kept["sha256"])
    assert len(data) <= 200_000
    assert kept["gzipped"] <= 60_000


def test_comments_do_not_count_and_code_does(build: ModuleType) -> None:
    first = build.code_of('def f(a):\n    """Text."""\n    return a  # comment\n')
    assert first == build.code_of("def f(a):\n\n    return a\n")
    assert first != build.code_of("def f(a):\n    return a + 1\n")


def test_building_it_again_gives_the_same_bytes() -> None:
    if importlib.util.find_spec("ziglang") is None:
        pytest.fail("This needs the compiler: pip install --group wasm, or make test.", False)
    done = subprocess.run([sys.executable, str(BUILD), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
