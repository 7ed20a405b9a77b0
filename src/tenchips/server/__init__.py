"""The web app: the API, live games, their store, the engine pool, and the pages that play them.

The server is the judge and the database the arbiter: a command is acknowledged only when its event
is committed, and what is in memory can be folded from the events at any time.
"""
