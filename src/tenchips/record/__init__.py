"""Game records: whole games as text, one or many a file.

A `Record` is a game that can be written down: who played, by which house rules, from which
position, the moves with their comments and variations, and how it ended. Making one plays every
move on a `Board`, so a record that exists is a legal game, its text can always be written, and
reading that text gives the same record again. A `Game` is a record to edit, as a tree of moves.
`model` holds the record, `tree` the game, `writing` and `reading` the text, `files` the files of
records. `read_records` reads many games and names the line of whatever is wrong with one before it
goes on to the next. Only `Board` judges moves; nothing here searches for one.

The text is PGN's. What PGN leaves open is defined here: in comments and in the values of tags a
run of white space counts as one blank; in comments a backslash before a brace or a backslash
(in tags before a quote or a backslash) makes it an ordinary character; in a file with many games
every game begins with its tags on lines of their own.
"""

from tenchips.record.files import RecordFile, load_records, save_records
from tenchips.record.model import (
    ANNOTATIONS,
    DEEPEST_VARIATION,
    RESULTS,
    UNKNOWN,
    UNKNOWN_DATE,
    Evaluation,
    Line,
    Node,
    Record,
    RecordError,
)
from tenchips.record.reading import read_records
from tenchips.record.tree import Game, GameNode
from tenchips.record.writing import WIDTH

__all__ = [
    "ANNOTATIONS",
    "DEEPEST_VARIATION",
    "RESULTS",
    "UNKNOWN",
    "UNKNOWN_DATE",
    "WIDTH",
    "Evaluation",
    "Game",
    "GameNode",
    "Line",
    "Node",
    "Record",
    "RecordError",
    "RecordFile",
    "load_records",
    "read_records",
    "save_records",
]
