"""Playing in a terminal, line by line.

`screen` is the terminal itself: say, draw, ask. `keeping` puts games into files without losing
what is there. `line_mode` runs a game between two seats and is the only one that knows both.
Nothing here judges a move or looks for one: the board and the players do.
"""
