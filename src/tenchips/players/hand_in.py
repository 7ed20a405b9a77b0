"""What a student of the course has handed in: where its Java sources and classes are.

Hand-ins come as they are: sources in the folder of their package or in any other, in UTF-8 or in
the encoding of Windows, with compiled classes beside them that may be older, with copies in other
folders. This module decides which class plays and which sources belong to it, or says in a
sentence what is missing. It compiles and runs nothing.
"""

from __future__ import annotations

import codecs
import os
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from tenchips.players.archives import unpacked
from tenchips.players.player import HandInError, PlayerError

CLASS: Final = "player.MachinePlayer"
"""The class that the course asks for."""

UNNAMED: Final = (
    *("src", "source", "sources", "bin", "classes", "build", "out"),
    *("target", "dist", "main", "java", "player"),
)
"""Folders that say nothing about whose they are."""

_PACKAGE: Final = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)


@dataclass(frozen=True)
class JavaText:
    """The parts of `CLASSPATH[#package.Class][,depth=N]`.

    >>> JavaText.parse(".#ann.Player,depth=3")
    JavaText(classpath='.', class_name='ann.Player', depth=3)
    >>> JavaText.parse(".").class_name is None
    True
    """

    classpath: str
    class_name: str | None = None
    depth: int | None = None

    @classmethod
    def parse(cls, text: str) -> JavaText:
        """Read the text after `java:`."""
        classpath, _, rest = text.partition("#")
        if not classpath:
            raise PlayerError("a Java player has a path: write it after java:, like java:classes")
        class_name, depth = None, None
        for word in filter(None, rest.split(",")):
            if match := re.fullmatch(r"depth=(\d{1,3})", word):
                depth = int(match[1])
            elif re.fullmatch(r"[\w$]+(\.[\w$]+)*", word):
                class_name = word
            else:
                raise PlayerError(
                    f"{word[:60]!r} is not the name of a Java class: write #package.Class, "
                    "#depth=3 or #package.Class,depth=3"
                )
        return cls(classpath, class_name, depth)

    def check_exists(self) -> None:
        """`PlayerError` if a folder or file is not there."""
        for part in self.classpath.split(os.pathsep):
            if not Path(part).exists():
                raise PlayerError(f"there is no file or folder {part[:80]!r} to play from")

    @property
    def parts(self) -> list[Path]:
        """The folders and jars; a source stands for its folder."""
        paths = [Path(os.path.abspath(part)) for part in self.classpath.split(os.pathsep)]
        return [path.parent if path.suffix == ".java" else path for path in paths]

    @property
    def short_name(self) -> str:
        """What a player is called by default: its class, or the folder that says whose it is.

        >>> JavaText("hand-ins/ann/src").short_name, JavaText(".", "ann.Deep", 3).short_name
        ('ann', 'Deep depth 3')
        """
        path = self.parts[0]
        while path.name.lower() in UNNAMED and path.parent.name:
            path = path.parent
        name = path.stem if path.suffix in (".jar", ".zip") else path.name
        if self.class_name and self.class_name != CLASS:
            name = self.class_name.rpartition(".")[2]
        return name if self.depth is None else f"{name} depth {self.depth}"


@dataclass(frozen=True)
class Source:
    """A Java source, and the folder of the hand-in it was found in."""

    path: Path
    base: Path

    @cached_property
    def text(self) -> str:
        """What it says. Files that are not in UTF-8 are mostly from Windows."""
        data = self.path.read_bytes()
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return data.decode("utf-16", errors="replace")
        for encoding in ("utf-8-sig", "cp1252"):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                pass
        return data.decode("latin-1")

    @cached_property
    def package(self) -> tuple[str, ...]:
        """The package it declares."""
        match = _PACKAGE.search(self.text)
        return tuple(match[1].split(".")) if match else ()

    @property
    def name(self) -> str:
        """The full name of its class."""
        return ".".join([*self.package, self.path.stem])

    @property
    def place(self) -> str:
        """Where the compiler expects it."""
        return "/".join([*self.package, self.path.name])

    @property
    def is_in_place(self) -> bool:
        """Whether its folders are named after its package."""
        folders = self.path.parent.parts
        return folders[len(folders) - len(self.package) :] == self.package

    @property
    def root(self) -> Path:
        """The folder that its package begins in."""
        return self.path.parents[len(self.package)] if self.is_in_place else self.path.parent

    @property
    def shown(self) -> str:
        """Its path as the author knows it."""
        return self.path.relative_to(self.base).as_posix()

    @property
    def rank(self) -> tuple[bool, int]:
        """How far it is from where a source belongs: lower ones are taken first."""
        return not self.is_in_place, len(self.path.parts)


