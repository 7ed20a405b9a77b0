"""The lobby: open challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "open_challenge",
        sa.Column("owner", sa.String(32), primary_key=True),
        sa.Column("id", sa.String(24), nullable=False, unique=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("base", sa.Integer),
        sa.Column("increment", sa.Integer),
        sa.Column("color", sa.String(8), nullable=False),
        sa.Column("quick", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Integer),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(24)),
    )
    op.create_index("open_challenge_expires", "open_challenge", ["expires"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("open_challenge")
