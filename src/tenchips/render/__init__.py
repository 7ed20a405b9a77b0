"""The board for the eye: `text` draws it for terminals, `svg` as a picture.

A drawing shows a board as it is, and can add what a player wants to see: where a chip may not go,
the last move, the network that won. What these are is settled once, in `scene`, for every way of
drawing. Nothing here changes a board or decides a rule.
"""
