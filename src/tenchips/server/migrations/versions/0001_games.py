"""Games as events, and the names of players."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "event",
        sa.Column("game_id", sa.String(24), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("command_id", sa.String(120)),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("seats", sa.Text),
        sa.UniqueConstraint("game_id", "command_id", name="event_command"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("creator", sa.String(32), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("invite", sa.String(32), unique=True),
    )
    op.create_index("game_listed", "game", ["public", "status", "created", "id"])
    op.create_index("game_creator", "game", ["creator", "created"])
    op.create_table(
        "identity",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("event", "game", "identity"):
        op.drop_table(table)
