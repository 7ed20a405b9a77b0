"""Each step in the history of the tables, the first with the lowest number."""
