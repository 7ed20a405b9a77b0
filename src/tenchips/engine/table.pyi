from typing import final

@final
class Table:
    """The memory of the search, shared by its threads: positions with score, depth and move."""

    def __init__(self, megabytes: float = 64) -> None: ...
    def clear(self) -> None:
        """Forget everything."""
    def new_search(self) -> None:
        """Mark what is there as old, to be replaced first."""
    @property
    def size(self) -> int:
        """The size in bytes."""
    @property
    def permill_full(self) -> int:
        """How much of the table the present search has filled, in thousandths."""
