"""Proofs of draws: every reply is played, and nobody is ever beaten.

The oracle judges the positions that come again and again, the compiled rules the wins that end
them. The engine only suggests moves here, one for each position that a player is said to win.
"""

from __future__ import annotations

import pytest

import oracle
from exact_positions import bits as chips_of
from oracle import Move, Position
from tenchips import BLACK, WHITE, Board, Color, Termination
from tenchips.book.certificate import Chips
from tenchips.core import Position as Core
from tenchips.solver import Holding, SolveError, find_holding, prove_draw
from tenchips.solver.finder import Finder

GAME = "05 16 25 34 72 56 01 21 12 35 44 13 31 64 43 63 41 57 36 15"
DRAWN = "8/W1BWW3/1W5W/1B2W1B1/3BW1B1/WBWB4/1B1W1B2/5B2 w 0 11"
LETTERS = {WHITE: oracle.WHITE, BLACK: oracle.BLACK}
FINDER = Finder(16)


def bits(position: Position) -> Chips:
    """White's and Black's chips."""
    white, black = (
        chips_of(position, color, oracle.WHITE) for color in (oracle.WHITE, oracle.BLACK)
    )
    return white, black


def position_of(chips: Chips, player: Color) -> Position:
    board = Core(*chips, player).board()
    return Position.read(board.position)


def chips_in(position: Core) -> Chips:
    return position.chips(WHITE), position.chips(BLACK)


def core_of(position: Position) -> Core:
    turn = WHITE if position.turn == oracle.WHITE else BLACK
    return Core(*bits(position), turn)


def played(position: Position, action: int) -> Position:
    """The position after a step, which the oracle finds legal."""
    (origin, target) = divmod(action, 64)
    move: Move = (divmod(origin - 1, 8) if origin else None, divmod(target, 8))
    assert move in oracle.legal_moves(position)
    return position.play(move)


def wins_at_once(position: Position) -> bool:
    action = core_of(position).winning_action()
    return action is not None and oracle.winner(played(position, action)) == position.turn


def is_won(position: Core, plies: int) -> bool:
    """Whether the player to move wins within so many plies, against all replies."""
    if position.winning_action() is not None:
        return True
    if plies < 3:
        return False
    player, after = position.turn, position.copy()
    after.push(FINDER.search(Core(*chips_in(position), player), 1_000_000).action)
    for reply in after.legal_actions():
        after.push(reply)
        winner = after.winner()
        if winner is player.other or (winner is None and not is_won(after, plies - 2)):
            return False
        after.pop()
    return True


def check(holding: Holding) -> None:
    """Confirm all that a holding says."""
    player = LETTERS[holding.player]
    for chips, action in holding.moves.items():
        after = played(position_of(chips, holding.player), action)
        assert oracle.winner(after) is None
        for child in map(after.play, oracle.legal_moves(after)):
            winner = oracle.winner(child)
            assert winner in (None, player)
            known = bits(child) in holding.moves or bits(child) in holding.wins
            assert winner == player or known or wins_at_once(child)
    for chips, plies in holding.wins.items():
        assert is_won(Core(*chips, holding.player), plies)


def test_both_players_hold_a_position_for_ever() -> None:
    found = prove_draw(Board(DRAWN))
    assert found is not None
    for holding, player in zip(found, (WHITE, BLACK), strict=True):
        assert holding.player is player
        check(holding)
    white, black = found
    start = position_of(bits(Position.read(DRAWN)), WHITE)
    assert bits(start) in white.moves
    for child in map(start.play, oracle.legal_moves(start)):
        winner = oracle.winner(child)
        assert winner is None or winner == oracle.BLACK
        known = bits(child) in black.moves or bits(child) in black.wins
        assert winner or known or wins_at_once(child)


def test_the_position_comes_from_a_game() -> None:
    board = Board()
    for move in GAME.split():
        assert not board.winning_moves()
        board.push(move)
    assert board.position.split()[:2] == DRAWN.split()[:2]


def test_repetition_ends_it() -> None:
    board = Board(moves=GAME + " 44-33 15-14 33-54 14-15 54-33 15-14 33-54 14-15 54-33")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (None, Termination.REPETITION)


def test_nobody_holds_a_lost_position() -> None:
    # White has stepped from 44 to 54 instead, which threatens nothing.
    lost = Board(moves=GAME + " 44-54")
    assert find_holding(lost, WHITE) is None
    assert find_holding(lost, BLACK) is not None


def test_refuses_in_a_sentence() -> None:
    with pytest.raises(SolveError, match="a holding takes at least 1 search, not 0"):
        find_holding(Board(DRAWN), WHITE, most=0)
    with pytest.raises(SolveError, match="the game is over"):
        prove_draw(Board(moves="01 60 03 65 06 55 71 33 73 35 76 57"))
