"""A proven score is a proof: what the engine claims, a plain search without tricks confirms.

The plain search tries every move and uses nothing but the rules; it finds a win or a loss within
a few plies, which is enough to catch a claim that is none. The positions are random, of both
phases, with the ends of games close by.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from threading import Thread

import pytest

import oracle
from positions import ENDLESS, blocked, boards, kind
from tenchips import Board, Move, Rules, Termination
from tenchips.core import Position
from tenchips.engine import Engine, Info, Limit
from tenchips.engine.engine import _drawn_if_repeated
from tenchips.engine.search import SURE, WIN
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.errors import TenchipsError
from tenchips.rules import NoMove
from tenchips.squares import BLACK, NUMBERS, WHITE

CHUNKS = 6
CHUNK = 110
DEPTHS = {"add": (1, 2, 4, 6), "step": (1, 2, 3)}
CHECKED = {"add": 5, "step": 3}  # the plies within which claims are checked
BUCKET = 64

# Black to move: whatever it does White has no move, and Black could win if White passed.
EVERY_MOVE_BLOCKS = "8/3BB2W/1W3W2/2W3W1/2B1BB2/1WB2WW1/2W5/2B2B2 b 0 9"

# Forced in the end by a player without a move, and by nothing else.
WON_BY_NO_MOVE = (
    "8/1WB1W3/2B2B2/W3W1WW/W5B1/2B1BW2/W1B2B2/8 b 0 9",
    "6B1/1W2B1W1/2B2B2/6W1/1WW1W1W1/4B3/1WB2B2/3B4 w 0 9",
)

# The step phase: a win in three that only one move begins.
WON_BY_ONE_MOVE = {
    "1B1BB1B1/4W2W/1WB2W2/4B3/1W1BW1W1/1W3BB1/3W1W2/1B6 w 0 11": "64-54",
    "3B1BB1/3W1W2/1WB3BW/W2B4/2W2BW1/W2W3W/8/3B1BB1 w 4 13": "64-53",
    "8/WB2BBW1/1B6/1W2WBW1/1B1W4/5WW1/WBW1B1B1/6B1 b 5 13": "51-30",
}


# The plain search


def wins_within(position: Position, plies: int, no_move: NoMove = "loss") -> bool:
    """Whether the player to move, in a position not decided, can force a win."""
    if plies < 1:
        return False
    if position.winning_action() is not None:
        return True
    return any(
        loses_within(position, plies - 1, no_move, after=action)
        for action in promising(position, plies)
    )


def promising(position: Position, plies: int) -> list[int]:
    """The moves that can win: with one ply left only those that leave the opponent no move, and
    nobody is without a move before most chips are placed."""
    placed = 20 - position.hand(position.turn) - position.hand(position.turn.other)
    return position.legal_actions() if plies > 1 or placed >= 15 else []


def loses_within(
    position: Position, plies: int, no_move: NoMove = "loss", *, after: int | None = None
) -> bool:
    """Whether the player to move (after the action, if one is given) cannot avoid a loss."""
    if after is not None:
        position.push(after)
        try:
            winner = position.winner()
            if winner is not None:
                return winner is not position.turn
            return loses_within(position, plies, no_move)
        finally:
            position.pop()
    actions = position.legal_actions()
    if not actions:
        return no_move == "loss"
    return plies > 1 and all(hands_over(position, action, plies - 1, no_move) for action in actions)


def hands_over(position: Position, action: int, plies: int, no_move: NoMove) -> bool:
    """Whether the opponent wins within so many plies after an action, by it or by its own."""
    position.push(action)
    try:
        winner = position.winner()
        if winner is not None:
            return winner is position.turn
        return wins_within(position, plies, no_move)
    finally:
        position.pop()


def winning_firsts(position: Position, plies: int) -> list[Move]:
    """The moves that force a win within so many plies."""
    return [
        Move.from_action(action)
        for action in position.legal_actions()
        if loses_within(position, plies - 1, after=action)
    ]


def is_won_in_one_by_the_oracle(board: Board) -> bool:
    there = oracle.Position.read(board.position)
    return any(oracle.winner(there.play(move)) == there.turn for move in oracle.legal_moves(there))


# The positions


@cache
def sample(seed: int, count: int = CHUNK) -> tuple[str, ...]:
    """Random positions in which the game goes on."""
    return tuple(dict.fromkeys(board.position for board in boards(seed, count) if goes_on(board)))


def goes_on(board: Board) -> bool:
    return board.outcome() is None


def of_kind(phase: str, seeds: int, start: int = 0) -> Iterator[Board]:
    for seed in range(start, start + seeds):
        for text in sample(seed):
            board = Board(text, ENDLESS)
            if kind(board) == phase:
                yield board


@cache
def wins_in(text: str) -> int | None:
    """The plies to a forced win if they are 1 or 3."""
    position = Position.of(text)
    return next((plies for plies in (1, 3) if wins_within(position, plies)), None)


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash=1) as engine:
        yield engine


# Soundness


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seed", range(CHUNKS))
def test_a_claim_is_a_proof(seed: int, threads: int) -> None:
    checked = 0
    with Engine(hash=1, threads=threads) as engine:
        for text in sample(seed):
            board = Board(text, ENDLESS)
            phase = kind(board)
            for depth in DEPTHS[phase]:
                info = engine.play(board, Limit(depth=depth))
                checked += is_sound(board, info, CHECKED[phase])
    assert checked > 20


def is_sound(board: Board, info: Info, most: int) -> bool:
    """Assert that the line is legal and a claim right; False if nothing near was claimed."""
    after = board.copy()
    for move in info.line:
        after.push(move)
    plies = info.score.plies
    if plies is None:
        return False
    assert len(info.line) <= abs(plies)
    if len(info.line) == abs(plies):
        outcome = after.outcome()
        assert outcome is not None
        assert outcome.winner is (board.turn if plies > 0 else board.turn.other)
    if abs(plies) > most:
        return False
    position, no_move = Position.of(board), board.rules.no_move
    if plies > 0:
        assert loses_within(position, plies - 1, no_move, after=info.move.action), (board, info)
    else:
        assert loses_within(position, -plies, no_move), (board, info)
    return True


def test_the_oracle_confirms_the_smallest_claims(engine: Engine) -> None:
    won = lost = 0
    for board in of_kind("add", 2, start=50):
        info = engine.play(board, Limit(depth=2))
        after = board.copy()
        if info.score.plies == 1:
            there = oracle.Position.read(board.position)
            there = there.play((None, (int(info.move.to[0]), int(info.move.to[1]))))
            assert oracle.judge([there], repetition=0) in ((side(board), "network"), stuck(board))
            won += 1
        elif info.score.plies == -2:
            for move in board.legal_moves:
                after.push(move)
                assert is_won_in_one_by_the_oracle(after)
                after.pop()
            lost += 1
    assert won > 5
    assert lost > 2


def side(board: Board) -> str:
    return "WB"[board.turn]


def stuck(board: Board) -> tuple[str, str]:
    return side(board), "no move"


# Completeness


@pytest.mark.parametrize("seed", range(CHUNKS))
def test_it_finds_every_win_in_one(seed: int, engine: Engine) -> None:
    found = 0
    for text in sample(seed):
        board = Board(text, ENDLESS)
        if Position.of(board).winning_action() is None:
            continue
        found += 1
        info = engine.play(board, Limit(depth=1))
        assert info.score.plies == 1
        assert info.line == (info.move,)
        winner = board.turn
        board.push(info.move)
        outcome = board.outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.termination) == (winner, Termination.NETWORK)
    assert found > 5


@pytest.mark.parametrize(("phase", "depth", "seeds"), [("add", 6, 4), ("step", 4, 6)])
def test_it_finds_every_win_in_three(phase: str, depth: int, seeds: int, engine: Engine) -> None:
    found = 0
    for board in of_kind(phase, seeds):
        if wins_in(board.position) != 3:
            continue
        found += 1
        info = engine.play(board, Limit(depth=depth))
        assert info.score.plies == 3, board
        assert loses_within(Position.of(board), 2, after=info.move.action)
    assert found > 5


@pytest.mark.parametrize(("phase", "depth"), [("add", 2), ("step", 2)])
def test_it_knows_every_loss_in_two(phase: str, depth: int, engine: Engine) -> None:
    found = 0
    for board in of_kind(phase, CHUNKS):
        position = Position.of(board)
        if not wins_within(position, 1) and loses_within(position, 2):
            found += 1
            info = engine.play(board, Limit(depth=depth))
            assert info.score.plies == -2, board
            assert info.move in board.legal_moves
    assert found > 3


# Threats


@pytest.mark.parametrize("chips", [19, 20])
def test_a_loss_to_a_step_is_claimed_exactly_where_each_move_loses(chips: int) -> None:
    """Before Black's last add and after it; a step can also free lines of either side."""
    luck, searcher = Random(chips), Searcher(Table(1), Signal())
    verdicts: Counter[bool] = Counter()
    while verdicts.total() < 2000:
        position = Position()
        for _ in range(chips):
            position.push(luck.choice(position.legal_actions()))
        if position.winner() is None and position.winning_action() is None:
            searcher.set(position)
            lost = loses_within(position, 2)
            verdicts[lost] += 1
            assert (searcher.run(2) == 2 - WIN) == lost, position.chips(WHITE)
    assert min(verdicts.values()) > 30


