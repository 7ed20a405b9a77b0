"""The learned player: its network, its search, and what it refuses."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from packaging_checkout import ROOT
from refused_imports import run_python
from tenchips import Board
from tenchips.book.puzzles import puzzles
from tenchips.core import Position
from tenchips.notation import Move
from tenchips.players import Allowance, PlayerError, make_player
from tenchips.players.net import FILE, NetPlayer, Network, Node, considered_visits
from tenchips.rules import Rules

VECTORS = json.loads((ROOT / "tests" / "vectors" / "net.json").read_text("utf-8"))


def network_file() -> Path:
    return ROOT / "src" / "tenchips" / "players" / FILE


def test_the_network_says_what_pytorch_said() -> None:
    network, stepping = Network(), 0
    for vector in VECTORS:
        board = Board(vector["position"])
        position = Position.of(board)
        logits, value = network.evaluate(position, position.legal_actions(), steps=board.steps)
        assert logits == pytest.approx(vector["logits"], abs=1e-3)
        assert value == pytest.approx(vector["value"], abs=1e-3)
        stepping += position.hand(position.turn) == 0
    assert stepping >= 5


def test_the_network_is_at_most_3_megabytes() -> None:
    assert network_file().stat().st_size <= 3_000_000


@pytest.mark.parametrize("text", ["net", "net:simulations=8"])
def test_it_plays_legal_moves_in_every_phase(text: str) -> None:
    """From positions with and without chips in hand, against chance to the end of the game."""
    player, rng, steps = make_player(text), random.Random(3), 0
    for vector in VECTORS[:12]:
        board = Board(vector["position"], rules=Rules(step_limit=60))
        while not board.is_game_over():
            before = board.copy()
            move = player.choose(board)  # type: ignore[union-attr]
            assert board == before
            steps += board.hand(board.turn) == 0
            board.push(move)  # refuses an illegal one
            if not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
    assert steps > 0


def test_one_simulation_plays_the_favourite_move() -> None:
    player = NetPlayer()
    for vector in VECTORS:
        board = Board(vector["position"])
        best = max(zip(vector["logits"], Position.of(board).legal_actions(), strict=True))[1]
        assert player.choose(board).action == best
        assert player.thought is not None
        assert 2 * player.thought.score.chance - 1 == pytest.approx(vector["value"], abs=0.01)


def test_the_same_position_gives_the_same_move() -> None:
    board = Board(moves="33 44")
    moves = {NetPlayer(simulations=20).choose(board) for _ in range(3)}
    assert len(moves) == 1


def test_a_search_takes_a_win_and_finds_proved_ones() -> None:
    """The only winning moves of puzzles, proved without the network."""
    player = NetPlayer(simulations=100)
    at_once = [puzzle for puzzle in puzzles() if puzzle.kind == "win" and puzzle.plies == 1][:40]
    assert all(player.choose(puzzle.board()) == puzzle.solution[0] for puzzle in at_once)
    later = [puzzle for puzzle in puzzles() if puzzle.kind == "win" and puzzle.plies == 3][:20]
    found = sum(player.choose(puzzle.board()) == puzzle.solution[0] for puzzle in later)
    assert found >= 16


class Recorder(NetPlayer):
    """Keeps the root of its search."""

    def _search(self, position: Position, board: Board, root: Node, deadline: float) -> int:
        self.root, before = root, position.copy()
        action = super()._search(position, board, root, deadline)
        assert position == before
        return action


def check_tree(node: Node, board: Board) -> int:
    """What holds in every node, by the rules that `Board` knows; the simulations through it."""
    assert sorted(node.actions) == sorted(move.action for move in board.legal_moves)
    for action, visits, total, child in zip(
        node.actions, node.visits, node.total, node.children, strict=True
    ):
        assert (visits > 0) == (child is not None)
        assert abs(total) <= visits + 1e-6
        if child is None:
            continue
        board.push(Move.from_action(action))
        if child.actions:
            assert visits >= 1 + check_tree(child, board)
        elif board.is_game_over():
            outcome = board.outcome()
            assert outcome is not None
            assert child.certain == (1 if outcome.winner is board.turn else -1)
        else:
            assert child.certain == 1
            assert board.winning_moves()
        board.pop()
    if node.certain == 1:
        assert any(child is not None and child.certain == -1 for child in node.children)
    elif node.certain == -1:
        assert all(child is not None and child.certain == 1 for child in node.children)
    return sum(node.visits)


def test_visits_add_up_and_what_is_certain_follows_from_the_rules() -> None:
    boards = [Board(vector["position"]) for vector in VECTORS[:6]]
    puzzle = next(one for one in puzzles() if one.plies == 3 and one.kind == "win")
    for board, simulations in [*((board, 60) for board in boards), (puzzle.board(), 3000)]:
        if board.winning_moves():
            continue
        player = Recorder(simulations=simulations)
        player.choose(board)
        made = check_tree(player.root, board)
        assert made == simulations or (made < simulations and player.root.certain is not None)
    assert player.root.certain == 1
    assert player.thought is not None
    assert player.thought.score.chance > 0.99


def test_it_stops_when_its_time_is_over() -> None:
    """A clock that has run out leaves time for nothing but the network's own choice."""
    player = Recorder(simulations=100_000)
    board = Board(moves="33 44")
    assert player.choose(board, Allowance(move=0.0)) in board.legal_moves
    assert sum(player.root.visits) < 100_000
    player.choose(board, Allowance(clocks=(0.0, 0.0)))
    assert sum(player.root.visits) < 100_000


