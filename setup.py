"""Build the compiled modules: Cython in pure Python syntax, each with its `.pxd` beside it.

A `.pxd` alone is a header: the modules that use it compile its functions for themselves. With
`TENCHIPS_PURE=1` nothing is compiled: the wheel works everywhere, without the engine.
"""

import os
import re
import shutil
import sys
import sysconfig
import tomllib
from multiprocessing import get_start_method
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

MODULES = sorted(
    module
    for path in Path("src").rglob("[!_]*.pxd")
    if (module := path.with_suffix(".py")).exists()
)
OPTIMIZE = os.environ.get("TENCHIPS_OPTIMIZE")
FLAGS = [
    # Sanitizers want less optimisation than the search does, and to know lines.
    *([OPTIMIZE] if OPTIMIZE else ["-O3", "-g0"]),
    "-fno-semantic-interposition",
    "-Wno-unused-function",
]
if machine := os.environ.get("TENCHIPS_MARCH"):
    FLAGS.append(f"-march={machine}")


class BuildExt(build_ext):
    """The usual build, on all cores."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()


def need_compiler() -> None:
    """Stop with one clear sentence where C cannot be compiled."""
    asked, usual = os.environ.get("CC"), sysconfig.get_config_var("CC") or "cc"
    names = [asked] if asked else [usual, "cc", "gcc", "clang"]
    compiler = next((name for name in names if shutil.which(name.split()[0])), None)
    if compiler is None:
        raise SystemExit(
            "Tenchips needs a C compiler: install one (Debian, Ubuntu: apt-get install gcc "
            "python3-dev) and run this again."
        )
    os.environ["CC"] = compiler
    if not any(
        (Path(sysconfig.get_path(name)) / "Python.h").exists()
        for name in ("include", "platinclude")
    ):
        raise SystemExit(
            "Tenchips needs Python's C headers: install them (Debian, Ubuntu: apt-get install "
            "python3-dev) and run this again."
        )


def module_name(path: Path) -> str:
    """`src/a/b.py` as `a.b`."""
    return ".".join(path.relative_to("src").with_suffix("").parts)


def extensions() -> list[Extension]:
    """The compiled modules; none for a source distribution, for metadata or for a pure wheel."""
    if {"sdist", "egg_info", "dist_info"} & set(sys.argv) or os.environ.get("TENCHIPS_PURE"):
        return []
    need_compiler()
    from Cython.Build import cythonize

    made = cythonize(
        [Extension(module_name(path), [str(path)], extra_compile_args=FLAGS) for path in MODULES],
        build_dir="build",
        # Where processes are not forked, they would run this file again.
        nthreads=os.cpu_count() or 1 if get_start_method() == "fork" else 0,
        language_level=3,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            # A pickle that Cython makes by itself would set whatever state it is given.
            "auto_pickle": False,
        },
    )
    # The longest first, so that no core waits for the other at the end.
    return sorted(made, key=lambda extension: -Path(extension.sources[0]).stat().st_size)


def description() -> str:
    """The README for a package index, where links and pictures must have their whole address."""
    source = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["urls"]["Source"]
    version = re.search('__version__ = "(.*)"', Path("src/tenchips/__init__.py").read_text("utf-8"))
    tree = "main" if "dev" in version[1] else f"v{version[1]}"
    text = Path("README.md").read_text("utf-8")
    text = re.sub(r"\]\((?!https?:|#)", f"]({source}/blob/{tree}/", text)
    return re.sub(r'src="(?!https?:)', f'src="{source}/raw/{tree}/', text)


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExt},
    long_description=description(),
    long_description_content_type="text/markdown",
)
