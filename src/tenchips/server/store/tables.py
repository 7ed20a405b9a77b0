"""The tables of the database. `migrations` holds the way to them from those of older versions."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
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
    Column("white", String(32)),
    Column("black", String(32)),
    Column("white_name", String(40)),
    Column("black_name", String(40)),
    Column("white_level", Integer),
    Column("black_level", Integer),
    Column("result", String(7)),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("due", BigInteger),
    Column("to_move", String(5)),
    Column("alert", BigInteger),
    Index("game_due", "due"),
    Index("game_alert", "alert"),
    Index("game_listed", "public", "status", "created", "id"),
    Index("game_creator", "creator", "created"),
    Index("game_white", "white", "created", "id"),
    Index("game_black", "black", "created", "id"),
)
"""What games are found by. `invite` is a hash. `white` and `black` are the identities of people. Of
correspondence games, `to_move` is the side to move, `due` the time when it will have lost, and
`alert` the time when its player is next to be told so."""

IDENTITIES: Final = Table(
    "identity",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("owner", String(32)),
    Index("identity_owner", "owner"),
)
"""Bots, and visitors who took a name. `owner` is the account that made a bot."""

ACCOUNTS: Final = Table(
    "account",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("skeleton", String(120), nullable=False, unique=True),
    Column("password", String(200)),
    Column("recovery", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""People with an account. The id is an identity: seats belong to it. `skeleton` is the name as a
hasty reader sees it, `password` and `recovery` are hashes."""

SESSIONS: Final = Table(
    "session",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("account_id", String(32), nullable=False),
    Column("device", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("confirmed", BigInteger, nullable=False),
    Index("session_account", "account_id"),
)
"""Browsers that are signed in. The id is a hash of what is in the cookie; `confirmed` is when the
browser last gave a password or a passkey."""

PASSKEYS: Final = Table(
    "passkey",
    METADATA,
    Column("id", String(1400), primary_key=True),
    Column("account_id", String(32), nullable=False),
    Column("label", String(40), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("passkey_account", "account_id"),
)
"""Passkeys of accounts, by their credential id in base64url."""

CHALLENGES: Final = Table(
    "challenge",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("purpose", String(8), nullable=False),
    Column("account_id", String(32)),
    Column("created", BigInteger, nullable=False),
    Index("challenge_created", "created"),
)
"""What a passkey is asked to sign, once; the id is a hash of it."""

OPEN_CHALLENGES: Final = Table(
    "open_challenge",
    METADATA,
    Column("owner", String(32), primary_key=True),
    Column("id", String(24), nullable=False, unique=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    Column("base", Integer),
    Column("increment", Integer),
    Column("color", String(8), nullable=False),
    Column("quick", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rating", Integer),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("game", String(24)),
    Index("open_challenge_expires", "expires"),
)
"""The lobby: one challenge a player. `game` is the game that it led to, once it is taken."""

RATINGS: Final = Table(
    "rating",
    METADATA,
    Column("identity", String(32), primary_key=True),
    Column("pool", String(8), nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("rating_best", "pool", "rating"),
)
"""How strong accounts and bots are."""

RATING_CHANGES: Final = Table(
    "rating_change",
    METADATA,
    Column("game_id", String(24), primary_key=True),
    Column("identity", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("rating", Float, nullable=False),
    Column("change", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Index("rating_change_of", "identity", "at"),
)
"""What each rated game has made of the ratings of its players."""

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

VACATIONS: Final = Table(
    "vacation",
    METADATA,
    Column("identity", String(32), primary_key=True),
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)
"""When players are away: the clocks of their correspondence games stand still."""

TOURNAMENTS: Final = Table(
    "tournament",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("v", Integer, nullable=False),
    Column("owner", String(32), nullable=False),
    Column("organiser", String(40), nullable=False),
    Column("name", String(60), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("rounds", Integer),
    Column("base", Integer, nullable=False),
    Column("increment", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("by_roster", Boolean, nullable=False),
    Column("starts", BigInteger),
    Column("paused", Boolean, nullable=False),
    Column("status", String(8), nullable=False),
    Column("round", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Index("tournament_status", "status", "created"),
    Index("tournament_owner", "owner", "created"),
)
"""Tournaments. `v` counts their changes; `round` is the last that was paired."""

TOURNAMENT_PLAYERS: Final = Table(
    "tournament_player",
    METADATA,
    Column("tournament_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("identity", String(32)),
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    Column("rating", Integer),
    Column("status", String(9), nullable=False),
    Column("joined", BigInteger),
    Column("seat", String(43), unique=True),
    UniqueConstraint("tournament_id", "identity", name="tournament_player_identity"),
    Index("tournament_player_of", "identity"),
)
"""Who plays in tournaments, numbered in the order of entry. `seat` is the secret of the personal
link of a player from a roster, who is whoever has it."""

TOURNAMENT_PAIRINGS: Final = Table(
    "tournament_pairing",
    METADATA,
    Column("tournament_id", String(24), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("white", Integer, primary_key=True, autoincrement=False),
    Column("black", Integer),
    Column("game", String(24), unique=True),
    Column("result", String(7)),
    UniqueConstraint("tournament_id", "round", "black", name="tournament_pairing_black"),
)
"""Who meets whom, by their numbers; without Black, White sits out. `result` is that of a pairing
without a game, or of a game that no longer counts; else the game has it."""

MAIL_ADDRESSES: Final = Table(
    "mail_address",
    METADATA,
    Column("account_id", String(32), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("confirmed", BigInteger),
    Column("wanted", String(8), nullable=False),
    Column("stop", String(43), nullable=False, unique=True),
    Column("token", String(32), unique=True),
    Column("token_made", BigInteger),
    Column("sent", BigInteger, nullable=False),
)
"""Where accounts want e-mail. `confirmed` is when the address was shown to be theirs, by a link
with a token, of which a hash is here; `stop` is in every mail and does nothing but end them; `sent`
is when the last one about games was put into the outbox."""

PUSH_SUBSCRIPTIONS: Final = Table(
    "push_subscription",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("session_id", String(32)),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", String(90), nullable=False),
    Column("auth", String(30), nullable=False),
    Column("device", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("push_subscription_identity", "identity"),
)
"""Browsers that want web push. The id is a hash of the endpoint; one with a session ends with
it."""

OUTBOX: Final = Table(
    "outbox",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("channel", String(8), nullable=False),
    Column("target", String(32)),
    Column("games", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Index("outbox_due", "due"),
    Index("outbox_identity", "identity"),
)
"""What waits to be sent, and when that is next tried. It holds no address and no text: they are
looked up when it is sent."""
