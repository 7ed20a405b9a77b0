"""Recorded games to step through: moves tried become variations, and the engine reviews them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from tenchips.book import certificates
from tenchips.engine import Engine, Limit
from tenchips.engine.review import Review, review
from tenchips.fullscreen.board_screen import BoardScreen
from tenchips.fullscreen.walk import Walk
from tenchips.record import Game, GameNode, Record
from tenchips.squares import COLORS

SECONDS = 0.5
"""Seconds that a review takes for each move."""


class _Stopped(Exception):
    """The review is not wanted any more."""


class StudyScreen(BoardScreen):
    """One of some games, beginning with its last position."""

    HELP_KEYS = """\
w               review: let the engine mark the mistakes of the game
< >             the game before, the next game
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "review", "review"),
        Binding("less_than_sign", "other(-1)", show=False),
        Binding("greater_than_sign", "other(1)", "next game", key_display=">"),
    ]

    class Reviewed(Message):
        """How far the review is, and what came of it."""

        def __init__(self, done: int, review: Review | None) -> None:
            super().__init__()
            self.done, self.review = done, review

    def __init__(self, records: Sequence[Record], *, reviews: bool = False) -> None:
        """`reviews` begins with a review."""
        self._records = list(records)
        self._unreviewed = dict[int, Record]()
        """By place, the games that were reviewed, as they were before."""
        self._place = 0
        super().__init__(Walk(Game.from_record(self._records[0])))
        self._begins_with_review = reviews
        self._limit = Limit(time=SECONDS)
        self._engine: Engine | None = None

    @property
    def record(self) -> Record:
        """The record of the game shown."""
        return self._records[self._place]

    @property
    def title_text(self) -> str:
        """The players, and which game of how many it is."""
        which = f"{self._place + 1}/{len(self._records)}  " if len(self._records) > 1 else ""
        return self.heading(before=which, after=f", {self.record.result}")

    @property
    def status(self) -> str:
        """What is known about the position."""
        node = self.walk.node
        if self.walk.is_at_end and node.is_main_line and (outcome := self.record.outcome):
            return f"{outcome}."
        tried = len(node.variations)
        more = f" Variations: {tried}." if tried > 1 else ""
        return f"{super().status}{more}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show only the keys that do something."""
        return len(self._records) > 1 if action == "other" else True

    def on_mount(self) -> None:
        """Begin, with the review if that is wanted."""
        super().on_mount()
        if self._begins_with_review:
            self.action_review()

    def on_unmount(self) -> None:
        """Stop a review."""
        self._stop_review()
        super().on_unmount()

    def action_other(self, step: int) -> None:
        """Another game."""
        self._stop_review()
        self._place = (self._place + step) % len(self._records)
        self.walk = Walk(Game.from_record(self.record))
        self.pointer.cancel()
        self.clear_marks()
        self.say("")

    def action_review(self) -> None:
        """Let the engine look at every move, on a thread of its own."""
        if self._engine is not None:
            return
        engine = self._engine = Engine(hash=16)
        record = self._unreviewed[self._place] = self._without_review()
        done = 0

        def tick() -> None:
            nonlocal done
            if self._engine is not engine:
                raise _Stopped
            done += 1
            self.post_message(self.Reviewed(done, None))

        def work() -> None:
            try:
                found = review(record, engine, self._limit, certificates(), tick)
            except _Stopped:
                return
            self.post_message(self.Reviewed(done, found))

        threading.Thread(target=work, daemon=True).start()
        self.say("The engine reviews the game…")

    def _without_review(self) -> Record:
        """The game without what an earlier review added, and with the moves tried here."""
        before = self._unreviewed.get(self._place)
        if before is None:
            return self.walk.game.record()
        known = {board.moves for _, board in Game.from_record(self.record).walk()}
        game = Game.from_record(before)
        for _, board in self.walk.game.walk():
            if board.moves not in known:
                node: GameNode = game
                for move in board.moves:
                    node = node.add_variation(move)
        return game.record()

    def _stop_review(self) -> None:
        if self._engine is not None:
            engine, self._engine = self._engine, None
            engine.stop()

    def on_study_screen_reviewed(self, event: Reviewed) -> None:
        """Show the annotated game."""
        if self._engine is None:
            return
        if event.review is None:
            positions = len(self.record.line) + 1
            self.say(f"The engine reviews the game: {event.done} of {positions} positions.")
            return
        self._stop_review()
        self._records[self._place] = event.review.record
        self.walk = Walk(Game.from_record(event.review.record))
        self.say("\n".join(f"{color}: {event.review.sentence(color)}" for color in COLORS))