@dataclass(frozen=True)
class HandIn:
    """The class that plays, the sources it is compiled from (none if it is compiled already), and
    the folders and jars of all other classes."""

    class_name: str
    sources: tuple[Source, ...]
    classpath: tuple[Path, ...]

    @classmethod
    def find(cls, text: JavaText) -> HandIn:
        """Look for the class; `HandInError` if it is not there, or more than once. A source is
        taken rather than a compiled class, which may be older."""
        given = [unpacked(part) if part.suffix == ".zip" else part for part in text.parts]
        parts = [*given, *(jar for part in given for jar in _files(part, ".jar"))]
        sources = [Source(path, part) for part in parts for path in _files(part, ".java")]
        if (source := _chosen(sources, text.class_name)) is not None:
            inner = (text.class_name or "").partition("$")[1:]
            used = sorted(sources, key=lambda each: (each.root != source.root, each.rank))
            return cls(source.name + "".join(inner), (source, *_others(source, used)), (*parts,))
        classes = list(_classes(parts, (text.class_name or CLASS).rpartition(".")[2]))
        names = dict.fromkeys(name for name, _ in classes)
        name = text.class_name or (CLASS if CLASS in names else None)
        if name is None and len(names) == 1:
            [name] = names
        for found, root in classes:
            if found == name:
                return cls(found, (), (root, *(part for part in parts if part != root)))
        raise HandInError(_nothing(text, [each.name for each in sources] + list(names)))


def _others(chosen: Source, sources: Sequence[Source]) -> Iterator[Source]:
    """The sources besides the chosen one, each class once."""
    seen = {chosen.place}
    for source in sources:
        if source.place not in seen:
            seen.add(source.place)
            yield source


def _chosen(sources: Sequence[Source], class_name: str | None) -> Source | None:
    """The source of the class that plays."""
    name = (class_name or CLASS).partition("$")[0]
    found = [source for source in sources if source.name == name]
    if not found and class_name is None:
        found = [source for source in sources if source.path.stem == CLASS.rpartition(".")[2]]
        if len({source.name for source in found}) > 1:
            names = " or ".join(sorted({source.name for source in found}))
            raise HandInError(f"it has several players: write {names[:200]} after #")
    found.sort(key=lambda source: (source.rank, source.path))
    first = found[:1]
    for other in found[1:2]:
        if other.rank == found[0].rank and other.text != found[0].text:
            raise HandInError(
                f"it has {name} twice, in {found[0].shown} and in {other.shown}: name a folder "
                "that holds one of them"
            )
    return first[0] if first else None


def _files(part: Path, suffix: str) -> Iterator[Path]:
    """The files of a folder, without hidden ones and what macOS adds to archives."""
    for path in sorted(part.rglob(f"*{suffix}")) if part.is_dir() else ():
        inside = path.relative_to(part).parts
        if path.is_file() and not any(each.startswith((".", "__MACOSX")) for each in inside):
            yield path


def _classes(parts: Iterable[Path], simple: str) -> Iterator[tuple[str, Path]]:
    """The compiled classes of a simple name: full name, and where its packages begin."""
    for part in parts:
        if part.is_file() and zipfile.is_zipfile(part):
            with zipfile.ZipFile(part) as jar:
                for entry in jar.namelist():
                    if entry.rpartition("/")[2] == f"{simple}.class":
                        yield entry.removesuffix(".class").replace("/", "."), part
        for path in _files(part, f"{simple}.class"):
            folders = (*path.parent.parts, simple)
            data = path.read_bytes()
            for number in range(1, len(folders)):
                name = "/".join(folders[number:])
                if path.stem == simple and _constant(name) in data:  # as the class calls itself
                    yield name.replace("/", "."), path.parents[len(folders) - number - 1]
                    break


def _constant(name: str) -> bytes:
    """A text as a class file holds it."""
    data = name.encode()
    return b"\x01" + len(data).to_bytes(2, "big") + data


def _nothing(text: JavaText, names: Iterable[str]) -> str:
    """Why there is no player: the names are of the classes that are there."""
    where = text.classpath[:200]
    wanted = text.class_name or CLASS
    players = sorted({name for name in names if re.search(r"\wPlayer$", name)})[:3]
    if players:
        return f"there is no class {wanted} in {where}: write {' or '.join(players)} after #"
    return (
        f"there is no class {wanted} in {where}, compiled or as a source: name another one after #"
    )
