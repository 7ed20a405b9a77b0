"""Matches and tournaments between programs: data in, data out, nothing printed.

`referee` plays one game and judges everything in it. `match` and `tournament` say which games are
due; `runner` plays them, on as many processes or machines as there are, and `results` keeps every
game in a file that can be resumed from. `statistics`, `ratings` and `standings` say what the
results mean; `report` puts that together, `text` and `page` format it. `compliance` checks a single
player. Nothing here searches for a move.
"""
