"""Small windows over the board: help, a question to confirm, a line of text."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static


class Help(ModalScreen[None]):
    """A text to read; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,space", "dismiss", "close", show=False)
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """The text, which scrolls if it is longer than the screen."""
        with VerticalScroll(classes="dialog"):
            yield Static(self._text, markup=False)

    def on_click(self) -> None:
        """Close it."""
        self.dismiss()


class Confirm(ModalScreen[bool]):
    """A question with yes and no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "yes", show=False),
        Binding("n,escape,q", "answer(False)", "no", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question."""
        with Vertical(classes="dialog"):
            yield Static(f"{self._question}\n\ny  yes      n  no", markup=False)

    def action_answer(self, yes: bool) -> None:
        """Close it with the answer."""
        self.dismiss(yes)


class AskLine(ModalScreen[str | None]):
    """A line to type, like the name of a file; None if it was given up."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", "cancel", show=False)]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self._question, self._value = question, value

    def compose(self) -> ComposeResult:
        """The question and the line."""
        with Vertical(classes="dialog"):
            yield Static(f"{self._question}", markup=False)
            yield Input(self._value, select_on_focus=False)
            yield Static("Enter: go on, Esc: cancel", classes="dim")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close it with the line."""
        self.dismiss(event.value.strip() or None)

    def action_give_up(self) -> None:
        """Close it without one."""
        self.dismiss(None)
