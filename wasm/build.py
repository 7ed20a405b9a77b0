"""Build the engine for browsers: the compiled modules of Tenchips as one WebAssembly file.

    python wasm/build.py            # writes web/src/engine/engine.wasm and engine.json
    python wasm/build.py --check    # builds it elsewhere and compares

The C that Cython makes of those modules for Python is compiled again, together with `engine.pyx`,
which names what a browser may call. Three things are changed in the text of the C, so that no
Python is needed to run it, and the linker drops everything that speaks of Python:

- a function or table that one module takes from another is linked, not looked up at import;
- a table or constant that Python fills at import is written down with its value, which is read
  from the installed modules;
- names of folders do not occur, so that the same sources give the same bytes everywhere.

engine.json keeps the hash of all that goes in (`sources`), for a test to see that the file is not
stale, and what was used to build it. The compiler is in the dependency group `wasm`.
"""

from __future__ import annotations

import ast
import ctypes
import gzip
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src"
GLUE: Final = ROOT / "wasm" / "engine.pyx"
OUTPUT: Final = ROOT / "web" / "src" / "engine" / "engine.wasm"
RECORD: Final = OUTPUT.with_suffix(".json")

MOST_BYTES: Final = 200_000
MOST_PACKED: Final = 60_000

DIRECTIVES: Final = {
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}

FLAGS: Final = (
    "-target", "wasm32-wasi", "-O3", "-flto", "-s", "-w", "-mexec-model=reactor",
    "-Wl,--gc-sections",
)  # fmt: skip

NARROW: Final = ("LONG", "SIZE_T", "VOID_P", "UINTPTR_T", "PTHREAD_T")
"""C types of four bytes in WebAssembly, where Python's headers know of eight."""


def declarations() -> list[Path]:
    """The files of types, of all compiled modules and those that only others use."""
    return sorted((SOURCE / "tenchips").rglob("[!_]*.pxd"))


def modules() -> list[str]:
    """The compiled modules: all of them go in."""
    return [
        ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for path in declarations()
        if path.with_suffix(".py").exists()
    ]


def sources_hash() -> str:
    """A hash of all that the result depends on: code without its comments, and the values of
    tables."""
    total = sha256()
    for path in [*declarations(), *map(source_of, modules()), GLUE, Path(__file__).resolve()]:
        text = path.read_text()
        text = code_of(text) if path.suffix == ".py" else re.sub(r"(?m)\s*#.*$", "", text)
        total.update(f"{path.relative_to(ROOT).as_posix()}\n{text}\n".encode())
    for module in modules():
        for name, sizes in tables(module):
            total.update(f"{module}.{name} = {table_values(module, name, sizes)}\n".encode())
    return total.hexdigest()


def source_of(module: str) -> Path:
    """The file of a module."""
    return SOURCE.joinpath(*module.split(".")).with_suffix(".py")


def code_of(text: str) -> str:
    """Python without comments, docstrings and layout."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [  # type: ignore[attr-defined]
                one
                for one in body
                if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
            ] or [ast.Pass()]
    return ast.unparse(tree)


# The C that Cython makes


CYTHONIZE: Final = """
import json, sys
from Cython.Build import cythonize
from setuptools import Extension
paths, directives = json.loads(sys.argv[1])
extensions = [Extension(name, [path]) for name, path in paths.items()]
cythonize(extensions, quiet=True, language_level=3, compiler_directives=directives)
"""


def cythonized(folder: Path) -> dict[str, str]:
    """The C of each module and of the glue, by name."""
    tree = folder / "tree"
    for path in [*declarations(), *map(source_of, modules())]:
        copy = tree / path.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        (copy.parent / "__init__.py").touch()
        (tree / "tenchips" / "__init__.py").touch()
        shutil.copy(path, copy)
    shutil.copy(GLUE, tree / GLUE.name)
    paths = {name: str(source_of(name).relative_to(SOURCE)) for name in modules()}
    paths[GLUE.stem] = GLUE.name
    argument = json.dumps([paths, DIRECTIVES])
    subprocess.run([sys.executable, "-c", CYTHONIZE, argument], cwd=tree, check=True)
    return {name: (tree / path).with_suffix(".c").read_text() for name, path in paths.items()}


def mangled(name: str) -> str:
    """A module's name as Cython puts it into the names of C."""
    return "_".join(f"{len(part)}{part}" for part in name.split("."))


IMPORTED_FUNCTION: Final = re.compile(
    r"^static (?P<type>[^\n;]*?)\(\*(?P<name>__pyx_f_\w+)\)(?P<arguments>\([^\n;]*\))(?: = 0)?;",
    re.MULTILINE,
)
IMPORTED_TABLE: Final = re.compile(
    r"^static (?P<type>[^\n;(*]*?)(?:\(\*__pyx_vp_(?P<table>\w+)\)(?P<sizes>[\[\]0-9]*)"
    r"|\*__pyx_vp_(?P<plain>\w+)) = 0;\n#define [^\n]*\n",
    re.MULTILINE,
)


def linked(texts: dict[str, str]) -> dict[str, str]:
    """The modules with what they take from one another linked."""
    shared = {
        match["name"] for text in texts.values() for match in IMPORTED_FUNCTION.finditer(text)
    }
    for text in texts.values():
        for match in IMPORTED_TABLE.finditer(text):
            shared.add(f"__pyx_v_{match['table'] or match['plain']}")
    return {name: _linked(text, shared) for name, text in texts.items()}


