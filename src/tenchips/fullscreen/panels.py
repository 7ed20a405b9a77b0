"""What stands beside the board as text: the players, and what the engine thinks."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from tenchips.board import Board
from tenchips.engine import Info, Score
from tenchips.fullscreen.palette import Palette
from tenchips.record import Evaluation
from tenchips.squares import BLACK, COLORS, WHITE, Color


def shortened(text: str, columns: int) -> str:
    """A text in so many columns: cut with an ellipsis if it needs more.

    >>> shortened("Bartholomew", 8), shortened("Ann", 8)
    ('Barthol…', 'Ann')
    """
    shown = Text(text)
    shown.truncate(max(1, columns), overflow="ellipsis")
    return shown.plain


def heading(names: tuple[str, str], columns: int, *, before: str = "", after: str = "") -> str:
    """Who plays, in one line: long names are cut, what stands around them is not.

    >>> heading(("Ann", "Bob"), 40, after=", 1-0")
    'Ann (White) against Bob (Black), 1-0'
    >>> heading(("Bartholomew", "Bob"), 38, after=", 1-0")
    'Bart… (White) against Bob (Black), 1-0'
    """
    white, black = names
    room = columns - cell_len(f"{before} (White) against  (Black){after}")
    black = shortened(black, max(room // 2, room - cell_len(white)))
    white = shortened(white, room - cell_len(black))
    return f"{before}{white} (White) against {black} (Black){after}"


def players_text(
    board: Board,
    names: tuple[str, str],
    clocks: tuple[float | None, float | None],
    palette: Palette,
    width: int,
    thinking: Color | None = None,
) -> Text:
    """Who plays, whose turn it is, the clocks, and the chips in hand."""
    text = Text(no_wrap=True)
    for color in COLORS:
        is_turn = board.turn is color and board.outcome() is None
        clock = clocks[color]
        shown = "" if clock is None else clock_text(clock)
        suffix = " …thinking" if thinking is color else ""
        sign = f"{'▸' if is_turn else ' '} {color}  "
        room = width - len(shown) - 1
        name = sign + shortened(names[color], room - len(sign) - len(suffix)) + suffix
        text.append(f"{set_cell_size(name, room)} ", "bold" if is_turn else "")
        text.append(shown, "bold" if is_turn else "dim")
        text.append("\n  ")
        hand = board.hand(color)
        sign = "○" if color is WHITE else "●"
        text.append(sign * hand, palette.label)
        text.append(f" {hand} in hand" if hand else "all chips on the board", "dim")
        if color is WHITE:
            text.append("\n")
    return text


def clock_text(seconds: float) -> str:
    """What a clock shows.

    >>> clock_text(65.2), clock_text(9.96), clock_text(3700)
    ('1:05', '0:09.9', '1:01:40')
    """
    if seconds < 10:
        return f"0:0{int(seconds * 10) / 10:.1f}"
    minutes, rest = divmod(int(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def engine_text(board: Board, best: Sequence[Info], palette: Palette, width: int) -> Text:
    """The evaluation as a bar, White's share from the left, and the best lines. What was not
    searched comes from the book, and its plies are a bound."""
    text = Text(no_wrap=True, overflow="ellipsis")
    if board.outcome() is not None:
        return text.append("The game is over here.", "dim")
    if not best:
        return text.append("The engine is thinking…", "dim")
    score = best[0].score if board.turn is WHITE else -best[0].score
    label = f" {score_text(score)}, depth {best[0].depth}"
    if not best[0].depth:
        label = f" {score_text(score).replace(' in ', ' in ≤')}, book"
    room = max(6, width - len(label))
    share = round(room * score.chance)
    if palette.has_color:
        text.append(" " * share, f"on {palette.white_chip}")
        text.append(" " * (room - share), f"on {palette.black_chip}")
    else:
        text.append("█" * share + "░" * (room - share))
    text.append(label, "bold")
    for info in best:
        own = info.score if board.turn is WHITE else -info.score
        line = f"\n{score_text(own):>10} "
        for move in info.line:
            if len(line) + len(str(move)) > width:
                break
            line += f" {move}"
        text.append(line, "" if info is best[0] else "dim")
    return text


def evaluation_text(evaluation: Evaluation, mover: Color) -> str:
    """The evaluation of a move in a record, in words.

    >>> evaluation_text(Evaluation("-M4", 9, 1.5), WHITE)
    'Black in 4.'
    >>> evaluation_text(Evaluation("+0.25", 8, 1), WHITE)
    '+0.25 for White, depth 8.'
    """
    sign, score = evaluation.score[0], evaluation.score[1:]
    if score.startswith("M"):
        return f"{mover if sign == '+' else mover.other} in {score[1:]}."
    return f"{evaluation.score} for {mover}, depth {evaluation.depth}."


def score_text(score: Score) -> str:
    """A score from White's side, short.

    >>> score_text(Score(25)), score_text(Score.win_in(7)), score_text(Score.win_in(-6))
    ('+0.25', 'White in 7', 'Black in 6')
    """
    if score.plies is None:
        return str(score)
    return f"{WHITE if score.points > 0 else BLACK} in {abs(score.plies)}"
