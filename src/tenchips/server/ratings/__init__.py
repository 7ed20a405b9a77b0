"""Ratings by Glicko-2, of people with accounts and, apart from them, of bots.

The levels of the machine are fixed points on the same scale, so that whoever plays them gets a
number. A result changes ratings in the transaction that ends its game, and so exactly once.

| module | what it does |
|---|---|
| `glicko2` | the numbers, pure |
| `fair` | how rated games begin, who may play them, and what the levels are worth |
| `models` | what is shown |
| `api` | the endpoints |
"""

from __future__ import annotations
