"""Three readings of the rules agree: the oracle, `Board`, and the compiled `Position`.

6,000 random positions by default; 500,000 with `TENCHIPS_DEEP=1`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations
from random import Random

import pytest

import oracle
from positions import KINDS, boards, kind
from tenchips import BLACK, WHITE, Board, Color, Move, Rules, Square, Symmetry, Termination
from tenchips.core import Position
from tenchips.squares import COLORS, NAMES, SYMMETRIES

CHUNK = 2_100  # a few come twice
CHUNKS = 250 if os.environ.get("TENCHIPS_DEEP") else 3
LETTERS = {WHITE: "W", BLACK: "B"}


@pytest.mark.parametrize("seed", range(CHUNKS))
def test_oracle_board_and_core_agree(
    seed: int, record_property: Callable[[str, object], None]
) -> None:
    rng = Random(f"agreement {seed}")
    seen: Counter[str] = Counter()
    for index, board in enumerate(boards(seed, CHUNK)):
        seen[kind(board)] += 1
        there = oracle.Position.read(board.position)
        chips_agree(board, there)
        networks_agree(board, there)
        ends_agree(board, there)
        legal = sorted(map(oracle.action, oracle.legal_moves(there)))
        moves_agree(board, legal)
        core_agrees(board, there, legal)
        images_agree(board, rng.choice(SYMMETRIES))
        takes_back(board, rng)
        if index % 50 == 0:
            every_action_agrees(board)
            next_moves_agree(board, there)
    record_property("kinds", dict(seen))
    print(f"{seen.total():,} positions: {dict(seen)}")
    assert all(seen[name] > 0 for name in KINDS)


def square(name: Square) -> oracle.Square:
    return int(name[0]), int(name[1])


def path(names: Iterable[Square]) -> oracle.Network:
    return tuple(square(name) for name in names)


def chips_agree(board: Board, there: oracle.Position) -> None:
    assert LETTERS[board.turn] == there.turn
    assert board.steps == there.steps
    for color in COLORS:
        own = {chip for chip, letter in there.chips.items() if letter == LETTERS[color]}
        assert set(map(square, board.chips(color))) == own
        assert board.hand(color) == 10 - len(own)
        links = {frozenset(path(link)) for link in board.links(color)}
        pairs = {
            frozenset((one, other))
            for one in own
            for other in oracle.sights(there.chips, one) & own
        }
        assert links == pairs
    for name in NAMES:
        assert set(path(board.sights(name))) == oracle.sights(there.chips, square(name))
        color_there = there.chips.get(square(name))
        here = board.color_at(name)
        assert (None if here is None else LETTERS[here]) == color_there


def networks_agree(board: Board, there: oracle.Position) -> None:
    for color in COLORS:
        found = [path(network) for network in board.networks(color)]
        expected = set(oracle.networks(there.chips, LETTERS[color]))
        assert len(found) == len(set(found))
        assert set(found) == expected
        for network in found[:5]:
            names = [f"{x}{y}" for x, y in network]
            assert oracle.is_network(there.chips, LETTERS[color], network)
            assert board.why_not_network(names) is None
            assert board.why_not_network(names[::-1]) is None


def ends_agree(board: Board, there: oracle.Position) -> None:
    assert end_of(board) == oracle.judge([there], repetition=0, step_limit=0)
    outcome = board.outcome()
    if outcome is not None and outcome.termination is Termination.NETWORK:
        assert outcome.winner is not None
        networks = oracle.networks(there.chips, LETTERS[outcome.winner])
        assert path(outcome.network) == min(networks, key=lambda way: (len(way), way))


def end_of(board: Board) -> tuple[str | None, str] | None:
    outcome = board.outcome()
    if outcome is None:
        return None
    winner = None if outcome.winner is None else LETTERS[outcome.winner]
    return winner, outcome.termination.value


def moves_agree(board: Board, legal: list[int]) -> None:
    moves = [move.action for move in board.legal_moves]
    assert moves == ([] if board.outcome() else legal)
    assert len(board.legal_moves) == len(moves)


def core_agrees(board: Board, there: oracle.Position, legal: list[int]) -> None:
    core = Position.of(board)
    for color in COLORS:
        assert core.has_network(color) == oracle.has_network(there.chips, LETTERS[color])
        assert core.links(color) == sum(1 for _ in board.links(color))
        assert core.hand(color) == board.hand(color)
    winner = core.winner()
    assert (None if winner is None else LETTERS[winner]) == oracle.winner(there)
    assert core.legal_actions() == legal


def images_agree(board: Board, symmetry: Symmetry) -> None:
    """A board turned gives the same answers, turned."""
    image = board.transform(symmetry)
    assert {turned(move, symmetry) for move in board.legal_moves} == set(image.legal_moves)
    swap = symmetry.swaps_colors
    for color in COLORS:
        theirs = image.networks(color.other if swap else color)
        mine = (tuple(map(symmetry, network)) for network in board.networks(color))
        assert {min(way, way[::-1]) for way in mine} == {min(way, way[::-1]) for way in theirs}
    here, there = board.outcome(), image.outcome()
    assert (here is None) == (there is None)
    if here is not None and there is not None:
        assert here.termination is there.termination
        assert seen_as(here.winner, swap) == there.winner
    assert image.transform(symmetry.inverse) == board
    core = Position.of(image)
    assert seen_as(core.winner(), swap) == Position.of(board).winner()


def turned(move: Move, symmetry: Symmetry) -> Move:
    return Move(symmetry(move.to), None if move.origin is None else symmetry(move.origin))


def seen_as(color: Color | None, swap: bool) -> Color | None:
    return color.other if swap and color is not None else color


def takes_back(board: Board, rng: Random) -> None:
    """A move made and taken back leaves no trace, on the board and in the core."""
    moves = list(board.legal_moves)
    if not moves:
        return
    core = Position.of(board)
    before = facts(board), core_facts(core)
    move = rng.choice(moves)
    board.push(move)
    core.push(move.action)
    assert core_facts(core) == core_facts(Position.of(board))
    assert facts(board)[0] != before[0][0]
    assert board.pop() == move
    assert core.pop() == move.action
    assert (facts(board), core_facts(core)) == before


def facts(board: Board) -> tuple[object, ...]:
    return board.position, board.moves, board.outcome(), list(board.legal_moves), hash(board)


def core_facts(core: Position) -> tuple[object, ...]:
    by_color = [(core.chips(c), core.hand(c), core.links(c), core.has_network(c)) for c in COLORS]
    return core.turn, core.key, by_color, core.legal_actions()


def every_action_agrees(board: Board) -> None:
    """Of all 4,160 moves, exactly the legal ones are not refused."""
    legal = set(board.legal_moves)
    for number in range(4160):
        move = Move.from_action(number)
        assert (board.why_illegal(move) is None) == (move in legal), move


def next_moves_agree(board: Board, there: oracle.Position) -> None:
    """What the core says of the moves from here, against each of them made and judged."""
    if board.outcome() is not None:
        return
    core = Position.of(board)
    ends = {move: oracle.winner(there.play(move)) for move in oracle.legal_moves(there)}
    wins = {oracle.action(move) for move, winner in ends.items() if winner == there.turn}
    tally = core.tally(1)
    handed = sum(winner == oracle.OTHER[there.turn] for winner in ends.values())
    assert (tally.moves, tally.wins, tally.handed) == (len(ends), len(wins), handed)
    best = core.winning_action()
    assert best in wins if wins else best is None


@pytest.mark.parametrize("seed", range(12))
def test_oracle_and_board_agree_on_house_rules(seed: int) -> None:
    """Games that go to and fro, judged move by move with their whole history."""
    rng = Random(f"house rules {seed}")
    for board in boards(1000 + seed, 150):
        if kind(board) != "step":
            continue
        rules = Rules(
            no_move=rng.choice(("loss", "draw")),
            repetition=rng.choice((0, 2, 3, 4)),
            step_limit=rng.choice((0, board.steps + 1, board.steps + 9, 200)),
        )
        play_to_and_fro(Board(board.position, rules), rng)


def play_to_and_fro(board: Board, rng: Random) -> None:
    game = [oracle.Position.read(board.position)]
    ends = []
    while True:
        end = end_of(board)
        ends.append(end)
        rules = board.rules
        assert end == oracle.judge(game, rules.no_move, rules.repetition, rules.step_limit)
        if end is not None or len(game) > 24:
            break
        move = rng.choice(list(board.legal_moves))
        if len(board.moves) >= 2 and rng.random() < 0.8:
            last = board.moves[-2]
            assert last.origin is not None
            back = Move(last.origin, last.to)
            move = back if back in board.legal_moves else move
        board.push(move)
        game.append(oracle.Position.read(board.position))
    while board.moves:
        assert end_of(board) == ends.pop()
        board.pop()


def test_the_search_of_the_oracle_finds_what_its_definition_says() -> None:
    """The oracle against itself: of all orders of the chips, its search finds the networks."""
    some = [path(word.split("-")) for word in ("60-65-55-33-35-57", "20-25-35-13-33-55-57")]
    for chips in some:
        there = dict.fromkeys(chips, oracle.BLACK)
        ways = [
            way
            for count in range(6, len(chips) + 1)
            for way in permutations(chips, count)
            if way[0] in oracle.GOALS[oracle.BLACK][0]
            and oracle.is_network(there, oracle.BLACK, way)
        ]
        assert set(ways) == set(oracle.networks(there, oracle.BLACK))
        assert chips in ways
        assert not list(oracle.networks(there, oracle.WHITE))
