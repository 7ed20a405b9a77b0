"""Drawings of a board: as text for terminals, as SVG, as PNG, and whole games as GIF.

A drawing shows a board as it is, and can add what a player wants to see: where a chip may not go,
the last move, the network that won. `scene` finds these for all drawings. PNG and GIF need Pillow,
which is imported when the first one is drawn. Nothing here changes a board or decides a rule.
"""