@pytest.mark.parametrize("phase", ["add", "step"])
def test_each_win_at_once_is_one_also_where_the_opponent_threatens(
    phase: str, engine: Engine
) -> None:
    found = 0
    for board in of_kind(phase, CHUNKS):
        wins = winning_firsts(Position.of(board), 1)
        if len(wins) > 1 and is_threatened(board):
            found += 1
            infos = engine.analyse(board, Limit(depth=1), lines=len(wins))
            assert {info.move for info in infos} == set(wins), board
            assert all(info.score.plies == 1 for info in infos), board
    assert found > 5


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("phase", ["add", "step"])
def test_it_stops_a_win(phase: str, depth: int, engine: Engine) -> None:
    stopped = 0
    for board in of_kind(phase, CHUNKS):
        position = Position.of(board)
        if not is_threatened(board) or wins_within(position, 1):
            continue
        defences = [
            Move.from_action(action)
            for action in position.legal_actions()
            if not hands_over(position, action, 1, "loss")
        ]
        if defences:
            stopped += 1
            assert engine.play(board, Limit(depth=depth)).move in defences, board
    assert stopped > 10


def is_threatened(board: Board) -> bool:
    """Whether the opponent would win at once if it were its turn."""
    white, black = (
        sum(1 << NUMBERS[chip] for chip in board.chips(color)) for color in (WHITE, BLACK)
    )
    return Position(white, black, board.turn.other).winning_action() is not None


