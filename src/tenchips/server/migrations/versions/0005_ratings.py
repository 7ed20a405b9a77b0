"""Rated games, and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables and the column."""
    op.add_column("game", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "rating",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("pool", sa.String(8), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("rating_best", "rating", ["pool", "rating"])
    op.create_table(
        "rating_change",
        sa.Column("game_id", sa.String(24), primary_key=True),
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("change", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
    )
    op.create_index("rating_change_of", "rating_change", ["identity", "at"])


def downgrade() -> None:
    """Drop the tables and the column."""
    for table in ("rating", "rating_change"):
        op.drop_table(table)
    op.drop_column("game", "rated")
