from typing import Final

WIN: Final = 30000
SURE: Final = 29000
MAX_DEPTH: Final = 90