# House rules


def test_leaving_no_move_wins_or_not_as_agreed() -> None:
    rng = Random("no move")
    checked = 0
    while checked < 40:
        for live in blocked(rng):
            text, position = live.position, Position.of(live)
            if not goes_on(live) or position.winning_action() or not wins_within(position, 1):
                continue
            checked += 1
            with Engine(hash=1) as engine:
                board = Board(text)
                info = engine.play(board, Limit(depth=2))
                assert info.score.plies == 1, board
                board.push(info.move)
                assert "no legal move" in str(board.outcome())
            with Engine(hash=1) as engine:
                drawn = Board(text, Rules(no_move="draw"))
                assert engine.play(drawn, Limit(depth=2)).score.plies != 1


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_a_player_without_a_move_is_not_lost_if_that_is_a_draw(depth: int, engine: Engine) -> None:
    board = Board(EVERY_MOVE_BLOCKS, Rules(no_move="draw"))
    for move in board.legal_moves:
        board.push(move)
        assert board.outcome() is not None
        board.pop()
    assert not engine.play(board, Limit(depth=depth)).score.is_proven
    assert engine.play(Board(EVERY_MOVE_BLOCKS), Limit(depth=2)).score.plies == 1


@pytest.mark.parametrize("no_moves", [("loss", "draw"), ("draw", "loss")])
def test_claims_are_proofs_by_the_rules_in_force(no_moves: tuple[NoMove, NoMove]) -> None:
    """Positions close to a player without a move, on one engine by both rules in turn."""
    rng = Random(f"rules in turn {no_moves}")
    claims = 0
    for _ in range(60):
        for live in blocked(rng):
            for back in (1, 2):
                with Engine(hash=1) as engine:
                    for no_move in no_moves:
                        board = Board(moves=live.moves[:-back], rules=Rules(no_move=no_move))
                        claims += is_sound(board, engine.play(board, Limit(depth=4)), 3)
    assert claims > 50


