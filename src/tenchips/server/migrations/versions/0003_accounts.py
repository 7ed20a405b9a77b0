"""Accounts, and who played which game."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_SEATS = ("white", "black")


def upgrade() -> None:
    """Make the tables, and fill the new columns of games from their events."""
    op.create_table(
        "account",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("skeleton", sa.String(120), nullable=False, unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("recovery", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("confirmed", sa.BigInteger, nullable=False),
    )
    op.create_index("session_account", "session", ["account_id"])
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("passkey_account", "passkey", ["account_id"])
    op.create_table(
        "challenge",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("account_id", sa.String(32)),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("challenge_created", "challenge", ["created"])
    for seat in _SEATS:
        op.add_column("game", sa.Column(seat, sa.String(32)))
        op.add_column("game", sa.Column(f"{seat}_name", sa.String(40)))
        op.add_column("game", sa.Column(f"{seat}_level", sa.Integer))
    op.add_column("game", sa.Column("result", sa.String(7)))
    _fill(op.get_bind())
    for seat in _SEATS:
        op.create_index(f"game_{seat}", "game", [seat, "created", "id"])


def _fill(connection: sa.Connection) -> None:
    """Read from the events of games who played them, and with which result."""
    found = connection.execute(
        sa.text(
            "SELECT game_id, payload, seats FROM event"
            ' WHERE seats IS NOT NULL OR payload LIKE \'%"k":"end"%\''
        )
    ).all()
    for game, payload, seats in found:
        columns = _columns(json.loads(payload), json.loads(seats or "{}"))
        names = ", ".join(f"{name} = :{name}" for name in columns)
        connection.execute(
            sa.text(f"UPDATE game SET {names} WHERE id = :of"), {"of": game} | columns
        )


def _columns(event: dict[str, Any], identities: dict[str, str | None]) -> dict[str, object]:
    if event["k"] == "end":
        return {"result": event["result"]}
    if event["k"] == "join":
        taken = {event["color"]: event["seat"]}
    else:
        taken = {seat: event[seat] for seat in _SEATS}
    columns: dict[str, object] = {}
    for seat, sitter in taken.items():
        columns |= {
            seat: identities.get(seat),
            f"{seat}_name": sitter["name"],
            f"{seat}_level": sitter["level"],
        }
    return columns


def downgrade() -> None:
    """Drop the tables and the columns."""
    for seat in _SEATS:
        op.drop_index(f"game_{seat}", "game")
        for column in (seat, f"{seat}_name", f"{seat}_level"):
            op.drop_column("game", column)
    op.drop_column("game", "result")
    for table in ("challenge", "passkey", "session", "account"):
        op.drop_table(table)
