"""Playing in the whole terminal, with keys and mouse.

Data goes one way. What is shown is worked out without any screen: `session` is a game being
played, `walk` a place in a game's moves, `pointer` the cursor, `picture` what each square shows,
`move_list` and `panels` what stands beside the board, `menu_model` the start menu, `autosave` the
games that are kept. The widgets (`board_view`, `move_view`) and the screens draw that and call it
when keys are pressed. Players and the engine (`analyst`) work on threads of their own. Nothing here
judges a move: the board does.
"""