@pytest.mark.parametrize("text", WON_BY_NO_MOVE)
def test_a_proof_by_one_rule_is_not_remembered_for_another(text: str, engine: Engine) -> None:
    proven = engine.play(Board(text), Limit(depth=6)).score
    assert proven.is_proven
    drawn = Board(text, Rules(no_move="draw"))
    with Engine(hash=1) as fresh:
        assert not fresh.play(drawn, Limit(depth=5)).score.is_proven
    assert not engine.play(drawn, Limit(depth=5)).score.is_proven
    assert engine.play(Board(text), Limit(depth=6)).score == proven


def test_the_step_limit_ends_a_win(engine: Engine) -> None:
    """A win counts if its last step is the last of the game, and not if it is one too late."""
    ones = threes = 0
    for board in of_kind("step", CHUNKS):
        plies = wins_in(board.position)
        if plies is None:
            continue
        ones += plies == 1
        threes += plies == 3
        just = limited(board, plies)
        assert engine.play(just, Limit(depth=4)).score.plies == plies
        if plies == 3:
            for fewer in (1, 2):
                info = engine.play(limited(board, fewer), Limit(depth=4))
                assert info.score.points == 0
                assert info.move in board.legal_moves
    assert ones > 5
    assert threes > 3


def limited(board: Board, plies: int) -> Board:
    """The game with so many plies left to its step limit."""
    return Board(board.position, Rules(repetition=0, step_limit=board.steps + plies))


def test_step_199_of_200(engine: Engine) -> None:
    for board in of_kind("step", CHUNKS):
        if board.steps % 2 and wins_within(Position.of(board), 1):
            break
    rows, turn, _, _ = board.position.split()
    late = Board(f"{rows} {turn} 199 110")
    assert engine.play(late, Limit(depth=4)).score.plies == 1
    for board in of_kind("step", CHUNKS):
        if board.steps % 2 and not wins_within(Position.of(board), 1):
            break
    rows, turn, _, _ = board.position.split()
    late = Board(f"{rows} {turn} 199 110")
    assert engine.play(late, Limit(depth=4)).score.points == 0


def seen_before(board: Board, move: Move, rules: Rules) -> Board | None:
    """The board reached by way of the position after a move: the opponent steps, the move is
    taken back, the opponent steps back. None if no opponent's step goes there quietly."""
    after = board.copy()
    after.push(move)
    if after.outcome() is not None:
        return None
    for step in list(after.legal_moves):
        there = Board.diagram(
            after.chips(WHITE), after.chips(BLACK), after.turn,
            steps=board.steps + 1, number=after.number, rules=rules,
        )  # fmt: skip
        for way in (step, back(move), back(step)):
            if there.outcome() is not None or way not in there.legal_moves:
                break
            there.push(way)
        else:
            if there.outcome() is None:
                return there
    return None


def back(step: Move) -> Move:
    assert step.origin is not None
    return Move(step.origin, step.to)


@pytest.mark.parametrize(("text", "first"), WON_BY_ONE_MOVE.items())
def test_a_win_by_way_of_a_repeated_position_is_none(text: str, first: str, engine: Engine) -> None:
    """On one engine, by each rule in turn."""
    board = Board(text, ENDLESS)
    assert wins_in(text) == 3
    assert winning_firsts(Position.of(text), 3) == [Move.parse(first)]
    for repetition in (0, 2, 3, 2):
        game = seen_before(board, Move.parse(first), Rules(repetition=repetition, step_limit=0))
        assert game is not None
        assert Position.of(game).key == Position.of(text).key
        info = engine.play(game, Limit(depth=3))
        if repetition == 2:
            assert info.score.plies != 3
            assert info.move in game.legal_moves
        else:
            assert (info.score.plies, str(info.move)) == (3, first)


