"""Tournaments: what they are, who plays in them, and who meets whom."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("v", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("organiser", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("rounds", sa.Integer),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("increment", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("by_roster", sa.Boolean, nullable=False),
        sa.Column("starts", sa.BigInteger),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
    )
    op.create_index("tournament_status", "tournament", ["status", "created"])
    op.create_index("tournament_owner", "tournament", ["owner", "created"])
    op.create_table(
        "tournament_player",
        sa.Column("tournament_id", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("identity", sa.String(32)),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("rating", sa.Integer),
        sa.Column("status", sa.String(9), nullable=False),
        sa.Column("joined", sa.BigInteger),
        sa.Column("seat", sa.String(43), unique=True),
        sa.UniqueConstraint("tournament_id", "identity", name="tournament_player_identity"),
    )
    op.create_index("tournament_player_of", "tournament_player", ["identity"])
    op.create_table(
        "tournament_pairing",
        sa.Column("tournament_id", sa.String(24), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("white", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("black", sa.Integer),
        sa.Column("game", sa.String(24), unique=True),
        sa.Column("result", sa.String(7)),
        sa.UniqueConstraint("tournament_id", "round", "black", name="tournament_pairing_black"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("tournament_pairing", "tournament_player", "tournament"):
        op.drop_table(table)
