"""Playing in a terminal, line by line.

`screen` prints, draws boards and reads lines, which `history` lets people edit. `saved_game` adds
games to files without losing what is there. `line_mode` runs a game between two players and uses
both. `wording` holds what the full screen says in the same words. Nothing here judges a move or
searches for one: the board and the players do.
"""
