"""Bots that belong to an account."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the column."""
    op.add_column("identity", sa.Column("owner", sa.String(32)))
    op.create_index("identity_owner", "identity", ["owner"])


def downgrade() -> None:
    """Drop the column."""
    op.drop_index("identity_owner", "identity")
    op.drop_column("identity", "owner")
