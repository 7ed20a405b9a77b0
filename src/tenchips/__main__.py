"""`python -m tenchips` is the same as the command `tenchips`."""

from tenchips.cli import main

if __name__ == "__main__":
    main()