def test_drawn_positions_are_not_won() -> None:
    """A win in three is gone when each position it could begin with is drawn."""
    found = 0
    for board in of_kind("step", CHUNKS):
        if wins_in(board.position) != 3 or found == 5:
            continue
        found += 1
        position = Position.of(board)
        drawn = []
        for move in winning_firsts(position, 3):
            position.push(move.action)
            drawn.append(position.key)
            position.pop()
        searcher = Searcher(Table(1), Signal())
        searcher.set(position)
        assert searcher.run(3) == WIN - 3
        searcher.set(position, drawn)
        score = searcher.run(3)
        assert score is not None
        assert score < WIN - 3
    assert found == 5


def test_a_lost_player_repeats_the_position(engine: Engine) -> None:
    found = 0
    for board in of_kind("step", CHUNKS):
        position = Position.of(board)
        if wins_within(position, 1) or not loses_within(position, 2):
            continue
        for move in list(board.legal_moves)[::25]:
            game = seen_before(board, move, Rules(repetition=2))
            if game is None:
                continue
            found += 1
            info = engine.play(game, Limit(depth=3))
            assert (info.score.points, info.move) == (0, move)
            game.push(info.move)
            outcome = game.outcome()
            assert outcome is not None
            assert outcome.termination is Termination.REPETITION
            assert engine.play(board, Limit(depth=3)).score.plies == -2
    assert found > 2


@pytest.mark.parametrize("repetition", [0, 2, 3, 4])
def test_what_is_drawn_if_repeated_is_what_the_board_says(repetition: int) -> None:
    rng = Random(f"to and fro {repetition}")
    draws = 0
    for live in of_kind("step", 1):
        board = Board(live.position, Rules(repetition=repetition))
        while board.outcome() is None and len(board.moves) < 16:
            drawn = _drawn_if_repeated(board)
            position = Position.of(board)
            for move in rng.sample(list(board.legal_moves), 6) + ways_back(board):
                board.push(move)
                position.push(move.action)
                outcome = board.outcome()
                if outcome is None or outcome.termination is Termination.REPETITION:
                    assert (outcome is not None) == (position.key in drawn)
                    draws += outcome is not None
                position.pop()
                board.pop()
            board.push(rng.choice(ways_back(board) or list(board.legal_moves)))
    assert (draws > 20) == (repetition > 0)


def ways_back(board: Board) -> list[Move]:
    if len(board.moves) < 2:
        return []
    return [move for move in (back(board.moves[-2]),) if move in board.legal_moves]


# What the plain search says is what it should


def test_the_plain_search_knows_a_win_from_none() -> None:
    won = Position.of(Board(moves="33 21 44 64 04 46 26 20 63 25"))
    assert wins_within(won, 1)
    assert not loses_within(won, 4)
    assert not wins_within(Position(), 3)
    assert not loses_within(Position(), 2)
    blocks = Position.of(EVERY_MOVE_BLOCKS)
    assert wins_within(blocks, 1)
    assert not wins_within(blocks, 3, "draw")


# The table and the searcher


@pytest.mark.parametrize("megabytes", [0.001, 0.5, 1, 3, 7, 16, 64])
def test_the_table_has_the_size_asked_for(megabytes: float) -> None:
    asked = int(megabytes * 2**20)
    assert asked - BUCKET < Table(megabytes).size <= asked


def test_the_smallest_table_works() -> None:
    table = Table(0)
    assert table.size == BUCKET
    searcher = Searcher(table, Signal())
    searcher.set(Position.of(Board(moves="33 43 35")))
    assert searcher.run(4) is not None
    assert 0 < table.permill_full <= 1000


