"""What drawings show besides the chips: forbidden squares, a network, a description in words.

All drawings share it. What is legal and what is a network comes from the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tenchips.board import Board
from tenchips.errors import TenchipsError, check_type
from tenchips.networks import Network
from tenchips.notation import parse_squares
from tenchips.rules import Flaw, NetworkRule, Termination
from tenchips.squares import COLORS, USABLE_BITS, Color, Square, check_color, names


def forbidden(board: Board, color: Color) -> tuple[Square, ...]:
    """The empty squares where a colour may put no chip, without the corners and the other
    colour's goals. There are none once somebody has a network.

    >>> from tenchips import BLACK
    >>> forbidden(Board.diagram(black="11 12"), BLACK)
    ('10', '13', '20', '21', '22', '23')
    """
    check_color("illegal", color)
    white, black = (board.chips(either) for either in COLORS)
    judge = Board.diagram(white, black, turn=color)
    outcome = judge.outcome()
    if outcome is not None and outcome.termination is Termination.NETWORK:
        return ()
    allowed = {move.to for move in judge.legal_moves}
    return tuple(sorted({*names(USABLE_BITS[color])} - white - black - allowed))


def shown_network(board: Board, network: str | Iterable[Square] | None) -> Network:
    """The network to draw: the given one or, if that is None, the one that won, if any.

    Any sequence of one colour's chips can be drawn, a network or not: see `flaw`.

    >>> shown_network(Board.diagram(black="20 25 35 13 33 55 57"), None)
    ('20', '25', '35', '33', '55', '57')
    >>> shown_network(Board(), "20-25")
    Traceback (most recent call last):
    tenchips.errors.TenchipsError: a network leads from chip to chip: White has no chip on 20 and 25
    """
    check_type("board", board, Board, "a Board")
    if network is None:
        outcome = board.outcome()
        return outcome.network if outcome else ()
    shown = parse_squares(network)
    why_not = flaw(board, shown)
    if why_not and why_not.rule is NetworkRule.OWN_CHIPS:
        raise TenchipsError(f"a network leads from chip to chip: {why_not}")
    return shown


def flaw(board: Board, network: Network) -> Flaw | None:
    """Why the sequence to draw is not a network; None if it is one, or if there is none to draw.

    >>> print(flaw(Board.diagram(black="20 60 42"), ("20", "42", "60")))
    a network has 6 to 10 chips, and this one has 3
    """
    return board.why_not_network(network) if network else None


def in_words(
    board: Board,
    *,
    illegal: Color | None,
    last_move: bool,
    network: Network,
    highlights: Sequence[Square] = (),
    arrows: Sequence[tuple[Square, Square]] = (),
) -> tuple[str, str]:
    """A heading and a description, for readers who cannot see the drawing.

    >>> heading, description = in_words(
    ...     Board(moves="33 44 35"), illegal=None, last_move=True, network=()
    ... )
    >>> heading
    'Network: Black to move'
    >>> description
    'White chips on 33 35; 8 in hand. Black chips on 44; 9 in hand. Last move: White adds 35.'
    """
    sentences = [
        f"{color} chips on {_list(board.chips(color))}; {board.hand(color)} in hand."
        for color in COLORS
    ]
    if last_move and board.moves:
        move = board.moves[-1]
        how = f"adds {move.to}" if move.is_add else f"steps from {move.origin} to {move.to}"
        sentences.append(f"Last move: {board.turn.other} {how}.")
    if illegal is not None:
        sentences.append(f"Forbidden to {illegal}: {_list(forbidden(board, illegal))}.")
    if network:
        why_not = flaw(board, network)
        kind = f"not a network: {why_not}" if why_not else "a network"
        sentences.append(f"Drawn: {'-'.join(network)}, {kind}.")
    if highlights:
        sentences.append(f"Highlighted: {_list(highlights)}.")
    if arrows:
        shown = ", ".join(f"{start} to {end}" for start, end in arrows)
        sentences.append(f"Arrows: {shown}.")
    return f"Network: {board.outcome() or f'{board.turn} to move'}", " ".join(sentences)


def _list(squares: Iterable[Square]) -> str:
    return " ".join(sorted(squares)) or "no square"
