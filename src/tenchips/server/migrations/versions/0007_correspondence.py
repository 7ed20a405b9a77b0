"""Correspondence games: whose turn it is and until when, and the vacations of players."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns and the table."""
    op.add_column("game", sa.Column("due", sa.BigInteger))
    op.add_column("game", sa.Column("to_move", sa.String(5)))
    op.create_index("game_due", "game", ["due"])
    op.create_table(
        "vacation",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("began", sa.BigInteger, primary_key=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("vacation")
    op.drop_index("game_due", "game")
    op.drop_column("game", "due")
    op.drop_column("game", "to_move")
