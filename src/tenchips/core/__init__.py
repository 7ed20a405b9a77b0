"""The compiled rules: `Position`, for programs that search.

It makes moves and takes them back, keeps every line of sight up to date, and finds legal moves,
networks and immediate wins; counts run without Python's lock. It knows no house rule and explains
nothing: `Board` is there for that, and tests hold the two equal.
"""

from tenchips.missing import needs_compiled

with needs_compiled("tenchips.core.position"):
    from tenchips.core.position import Position, Tally

__all__ = ["Position", "Tally"]
