"""Alerts: when players are told that it is their turn, where to, and what waits to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column and the tables."""
    op.add_column("game", sa.Column("alert", sa.BigInteger))
    op.create_index("game_alert", "game", ["alert"])
    op.create_table(
        "mail_address",
        sa.Column("account_id", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed", sa.BigInteger),
        sa.Column("wanted", sa.String(8), nullable=False),
        sa.Column("stop", sa.String(43), nullable=False, unique=True),
        sa.Column("token", sa.String(32), unique=True),
        sa.Column("token_made", sa.BigInteger),
        sa.Column("sent", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "push_subscription",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("session_id", sa.String(32)),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(90), nullable=False),
        sa.Column("auth", sa.String(30), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("push_subscription_identity", "push_subscription", ["identity"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("target", sa.String(32)),
        sa.Column("games", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_index("outbox_due", "outbox", ["due"])
    op.create_index("outbox_identity", "outbox", ["identity"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("outbox")
    op.drop_table("push_subscription")
    op.drop_table("mail_address")
    op.drop_index("game_alert", "game")
    op.drop_column("game", "alert")