def _linked(text: str, shared: set[str]) -> str:
    text = IMPORTED_FUNCTION.sub(r"extern \g<type>\g<name>\g<arguments>;", text)

    def table(match: re.Match[str]) -> str:
        name = match["table"] or match["plain"]
        return (
            f"extern {match['type']} __pyx_v_{name}{match['sizes'] or ''};\n"
            f"static void *__pyx_vp_{name};\n"
        )

    text = IMPORTED_TABLE.sub(table, text)
    own = re.compile(r"^static (?P<rest>[^\n;(=]*?\b(?P<name>__pyx_[fv]_\w+)[^\n]*)", re.MULTILINE)
    return own.sub(lambda match: match["rest"] if match["name"] in shared else match[0], text)


# Values that Python computes at import


def with_values(name: str, text: str) -> str:
    """The C of a module with its tables and constants written down."""
    variable = re.compile(
        rf"^(?P<static>static )?(?P<type>[^\n;(*=]*?) __pyx_v_{mangled(name)}_(?P<name>\w+)"
        r"(?P<sizes>[\[\]0-9]*);",
        re.MULTILINE,
    )
    values = dict(constants(name))

    def written(match: re.Match[str]) -> str:
        value = values.get(match["name"]) or table_values(name, match["name"], match["sizes"])
        return f"{match[0][:-1]} = {value};"

    return variable.sub(written, text)


def constants(module: str) -> Iterator[tuple[str, str]]:
    """What a module declares with its value: `NAME = cython.declare(type, value)`."""
    known = vars(import_module(module))
    for statement in ast.parse(source_of(module).read_text()).body:
        match statement:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id="cython"), attr="declare"), args=[_, value]
                ),
            ):
                yield name, f"{eval(ast.unparse(value), dict(known)):d}ull"


NUMBERS: Final = {"Bits": ctypes.c_ulonglong, "int": ctypes.c_int, "short": ctypes.c_short}
"""The types of tables."""


def tables(module: str) -> Iterator[tuple[str, str]]:
    """The tables that a compiled module shows to others, with their sizes."""
    for name, capsule in sorted(capsules(module).items()):
        kind, bracket, sizes = signature(capsule).decode().partition("[")
        if "(" not in kind:
            yield name, bracket + sizes


def table_values(module: str, name: str, sizes: str) -> str:
    """A table as it stands in the installed module, for C to read."""
    capsule = capsules(module).get(name)
    if capsule is None:
        raise SystemExit(
            f"{module}.{name} has no value that the build can read: declare it in the .pxd, or "
            "give it its value where it is declared."
        )
    kind: Any = NUMBERS[signature(capsule).decode().partition("[")[0].split("_")[-1].strip()]
    for size in reversed(re.findall(r"\d+", sizes)):
        kind = kind * int(size)
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return in_c(kind.from_address(get_pointer(capsule, signature(capsule))))


def capsules(module: str) -> dict[str, object]:
    """What a compiled module shows to others of its C."""
    return dict(getattr(import_module(module), "__pyx_capi__", {}))


def signature(capsule: object) -> bytes:
    """The C type of what a capsule shows."""
    get_name = ctypes.pythonapi.PyCapsule_GetName
    get_name.restype, get_name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    return bytes(get_name(capsule))


def in_c(value: Any) -> str:
    """Nested arrays of numbers as C writes them."""
    if isinstance(value, ctypes.Array):
        return "{" + ",".join(map(in_c, value)) + "}"
    number = getattr(value, "value", value)
    return f"{number}ull" if number > 0x7FFFFFFF else str(number)


# Compiling


def headers(folder: Path) -> Path:
    """Python's headers, with the sizes of C types in WebAssembly."""
    copy = folder / "headers"
    shutil.copytree(sysconfig.get_path("include"), copy)
    text = Path(sysconfig.get_config_h_filename()).read_text()
    for name in NARROW:
        text = re.sub(rf"(#\s*define (?:SIZE|ALIGN)OF_{name}) \d+", r"\1 4", text)
    (copy / "pyconfig.h").write_text(text)
    return copy


def compiled() -> bytes:
    """The WebAssembly."""
    exported = re.findall(r"(?m)^cdef public [^\n(]*?\b(tc_\w+)\(", GLUE.read_text())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = []
        for module, text in linked(cythonized(folder)).items():
            if module != GLUE.stem:
                text = with_values(module, text)
            (folder / f"{module}.c").write_text(text)
            files.append(f"{module}.c")
        command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, f"-I{headers(folder).name}"]
        command += [f"-Wl,--export={name}" for name in exported]
        subprocess.run([*command, *files, "-o", OUTPUT.name], cwd=folder, check=True)
        return (folder / OUTPUT.name).read_bytes()


def record(data: bytes) -> dict[str, Any]:
    """What is kept beside the file."""
    return {
        "sources": sources_hash(),
        "sha256": sha256(data).hexdigest(),
        "bytes": len(data),
        "gzipped": len(gzip.compress(data, 9, mtime=0)),
        "cython": version("Cython"),
        "ziglang": version("ziglang"),
    }


def main(arguments: Sequence[str]) -> None:
    """Build, and write or compare."""
    data = compiled()
    made = record(data)
    if len(data) > MOST_BYTES or made["gzipped"] > MOST_PACKED:
        raise SystemExit(
            f"engine.wasm has {len(data)} bytes, {made['gzipped']} gzipped: at most {MOST_BYTES} "
            f"and {MOST_PACKED} are allowed."
        )
    if "--check" not in arguments:
        OUTPUT.write_bytes(data)
        RECORD.write_text(json.dumps(made, indent=2) + "\n")
    elif data != OUTPUT.read_bytes() or made != json.loads(RECORD.read_text()):
        raise SystemExit("engine.wasm is not what its sources give: run make wasm, and commit it.")
    print(f"engine.wasm: {len(data)} bytes, {made['gzipped']} gzipped")


if __name__ == "__main__":
    main(sys.argv[1:])
