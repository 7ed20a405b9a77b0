"""What there is to see on a board besides its chips, for every way of drawing it.

The answers come from the board; this room only asks the questions that drawings have in common.
"""

from __future__ import annotations

from collections.abc import Iterable

from tenchips.board import Board, Network
from tenchips.notation import parse_square, parse_squares
from tenchips.rules import Flaw, NetworkRule, Termination
from tenchips.squares import COLORS, USABLE_BITS, Color, Square, names


def forbidden(board: Board, color: Color) -> tuple[Square, ...]:
    """The empty squares, corners and the other colour's goals aside, where no chip of a colour
    may be put. There are none once somebody has a network.

    >>> from tenchips import BLACK
    >>> forbidden(Board.diagram(black="11 12"), BLACK)
    ('10', '13', '20', '21', '22', '23')
    """
    white, black = (board.chips(either) for either in COLORS)
    judge = Board.diagram(white, black, turn=color)
    outcome = judge.outcome()
    if outcome is not None and outcome.termination is Termination.NETWORK:
        return ()
    allowed = {move.to for move in judge.legal_moves}
    return tuple(sorted({*names(USABLE_BITS[color])} - white - black - allowed))


def shown_network(board: Board, network: str | Iterable[Square] | None) -> Network:
    """The network to draw: the given one or, if that is None, the one that won, if any.

    Any sequence of one colour's chips can be drawn, a network or not: `flaw` tells.

    >>> shown_network(Board.diagram(black="20 25 35 13 33 55 57"), None)
    ('20', '25', '35', '33', '55', '57')
    >>> shown_network(Board(), "20-25")
    Traceback (most recent call last):
    ValueError: a network leads from chip to chip: White has no chip on 20 25
    """
    if network is None:
        outcome = board.outcome()
        return outcome.network if outcome else ()
    path = parse_squares(network) if isinstance(network, str) else map(parse_square, network)
    shown = tuple(path)
    why_not = flaw(board, shown)
    if why_not and why_not.rule is NetworkRule.OWN_CHIPS:
        raise ValueError(f"a network leads from chip to chip: {why_not}")
    return shown


def flaw(board: Board, network: Network) -> Flaw | None:
    """Why the sequence to draw is no network; None if it is one, or if there is none to draw."""
    return board.why_not_network(network) if network else None


def in_words(
    board: Board, *, illegal: Color | None, last_move: bool, network: Network
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
        kind = f"no network: {why_not}" if why_not else "a network"
        sentences.append(f"Drawn: {'-'.join(network)}, {kind}.")
    return f"Network: {board.outcome() or f'{board.turn} to move'}", " ".join(sentences)


def _list(squares: Iterable[Square]) -> str:
    return " ".join(sorted(squares)) or "no square"
