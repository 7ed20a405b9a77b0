"""The list of moves as a widget: scrolls to the position shown, and says which move was clicked."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tenchips.fullscreen.move_list import Row, move_rows
from tenchips.fullscreen.walk import Walk
from tenchips.record import GameNode


class MoveView(Widget):
    """The moves of a game, with the one that led to the position shown in reverse."""

    DEFAULT_CSS = "MoveView { height: 1fr; }"

    class Chosen(Message):
        """A move was clicked."""

        def __init__(self, node: GameNode) -> None:
            super().__init__()
            self.node = node

    def __init__(self) -> None:
        super().__init__(id="moves")
        self._rows: list[Row] = []
        self._walk: Walk | None = None
        self._top = 0

    def show(self, walk: Walk) -> None:
        """Show a game, scrolled to its current position."""
        self._walk = walk
        self._rows = move_rows(walk.game, max(20, self.size.width))
        current = 0
        for index, row in enumerate(self._rows):
            if any(token.node is walk.node for token in row):
                current = index
        height = max(1, self.size.height)
        self._top = min(max(self._top, current - height + 1), current)
        self._scroll(0)

    def _scroll(self, rows: int) -> None:
        last = max(0, len(self._rows) - max(1, self.size.height))
        self._top = min(max(0, self._top + rows), last)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A row of moves."""
        base, index = self.rich_style, self._top + y
        if index >= len(self._rows) or self._walk is None:
            return Strip.blank(self.size.width, base)
        segments = []
        for token in self._rows[index]:
            text = token.text
            if token.node is None:
                segments.append(Segment(text, base + Style(dim=True)))
                continue
            shown = text.rstrip()
            style = Style(reverse=True, bold=True) if token.node is self._walk.node else Style()
            if token.node.annotation.endswith("?"):
                style += Style(bold=True)
            segments.append(Segment(shown, base + style))
            segments.append(Segment(" " * (len(text) - len(shown)), base))
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def on_resize(self) -> None:
        """Lay out the rows again."""
        if self._walk is not None:
            self.show(self._walk)

    def on_click(self, event: events.Click) -> None:
        """Find the move under the mouse."""
        index, x = self._top + event.y, 0
        for token in self._rows[index] if index < len(self._rows) else []:
            x += len(token.text)
            if event.x < x:
                if token.node is not None:
                    self.post_message(self.Chosen(token.node))
                return

    def on_mouse_scroll_down(self) -> None:
        """Later moves."""
        self._scroll(1)

    def on_mouse_scroll_up(self) -> None:
        """Earlier moves."""
        self._scroll(-1)
