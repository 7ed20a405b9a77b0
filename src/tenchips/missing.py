"""What an installation may lack, and the sentence that says what to install.

The library needs nothing but Python. The terminal, the site and clusters need the packages of an
extra, and the engine needs the compiled modules, which a platform may have no wheel of. This module
never installs anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec

from tenchips.errors import TenchipsError


class NotInstalled(TenchipsError, ImportError):
    """Something that has to be installed first, and how."""


@contextmanager
def needs_extra(extra: str, what: str) -> Iterator[None]:
    """Turn a missing package into a sentence that names the extra it belongs to.

    >>> with needs_extra("site", "the site"):
    ...     import no_such_package
    Traceback (most recent call last):
    tenchips.missing.NotInstalled: the site needs more packages: run pip install 'tenchips[site]'
    """
    try:
        yield
    except ImportError as error:
        if isinstance(error, NotInstalled) or (error.name or "").split(".")[0] == "tenchips":
            raise
        raise NotInstalled(
            f"{what} needs more packages: run pip install 'tenchips[{extra}]'"
        ) from error


@contextmanager
def needs_compiled(module: str) -> Iterator[None]:
    """Refuse to import a module that must be compiled where there is only its source."""
    spec = find_spec(module)
    if spec is None or not (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES)):
        raise NotInstalled(
            "the engine needs compiled modules, which this installation of Tenchips lacks: install "
            "a C compiler and run pip install --no-binary tenchips tenchips"
        )
    yield
