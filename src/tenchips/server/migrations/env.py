"""What Alembic runs: it uses the connection it is given."""

from alembic import context

from tenchips.server.store import METADATA

if hasattr(context, "config"):  # else somebody has only imported this
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()
