"""`tenchips new-engine`: writes a small engine to begin with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from tenchips.cli.app import UsageError

TEMPLATES: Final = Path(__file__).with_name("templates")

COMMANDS: Final = {"python": "python3 engine.py", "java": "java Engine", "c": "./engine"}
"""How the engine of each language is run in its folder."""

NEEDS: Final = {
    "python": """\
It imports the package `tenchips`: the `python3` that runs it must have it. If it does not, run
`python3 -m pip install tenchips`, or write the path of a Python that has it for `python3`.

"""
}
"""What an engine needs to run, for its README."""

BUILDS: Final = ("java", "c")
"""The languages that are compiled."""


def new_engine(
    folder: Annotated[
        Path,
        typer.Argument(
            help="Folder to create; its name becomes the name of the engine.", metavar="DIR"
        ),
    ],
    language: Annotated[
        str, typer.Option(help="python, java or c.", metavar="LANGUAGE")
    ] = "python",
) -> int:
    """Write a small engine to begin with.

    It passes "tenchips compliance", and comes with a test of its own and a README.
    """
    from tenchips.files import file_errors

    if language not in COMMANDS:
        raise UsageError(f"there are engines in {', '.join(COMMANDS)}, not in {language[:40]!r}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there already: name a new folder")
    with file_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in engine_files(folder.resolve().name, language).items():
            (folder / name).write_text(text, encoding="utf-8")
    build = "make && " if language in BUILDS else ""
    print(f"Try it: cd {folder} && {build}tenchips compliance -- {COMMANDS[language]}")
    return 0


def engine_files(name: str, language: str) -> dict[str, str]:
    """The files of an engine with a name. A template that is no module of ours ends in `.txt`."""
    shown = re.sub(r"[^\w .+-]+", " ", name).strip() or "Engine"
    files = {
        path.name.removesuffix(".txt"): path.read_text(encoding="utf-8").replace(
            "ENGINE_NAME", shown
        )
        for path in sorted((TEMPLATES / language).iterdir())
        if path.is_file()
    }
    build = "| `make` | build it |\n" if language in BUILDS else ""
    readme = (TEMPLATES / "README.md").read_text(encoding="utf-8").replace("ENGINE_NAME", shown)
    readme = readme.replace("NEEDS\n\n", NEEDS.get(language, ""))
    files["README.md"] = readme.replace("BUILD", build).replace("COMMAND", COMMANDS[language])
    return files