def test_a_table_too_large_is_one_clear_error() -> None:
    with pytest.raises(MemoryError, match=r"^there is no room for a hash table of [0-9]+ MB$"):
        Table(1 << 38)


def test_the_table_fills_and_is_cleared() -> None:
    table = Table(0.005)
    searcher = Searcher(table, Signal())
    assert table.permill_full == 0
    shares = []
    searcher.set(Position())
    for depth in range(1, 7):
        searcher.run(depth)
        shares.append(table.permill_full)
    assert all(0 <= share <= 1000 for share in shares)
    assert shares == sorted(shares)
    assert shares[-1] > 500
    table.new_search()
    assert table.permill_full == 0
    searcher.set(Position())
    searcher.run(4)
    assert table.permill_full > 0
    table.clear()
    assert table.permill_full == 0


def test_a_small_table_makes_no_false_proof() -> None:
    """Entries thrown out and read again all the time."""
    checked = 0
    searcher = Searcher(Table(0.002), Signal())
    for board in of_kind("add", 2):
        position = Position.of(board)
        searcher.set(position)
        score = searcher.run(5)
        assert score is not None
        if score > SURE and WIN - score <= 5:
            assert wins_within(position, WIN - score)
            checked += 1
        elif score < -SURE and WIN + score <= 4:
            assert loses_within(position, WIN + score)
            checked += 1
    assert checked > 20


def test_a_signal_ends_a_search_at_once() -> None:
    signal = Signal()
    searcher = Searcher(Table(1), signal)
    searcher.set(Position())
    signal.set()
    assert signal.is_set()
    assert searcher.run(30) is None
    signal.clear()
    assert searcher.run(2) is not None


@pytest.mark.parametrize("text", WON_BY_ONE_MOVE)
def test_followers_end_with_their_leader(text: str) -> None:
    table, signal = Table(1), Signal()
    leader = Searcher(table, signal)
    team = [leader, *(Searcher(table, signal, leader) for _ in range(3))]
    for searcher in team:
        searcher.set(Position.of(text))
    threads = [Thread(target=follower.follow, daemon=True) for follower in team[1:]]
    for thread in threads:
        thread.start()
    scores = [leader.run(depth) for depth in range(1, 6)]
    signal.set()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert None not in scores
    assert scores[-1] == WIN - 3
    assert str(Move.from_action(leader.best)) == WON_BY_ONE_MOVE[text]


def test_an_excluded_move_is_not_chosen() -> None:
    for board in [*of_kind("add", 1), *of_kind("step", 1)][::5]:
        searcher = Searcher(Table(1), Signal())
        searcher.set(Position.of(board))
        excluded: list[int] = []
        while len(excluded) < min(4, len(board.legal_moves)):
            assert searcher.run(2, excluded=excluded) is not None
            assert Move.from_action(searcher.best) in board.legal_moves
            assert searcher.best not in excluded
            excluded.append(searcher.best)


def test_the_table_does_not_answer_for_moves_that_are_left_out() -> None:
    # White's only win within three plies; the table has it from the search with all moves.
    position = Position.of("5B2/7W/3BWBB1/4W3/2BB2W1/1W6/2W1W3/4B3 w 0 8")
    only = Move.parse("03").action
    searcher = Searcher(Table(1), Signal(), exhaustive=True)
    searcher.set(position)
    won = [searcher.run(depth, WIN - 4, WIN - 3) for depth in (1, 2, 3)][-1]
    assert won == WIN - 3
    without = [searcher.run(depth, WIN - 6, WIN - 5, excluded=[only]) for depth in range(1, 6)][-1]
    assert without is not None
    assert without < WIN - 5


# What callers must not do


def searcher_of(table: Table | None = None, signal: Signal | None = None) -> Searcher:
    return Searcher(table or Table(0), signal or Signal())


