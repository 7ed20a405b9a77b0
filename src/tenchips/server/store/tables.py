"""The tables of the database. `migrations` holds the way to them from those of older versions."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData()

EVENTS: Final = Table(
    "event",
    METADATA,
    Column("game_id", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("command_id", String(120)),
    Column("payload", Text, nullable=False),
    Column("seats", Text),
    UniqueConstraint("game_id", "command_id", name="event_command"),
    sqlite_with_rowid=False,
)
"""All that happened. `seats` says in private who took a seat with an event."""

GAMES: Final = Table(
    "game",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("creator", String(32), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String(8), nullable=False),
    Column("invite", String(32), unique=True),
    Index("game_listed", "public", "status", "created", "id"),
    Index("game_creator", "creator", "created"),
)
"""What games are found by. `invite` is a hash."""

IDENTITIES: Final = Table(
    "identity",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""Bots, and visitors who took a name."""

PULSES: Final = Table(
    "pulse",
    METADATA,
    Column("process", String(8), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Column("ended", Boolean, nullable=False),
)
"""When each process was last known to run, and whether it ended in order."""

OUTAGES: Final = Table(
    "outage",
    METADATA,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)
"""When no process could take a move."""
