"""Playing in a terminal, line by line.

`screen` is the terminal itself: say, draw, ask. `saved_game` adds games to files without losing
what is there. `line_mode` runs a game between two players and is the only one that uses both.
Nothing here judges a move or looks for one: the board and the players do.
"""