def test_a_searcher_needs_a_table_and_a_signal() -> None:
    for wrong in ((), (None, None), (Table(0),), (Table(0), None), (Signal(), Table(0))):
        with pytest.raises(TypeError):
            Searcher(*wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            Searcher.__new__(Searcher, *wrong)
    with pytest.raises(TypeError, match="position"):
        searcher_of().set(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"depth": -1}, "depth is from 0 to 90, not -1"),
        ({"depth": 91}, "depth is from 0 to 90, not 91"),
        ({"alpha": WIN}, "alpha is from -30000 to 29999"),
        ({"alpha": 5, "beta": 5}, "beta is from 6 to 30000, not 5"),
        ({"deadline": float("nan")}, "deadline is a time"),
        ({"deadline": -1.0}, "deadline is a time"),
        ({"node_limit": -1}, "node_limit is from 0"),
        ({"node_limit": 1 << 64}, "node_limit is from 0"),
        ({"excluded": [4160]}, "a move of excluded is from 0 to 4159, not 4160"),
        ({"excluded": [1] * 513}, "excluded holds at most 512 moves"),
    ],
)
def test_a_run_out_of_range_is_refused(arguments: dict[str, object], message: str) -> None:
    searcher = searcher_of()
    with pytest.raises(TenchipsError, match=message):
        searcher.run(**{"depth": 2, **arguments})  # type: ignore[arg-type]
    assert searcher.run(2) == 17


@pytest.mark.parametrize(
    "arguments", [{"depth": 2.5}, {"depth": None}, {"excluded": ["33"]}, {"deadline": "soon"}]
)
def test_a_run_with_arguments_of_another_type(arguments: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        searcher_of().run(**{"depth": 2, **arguments})  # type: ignore[arg-type]


def test_more_drawn_positions_than_there_is_room_for() -> None:
    class Endless:
        """A sequence that pays no heed to slices."""

        def __iter__(self) -> Iterator[int]:
            return iter(range(100_000))

        def __getitem__(self, key: object) -> range:
            return range(100_000)

    searcher = searcher_of()
    searcher.set(Position(), Endless())
    assert searcher.run(3) is not None
    with pytest.raises(TenchipsError, match="a key of drawn is from 0 to"):
        searcher.set(Position(), [1 << 64])


def test_only_a_follower_follows_and_only_a_leader_runs() -> None:
    table, signal = Table(0), Signal()
    leader = Searcher(table, signal)
    follower = Searcher(table, signal, leader)
    with pytest.raises(TenchipsError, match="nobody to follow"):
        leader.follow()
    with pytest.raises(TenchipsError, match="run the leader"):
        follower.run(1)
    with pytest.raises(TenchipsError, match="cannot lead"):
        Searcher(table, signal, follower)
    with pytest.raises(TenchipsError, match="the table and the signal of its leader"):
        Searcher(Table(0), signal, leader)


def test_a_searcher_at_work_takes_no_other_work() -> None:
    signal = Signal()
    searcher = searcher_of(Table(1), signal)
    searcher.set(Position())
    thread = Thread(target=searcher.run, args=(90,))
    thread.start()
    while searcher.nodes == 0:
        pass
    try:
        for work in (lambda: searcher.set(Position()), lambda: searcher.run(1)):
            with pytest.raises(TenchipsError, match="searching in another thread"):
                work()
    finally:
        signal.set()
        thread.join()
    signal.clear()
    searcher.set(Position())
    assert searcher.run(1) is not None


@pytest.mark.parametrize("megabytes", [1 << 38, 1 << 44, 1 << 63, 10**400, 1e300])
def test_no_table_is_larger_than_memory(megabytes: float) -> None:
    with pytest.raises(MemoryError, match="no room for a hash table"):
        Table(megabytes)


def test_a_table_without_a_size() -> None:
    for wrong in (-1, float("nan"), float("inf")):
        with pytest.raises(TenchipsError, match="megabytes is 0 or more"):
            Table(wrong)
    for other in ("1", None, [1]):
        with pytest.raises(TypeError, match="megabytes is a number, not"):
            Table(other)  # type: ignore[arg-type]


def test_what_holds_memory_is_not_pickled() -> None:
    for thing in (Table(0), Signal(), searcher_of()):
        with pytest.raises(TypeError):
            pickle.dumps(thing)