@pytest.mark.parametrize(
    ("candidates", "simulations"), [(1, 5), (2, 9), (16, 32), (16, 200), (5, 3)]
)
def test_sequential_halving_gives_out_every_simulation(candidates: int, simulations: int) -> None:
    sequence = considered_visits(candidates, simulations)
    assert len(sequence) == simulations
    visits = [0] * candidates
    for wanted in sequence:
        visits[visits.index(wanted)] += 1  # ValueError if no candidate has so many
    assert sum(visits) == simulations


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("net:simulations=0", "a net makes 1 to 100000 simulations a move, not 0"),
        ("net:simulations=many", "simulations is a number, not 'many'"),
        ("net:depth=3", "'depth=3' is not an option of this player: .* simulations, file"),
        ("net:file=no-such.onnx", "there is no file 'no-such.onnx' to play from"),
        ("no-such.onnx", "there is no file 'no-such.onnx' to play from"),
        ("no-such.onnx:depth=3", "'depth=3' is not an option of this player: .* simulations$"),
    ],
)
def test_a_net_that_cannot_be_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(PlayerError, match=sentence):
        make_player(text)


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.onnx").write_text("no network")
    with pytest.raises(PlayerError, match=r"'text.onnx' is not an ONNX file: "):
        make_player(str(tmp_path / "text.onnx"))
    renamed = network_file().read_bytes().replace(b"policy", b"polity")
    (tmp_path / "other.onnx").write_bytes(renamed)
    with pytest.raises(PlayerError, match="is not a network that plays: its input is"):
        make_player(f"net:file={tmp_path / 'other.onnx'}")


def test_a_file_of_ones_own_plays(tmp_path: Path) -> None:
    copy = tmp_path / "mine.onnx"
    copy.write_bytes(network_file().read_bytes())
    for text in (f"net:file={copy},simulations=2", f"{copy}:simulations=2"):
        player = make_player(text)
        assert isinstance(player, NetPlayer)
        assert (player.name, player.simulations) == (text, 2)
    assert make_player(str(copy)).choose(Board()) == NetPlayer().choose(Board())  # type: ignore[union-attr]


def test_the_command_says_which_extra_the_net_needs() -> None:
    done = run_python(
        "import refused_imports; refused_imports.refuse({'onnxruntime'})\n"
        "from tenchips.__main__ import main; main()",
        "match", "net", "random", "--games", "2",
    )  # fmt: skip
    sentence = "the player net needs more packages: run pip install 'tenchips[net]'"
    assert (done.returncode, done.stderr) == (2, f"tenchips: {sentence}\n")


def test_luck_varies_the_first_moves_and_no_others() -> None:
    player = NetPlayer(simulations=16, luck=random.Random(1))
    assert len({player.choose(Board()) for _ in range(8)}) > 1
    later = Board(moves="33 44 12 52 26 63")  # three moves of each player
    assert len({player.choose(later) for _ in range(8)}) == 1
