"""The lines that both ends of UGI must understand alike."""

from __future__ import annotations

from itertools import pairwise

from tenchips.engine import Info, Score
from tenchips.engine.search import SURE, WIN
from tenchips.notation import Move


def one_line(text: str) -> str:
    """A message made safe for a protocol of lines.

    >>> one_line("two\\nlines\\0")
    'two lines?'
    """
    return "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))


def score_words(score: Score) -> str:
    """A score as UGI has it: plies to a proven win or (negative) loss, or points.

    >>> score_words(Score(25)), score_words(Score.win_in(-6))
    ('cp 25', 'mate -6')
    """
    return f"cp {score.points}" if score.plies is None else f"mate {score.plies}"


def info_line(info: Info) -> str:
    """What an engine says while it thinks.

    >>> info_line(Info(3, 5, Score(20), (Move("33"), Move("44")), 900, 0.25, 7))
    'info depth 3 seldepth 5 time 250 nodes 900 nps 3600 hashfull 7 multipv 1 score cp 20 pv 33 44'
    """
    return (
        f"info depth {info.depth} seldepth {info.seldepth} time {int(info.time * 1000)} "
        f"nodes {info.nodes} nps {info.speed} hashfull {info.hashfull} multipv {info.rank} "
        f"score {score_words(info.score)} pv {' '.join(map(str, info.line))}"
    )


def value_fault(declaration: str, value: str) -> str:
    """Why an option cannot have a value, by what the engine declared; nothing if it can.

    >>> value_fault("type spin default 64 min 1 max 1024", "0")
    "is a whole number from 1 to 1024, not '0'"
    >>> value_fault("type check default false", "TRUE"), value_fault("type string", "any")
    ('', '')
    """
    words = declaration.split()
    fields = dict(pairwise(words))
    if fields.get("type") == "check" and value.lower() not in ("true", "false"):
        return f"is true or false, not {value[:40]!r}"
    if fields.get("type") == "spin":
        least, most = fields.get("min", "-inf"), fields.get("max", "inf")
        try:
            is_good = float(least) <= int(value) <= float(most)
        except ValueError:
            is_good = False
        if not is_good:
            return f"is a whole number from {least} to {most}, not {value[:40]!r}"
    return ""


def read_info(line: str) -> Info | None:
    """An `info` line with a score and a line of play; None for every other text.

    >>> read_info("info depth 3 score mate -6 pv 33 44").score
    Score(points=-29994)
    >>> read_info("info string thinking")
    """
    words = line.split()
    if words[:1] != ["info"] or "string" in words or "pv" not in words:
        return None
    start = words.index("pv")
    fields = dict(pairwise(words[1:start]))
    try:
        moves = tuple(Move.parse(word) for word in words[start + 1 :])
        if not moves:
            return None
        score = _score(fields)
        depth, seldepth, time, nodes, full, rank = (
            int(fields.get(name, default))
            for name, default in (
                ("depth", 0), ("seldepth", 0), ("time", 0),
                ("nodes", 0), ("hashfull", 0), ("multipv", 1),
            )
        )  # fmt: skip
    except (KeyError, ValueError):
        return None
    return Info(depth, seldepth, score, moves, nodes, time / 1000, full, rank)


def _score(fields: dict[str, str]) -> Score:
    """The score among the words of a line; points never look like a proof."""
    if "mate" not in fields:
        return Score(max(-SURE, min(int(fields["cp"]), SURE)))
    plies = int(fields["mate"])
    if abs(plies) >= WIN - SURE:
        raise ValueError("no game lasts so long")
    return Score.win_in(plies)
