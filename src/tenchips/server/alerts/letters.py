"""What is written in mails and in web push: texts, with the board, and all their headers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from html import escape
from typing import Final
from urllib.parse import quote, urlsplit

from tenchips.render.text import draw
from tenchips.server import timekeeping
from tenchips.server.state import NAMES, GameState
from tenchips.server.store.alerts import REMINDER

MOST_BOARDS: Final = 10
"""Boards that are drawn in a mail; of further games there is a link to the list."""

CONFIRM_DAYS: Final = 2
"""Days for which the link that confirms an address works."""

_KEY: Final = (
    "W and B are the chips. > is the last move. The top and bottom rows are Black's goals."
)


@dataclass(frozen=True)
class Turn:
    """A game in which it is the reader's turn."""

    id: str
    opponent: str
    color: str
    left: int
    board: str

    @classmethod
    def of(cls, state: GameState, now: int) -> Turn:
        """The turn of the player to move."""
        mover = state.board.turn
        left = state.left_at(now)
        return cls(
            state.id,
            state.seats[mover.other].name or "",
            NAMES[mover].capitalize(),
            getattr(left, NAMES[mover]) if left else 0,
            draw(state.board, ascii=True),
        )


class Letters:
    """Writes the mails and pushes of a site."""

    def __init__(self, origin: str, sender: str) -> None:
        """`origin` is the address of the site, `sender` who mails come from."""
        self._origin, self._host = origin, urlsplit(origin).hostname or "localhost"
        name, address = parseaddr(sender)
        self._sender = Address(_plain(name) or "Tenchips", addr_spec=address) if address else ""

    def confirmation(self, id: str, to: str, name: str, token: str) -> EmailMessage:
        """The mail that asks whether an address is right."""
        link = f"{self._origin}/mail?confirm={quote(token)}"
        lines = [
            f"Hello {_plain(name)},",
            "please confirm that this is your e-mail address. "
            "Then we can tell you here when it is your turn.",
            link,
            f"The link works for {CONFIRM_DAYS} days. "
            "If you did not ask for this, do nothing: nobody will write to you again.",
        ]
        return self._message(id, to, "Confirm your e-mail address", lines)

    def turns(self, id: str, to: str, name: str, stop: str, turns: Sequence[Turn]) -> EmailMessage:
        """The mail about the games in which it is somebody's turn."""
        lines: list[str | Board] = [f"Hello {_plain(name)},"]
        for turn in turns[:MOST_BOARDS]:
            lines += [
                f"it is your turn against {_plain(turn.opponent)}. You are {turn.color}. "
                f"{time_left(turn.left)}",
                Board(turn.board),
                self.game(turn.id),
            ]
        lines.append(_KEY)
        if len(turns) > MOST_BOARDS:
            lines += [
                f"It is also your turn in {_games(len(turns) - MOST_BOARDS)} more:",
                f"{self._origin}/correspondence",
            ]
        ending = f"{self._origin}/mail?stop={quote(stop)}"
        lines += [
            "Choose how often we write to you:",
            f"{self._origin}/account",
            "Stop these e-mails:",
            ending,
        ]
        message = self._message(id, to, title(turns), lines)
        message["List-Unsubscribe"] = f"<{self._origin}/api/v1/mail/stop?token={quote(stop)}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return message

    def push(self, turns: Sequence[Turn]) -> bytes:
        """What the service worker is sent, which shows it and opens the page."""
        alone = turns[0] if len(turns) == 1 else None
        shown = {
            "title": title(turns),
            "body": time_left(min(turn.left for turn in turns)),
            "path": f"/g/{alone.id}" if alone else "/correspondence",
        }
        return json.dumps(shown).encode()

    def game(self, id: str) -> str:
        """The link to a game."""
        return f"{self._origin}/g/{id}"

    def _message(
        self, id: str, to: str, subject: str, lines: Sequence[str | Board]
    ) -> EmailMessage:
        message = EmailMessage(policy=SMTP)
        message["From"] = self._sender
        message["To"] = Address(addr_spec=to)
        message["Subject"] = _plain(subject)
        message["Date"] = format_datetime(datetime.now(UTC))
        # The same when it is sent again, because nobody knows whether it has arrived.
        message["Message-ID"] = f"<{id}@{self._host}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content("\n\n".join(map(str, lines)) + "\n")
        html = "\n".join(map(_html, lines))
        message.add_alternative(
            f'<!doctype html><html lang="en"><body>\n{html}\n</body></html>\n', subtype="html"
        )
        return message


class Board(str):
    """A board drawn as text."""

    __slots__ = ()


def title(turns: Sequence[Turn]) -> str:
    """What a mail or a push is about, in one line.

    >>> title([Turn("id", "Ben", "White", 3 * REMINDER, "")])
    'Your turn against Ben'
    """
    urgent = any(turn.left < REMINDER for turn in turns)
    whom = f"against {turns[0].opponent}" if len(turns) == 1 else f"in {_games(len(turns))}"
    return f"Your turn {whom}: less than a day left" if urgent else f"Your turn {whom}"


def time_left(milliseconds: int) -> str:
    """How much time there is for a move.

    >>> time_left(2 * timekeeping.DAY + timekeeping.DAY // 24)
    'You have 2 days and 1 hour left.'
    """
    hours = max(0, milliseconds) * 24 // timekeeping.DAY
    days, rest = divmod(hours, 24)
    if not hours:
        return "You have less than an hour left."
    parts = [_count(days, "day")] * bool(days) + [_count(rest, "hour")] * bool(rest)
    return f"You have {' and '.join(parts)} left."


def _games(count: int) -> str:
    return _count(count, "game")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _plain(name: str | None) -> str:
    """A name that stays in its line: none can add a header."""
    return " ".join("".join(it if it.isprintable() else " " for it in name or "").split())


def _html(line: str | Board) -> str:
    text = escape(line)
    if isinstance(line, Board):
        return f"<pre>{text}</pre>"
    return f'<p><a href="{text}">{text}</a></p>' if line.startswith("http") else f"<p>{text}</p>"
