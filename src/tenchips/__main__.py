"""The command `tenchips`, which `python -m tenchips` runs too.

It is apart from `tenchips.cli`, which cannot be imported without the packages it needs.
"""

from __future__ import annotations

import sys
from typing import NoReturn

from tenchips.missing import NotInstalled, needs_extra


def main() -> NoReturn:
    """Run the command, or say what to install."""
    try:
        # Without arguments the command is the site.
        with needs_extra("play" if sys.argv[1:] else "site", "the command tenchips"):
            from tenchips.cli import main as run
    except NotInstalled as error:
        print(f"tenchips: {error}", file=sys.stderr)
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
