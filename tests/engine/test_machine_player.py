"""The course's machine player: its six grading statements, on positions of both phases."""

from __future__ import annotations

from random import Random

import pytest

from tenchips import BLACK, WHITE, Board, Color, Move, Termination
from tenchips.engine import Engine, EngineError, Info, Limit, MachinePlayer, machine_player

# Games up to a move that wins at once, and all such moves.
WINS = {
    "33 21 44 64 04 46 26 20 63 25": "72 74",
    "61 15 53 31 03 33 51 13 73 35": "25",
    "72 12 55 20 54 17 14 44 73 30 35 33 32 64": "02",
    "23 40 42 20 21 11 43 33 61 32 65 62 25 35 45": "17",
    "61 12 45 50 64 32 41 10 63 30 31 54 43 52 23 34 35": "57",
    # The step phase: a chip has to leave its line for another.
    "21 44 41 13 71 66 51 46 74 60 35 36 75 34 22 32 25 30 56 64": "41-02",
    "52 31 41 63 24 36 33 53 02 21 46 35 54 67 64 65 66 55 72 13": "64-75",
    "26 42 61 44 41 22 24 16 72 17 54 51 76 56 74 67 14 23 32 64 74-53": "56-20",
    "43 52 61 67 12 23 41 51 63 24 21 57 46 45 56 64 26 44 14 20 41-42": "51-50 52-50",
}

# Games up to a threat to win at once, with no win to forestall it, and all moves that stop it.
STOPS = {
    "13 55 05 31 16 64 23 40 35 61 63 60 41": "15",
    "11 60 74 63 55 22 51 61 73 27 24 42 44": "54",
    "24 56 61 20 41 16 14 23 43 54 46 11 26 44": "22 55",
    "25 33 74 65 16 43 75 57 45 51 54 50 13 35": "21 31 41",
    # White's last chip is placed: now it steps, and two chips can come between.
    "43 52 61 67 12 23 41 51 63 24 21 57 46 45 56 64 26 44 14 20": "43-42 43-54 63-54",
    "55 32 66 11 23 33 05 51 01 12 22 50 16 15 61 63 41 36 43 30 01-35 11-14": "16-25",
    "24 56 61 20 41 16 14 23 43 54 46 11 26 44 22 36 62 42 21 52 62-53 16-13 61-45 52-66 21-51 "
    "23-62 45-55 56-32 51-02": "11-12 32-23",
}

QUIET_GAME = "33 21 44 64 04 46"
STEP_GAME = "14 46 52 24 44 42 62 51 66 26 56 55 74 63 25 13 11 27 31 10"


