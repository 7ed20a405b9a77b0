"""Build the compiled modules: Cython in pure Python syntax, each with its `.pxd` beside it.

A `.pxd` alone is a header: the modules that use it compile its functions for themselves."""

import os
import shutil
import sysconfig
from multiprocessing import get_start_method
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

MODULES = sorted(
    module
    for path in Path("src").rglob("[!_]*.pxd")
    if (module := path.with_suffix(".py")).exists()
)
# Sanitizers want less optimisation than the search does.
FLAGS = [
    os.environ.get("TENCHIPS_OPTIMIZE", "-O3"),
    "-fno-semantic-interposition",
    "-Wno-unused-function",
]
if machine := os.environ.get("TENCHIPS_MARCH"):
    FLAGS.append(f"-march={machine}")


class BuildExt(build_ext):
    """The usual build, on all cores, with one clear sentence where it cannot work."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
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
        super().run()


def module_name(path: Path) -> str:
    """`src/a/b.py` as `a.b`."""
    return ".".join(path.relative_to("src").with_suffix("").parts)


setup(
    ext_modules=cythonize(
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
    ),
    cmdclass={"build_ext": BuildExt},
)
