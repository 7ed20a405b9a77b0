"""The compiled heart: `Position`, the fast twin of `Board`.

It plays moves forth and back, keeps every line of sight up to date, and finds legal moves,
networks and immediate wins, all without Python's lock. It knows no house rule and explains
nothing: `Board` is there for that.
"""

from tenchips.core.position import Position, Tally

__all__ = ["Position", "Tally"]