def at(game: str, search_depth: int | None = None, color: Color | None = None) -> MachinePlayer:
    """A player who has seen the game and, unless told another colour, is to move."""
    moves = game.split()
    turn = (WHITE, BLACK)[len(moves) % 2]
    player = MachinePlayer(turn if color is None else color, search_depth)
    for turn, move in enumerate(moves):
        own = (WHITE, BLACK)[turn % 2] is player.color
        assert (player.force_move if own else player.opponent_move)(move)
    return player


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players that are given no depth think for a moment only."""
    monkeypatch.setattr(machine_player, "SECONDS", 0.05)


# 1. It makes only legal moves.


@pytest.mark.parametrize("game", [*WINS, *STOPS, "", QUIET_GAME, STEP_GAME])
@pytest.mark.parametrize("search_depth", [1, 2])
def test_its_move_is_legal_and_recorded(game: str, search_depth: int) -> None:
    player = at(game, search_depth)
    before = Board(moves=game)
    move = player.choose_move()
    assert move in before.legal_moves
    assert player.board == Board(moves=f"{game} {move}")


def test_two_of_them_play_a_whole_game() -> None:
    players = MachinePlayer(WHITE, 1), MachinePlayer(BLACK, 1)
    judge = Board()
    while judge.outcome() is None:
        move = players[judge.turn].choose_move()
        assert players[judge.turn.other].opponent_move(move)
        judge.push(move)
    assert [player.board for player in players] == [judge, judge]


# 2. It wins in one when it can; 3. otherwise it stops a win in one when it can.


@pytest.mark.parametrize(("game", "moves"), WINS.items())
@pytest.mark.parametrize("search_depth", [1, 3, None])
@pytest.mark.usefixtures("short")
def test_it_wins_at_once(game: str, moves: str, search_depth: int | None) -> None:
    player = at(game, search_depth)
    assert str(player.choose_move()) in moves.split()
    outcome = player.board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (player.color, Termination.NETWORK)


@pytest.mark.parametrize(("game", "moves"), STOPS.items())
@pytest.mark.parametrize("search_depth", [1, 2, 3, None])
@pytest.mark.usefixtures("short")
def test_it_stops_a_win(game: str, moves: str, search_depth: int | None) -> None:
    assert str(at(game, search_depth).choose_move()) in moves.split()


@pytest.mark.parametrize(("games", "wins"), [(WINS, True), (STOPS, False)])
def test_the_positions_are_what_they_say(games: dict[str, str], wins: bool) -> None:
    """By the board alone: which moves win, or leave the opponent without a win."""
    for game, moves in games.items():
        board = Board(moves=game)
        won = [str(move) for move in board.legal_moves if wins_at_once(board, move)]
        assert bool(won) is wins
        assert moves.split() == (
            won or [str(move) for move in board.legal_moves if holds(board, move)]
        )


def wins_at_once(board: Board, move: Move) -> bool:
    mover = board.turn
    board.push_unchecked(move)
    outcome = board.outcome()
    board.pop()
    return outcome is not None and outcome.winner is mover


def holds(board: Board, move: Move) -> bool:
    board.push_unchecked(move)
    safe = board.outcome() is None and not any(
        wins_at_once(board, reply) for reply in board.legal_moves
    )
    board.pop()
    return safe


# 4. It beats a random mover.


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_it_beats_a_random_mover(color: Color) -> None:
    rng = Random(1)
    for _ in range(10):
        player = MachinePlayer(color, 2)
        while (outcome := player.board.outcome()) is None:
            if player.board.turn is color:
                player.choose_move()
            else:
                assert player.opponent_move(rng.choice(list(player.board.legal_moves)))
        assert outcome.winner is color


# 5. It answers within five seconds, or searches to exactly the given depth.


class Asked(Engine):
    """An engine that remembers what it was asked for and what it found."""

    limit: Limit
    depth: int
    nodes: int

    def play(self, board: Board, limit: Limit = Limit()) -> Info:
        info = super().play(board, limit)
        type(self).limit, type(self).depth, type(self).nodes = limit, info.depth, info.nodes
        return info


@pytest.mark.parametrize("game", [QUIET_GAME, STEP_GAME])
def test_it_asks_for_less_than_five_seconds(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 4 < machine_player.SECONDS < 5
    monkeypatch.setattr(machine_player, "Engine", Asked)
    monkeypatch.setattr(machine_player, "SECONDS", 0.01)
    at(game).choose_move()
    assert Asked.limit == Limit(time=0.01)


@pytest.mark.parametrize("game", [QUIET_GAME, "14 46 52 24"])
@pytest.mark.parametrize("search_depth", [1, 2, 5])
def test_it_searches_exactly_the_depth(
    game: str, search_depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_player, "Engine", Asked)
    at(game, search_depth).choose_move()
    with Engine() as engine:
        nodes = engine.play(Board(moves=game), Limit(depth=search_depth)).nodes
    assert (Asked.limit, Asked.depth, Asked.nodes) == (
        Limit(depth=search_depth),
        search_depth,
        nodes,
    )


@pytest.mark.parametrize("search_depth", [0, -1, 1000])
def test_a_senseless_depth_is_refused(search_depth: int) -> None:
    with pytest.raises(EngineError, match="a depth is from 1 to"):
        MachinePlayer(WHITE, search_depth)


# 6. It refuses illegal moves and stays as it was.


@pytest.mark.parametrize(
    ("game", "move"),
    [
        ("33", "33"),  # occupied
        ("33", "00"),  # a corner
        ("33", "01"),  # the other's goal
        ("33 10 34 20", "43"),  # three chips touching
        ("33", "33-45"),  # a step with chips in hand
        ("33", "banana"),
        ("33", ""),
        (STEP_GAME, "32"),  # an eleventh chip
        (STEP_GAME, "14-14"),  # a step that goes nowhere
        (STEP_GAME, "46-32"),  # the other's chip
        (STEP_GAME, "14-00"),
        (STEP_GAME + " 14-03", "46-40"),  # the game is over
    ],
)
@pytest.mark.parametrize("own", [True, False])
def test_an_illegal_move_changes_nothing(game: str, move: str, own: bool) -> None:
    turn = (WHITE, BLACK)[len(game.split()) % 2]
    player = at(game, 1, turn if own else turn.other)
    assert (player.force_move if own else player.opponent_move)(move) is False
    assert player.board == Board(moves=game)


@pytest.mark.parametrize(("game", "move"), [("", "33"), ("33", "44"), (STEP_GAME, "14-23")])
def test_a_move_out_of_turn_changes_nothing(game: str, move: str) -> None:
    assert move in Board(moves=game).legal_moves
    player = at(game, 1)
    assert player.opponent_move(move) is False
    waiting = at(game, 1, player.color.other)
    assert waiting.force_move(move) is False
    assert player.board == waiting.board == Board(moves=game)
    assert player.force_move(Move.parse(move))
    assert waiting.opponent_move(Move.parse(move))


def test_choosing_out_of_turn_changes_nothing() -> None:
    player = at("33", 1, WHITE)
    with pytest.raises(EngineError, match=r"Black's turn and the player is White: tell it"):
        player.choose_move()
    assert player.board == Board(moves="33")


def test_choosing_when_the_game_is_over() -> None:
    player = at(STEP_GAME + " 14-03", 1)
    with pytest.raises(EngineError, match="the game is over: White wins with the network"):
        player.choose_move()


def test_the_board_it_shows_is_a_copy() -> None:
    player = MachinePlayer(WHITE, 1)
    player.board.push("33")
    assert player.board == Board()


@pytest.mark.parametrize(("color", "depth"), [("white", None), (0, None), (WHITE, "2")])
def test_wrong_types_are_named(color: object, depth: object) -> None:
    with pytest.raises(
        TypeError, match=r"color must be WHITE or BLACK|search_depth must be an int"
    ):
        MachinePlayer(color, depth)  # type: ignore[arg-type]
