"""Where players meet: a referee with a clock, matches, tournaments, and numbers one can trust.

`referee` runs one game and judges everything in it. `match` lets two players meet until enough
is known, `tournament` lets many meet; both play through `running`, on as many processes or
machines as there are, and keep every game in a file that only grows. `statistics` and `ratings`
say what the results mean, `report` and `page` show them. `compliance` examines one player,
`review` looks at games played before. Nothing here thinks about a move, but for the engine that
`review` asks.
"""
