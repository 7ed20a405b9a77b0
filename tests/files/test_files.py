"""Files are replaced whole, added to by one program at a time, and never harmed by a failure."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tenchips.errors import TenchipsError
from tenchips.files import (
    AppendFile,
    FileError,
    check_writable,
    read_file,
    read_text_file,
    write_atomically,
)

NOBODY = 65534


def test_a_file_error_is_a_users_error_and_a_system_error() -> None:
    with pytest.raises(
        FileError, match=r"none cannot be read: no such file or directory"
    ) as caught:
        read_file("none")
    assert isinstance(caught.value, TenchipsError)
    assert isinstance(caught.value, OSError)


def test_text_is_read_without_its_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"\xef\xbb\xbf33")
    assert read_text_file(path) == "33"
    path.write_bytes(b"\xff\xff")
    with pytest.raises(FileError, match="cannot be read: it is not UTF-8 text"):
        read_text_file(path)


def test_a_check_leaves_every_file_as_it_is(tmp_path: Path) -> None:
    empty, full = tmp_path / "empty", tmp_path / "full"
    empty.touch()
    full.write_text("33")
    for path in (empty, full, tmp_path / "new"):
        check_writable(path)
    assert sorted(tmp_path.iterdir()) == [empty, full]
    assert full.read_text() == "33"


@contextmanager
def nobody() -> Iterator[None]:
    """Root may write anywhere: let permissions be judged as those of a user who may not."""
    if os.getuid() != 0:
        yield
        return
    os.setreuid(NOBODY, 0)
    try:
        yield
    finally:
        os.setreuid(0, 0)


@pytest.mark.parametrize(("name", "sentence"), [("file", "it"), ("folder/new", "its folder")])
def test_a_check_finds_what_may_not_be_written(name: str, sentence: str) -> None:
    # Not in tmp_path, which only its owner may enter.
    with TemporaryDirectory() as path:
        folder = Path(path)
        folder.chmod(0o777)
        (folder / "file").touch(0o400)
        (folder / "folder").mkdir(0o555)
        with (
            nobody(),
            pytest.raises(FileError, match=f"cannot be written: {sentence} may not be written to$"),
        ):
            check_writable(folder / name)


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["write", "fsync", "ftruncate"])
def test_a_failed_change_of_the_end_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException, step: str
) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"one two")
    working = getattr(os, step)
    calls = 0

    def fail_once(*arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise failure
        return working(*arguments)

    for start, data in ((7, b" three"), (4, b"2"), (4, b"two and a half")):
        calls = 0
        with AppendFile(path) as file, monkeypatch.context() as patch:
            patch.setattr(os, step, fail_once)
            with pytest.raises(type(failure)):
                file.replace_from(start, data)
        assert path.read_bytes() == b"one two"


def test_the_end_of_a_file_is_replaced_by_more_or_less(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with AppendFile(path) as file:
        file.append(b"one two")
        file.replace_from(4, b"2")
        assert (file.size, file.read(4)) == (5, b"2")
        file.replace_from(4, b"three")
        file.append(b"!")
    assert path.read_bytes() == b"one three!"


def test_a_second_program_is_refused_or_waits(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with (
        AppendFile(path),
        pytest.raises(FileError, match="log is being written to by another program"),
    ):
        AppendFile(path)

    def add(number: int) -> None:
        with AppendFile(path, wait=60) as file:
            file.append(b"%d\n" % number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(40)))
    assert sorted(map(int, path.read_text().split())) == list(range(40))


def test_a_link_to_a_file_is_followed(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    link.symlink_to(path)
    write_atomically(link, b"33")
    with AppendFile(link) as file:
        file.append(b" 44")
    assert link.is_symlink()
    assert path.read_text() == "33 44"
