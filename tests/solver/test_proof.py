"""The solver proves who wins, keeps what it did, and takes it up again."""

from __future__ import annotations

import json
import os
import signal
from math import inf
from pathlib import Path

import pytest

from solver.counting import Counting
from tenchips import BLACK, WHITE, Board, Color
from tenchips.book.certificate import chips_of
from tenchips.book.exact import Exact
from tenchips.executors import Workers
from tenchips.solver import (
    Progress,
    Solution,
    SolveError,
    shortest,
    solve,
)
from tenchips.solver.finder import shared_finder
from tenchips.squares import SYMMETRIES

# White wins in 9, and a small budget does not see it at once.
WHITE_WINS = Board(moves="33 43 73 44 03 62")
SMALL = 2000


def proved(board: Board, budget: int = SMALL, **options: object) -> tuple[Solution, Counting]:
    workers = Counting()
    shared_finder.cache_clear()  # an empty table for each proof
    found = solve(board, workers, budget=budget, memory=1, **options)  # type: ignore[arg-type]
    return found, workers


def test_proves_a_win_through_a_tree() -> None:
    found, workers = proved(WHITE_WINS)
    assert found.winner is WHITE
    assert workers.done > 10, "the tree was needed"
    assert found.plies is not None
    assert found.plies % 2 == 1
    board = WHITE_WINS.copy()
    for move in found.line:
        board.push(move)
    own, other = chips_of(WHITE_WINS)
    assert Exact(16).wins(own, other, 9)
    assert found.plies >= 9


def test_proves_a_loss_from_the_other_side() -> None:
    board = WHITE_WINS.copy()
    board.push(proved(board)[0].line[0])
    found, _ = proved(board)
    assert found.winner is WHITE
    assert found.plies is not None
    assert found.plies % 2 == 0


def test_proves_black_s_win() -> None:
    """Black, to move, completes a network; White is not to be asked to attack here."""
    board = Board(moves="01 20 12 25 16 35 31 13 52 33 71 57 45")
    assert board.turn is BLACK
    found, _ = proved(board)
    assert found.winner is BLACK


def test_all_images_have_the_same_result() -> None:
    plies = {
        proved(Board(WHITE_WINS.transform(symmetry).position))[0].plies
        for symmetry in SYMMETRIES[:4]
    }
    assert len(plies) == 1


def test_says_how_far_it_got() -> None:
    found, workers = proved(Board(), nodes=20_000)
    assert found.winner is None
    assert str(found) == "not decided"
    assert found.progress.nodes >= 20_000
    assert found.progress.open > 0
    assert workers.done < 20


def test_stops_in_time() -> None:
    found, _ = proved(Board(), seconds=1e-9)
    assert found.winner is None


def test_interrupted_work_is_taken_up(tmp_path: Path) -> None:
    state = tmp_path / "proof.json"
    whole, alone = proved(WHITE_WINS)
    first, part = proved(WHITE_WINS, nodes=8 * SMALL, state=state)
    assert first.winner is None
    second, rest = proved(WHITE_WINS, state=state)
    assert second.winner is whole.winner
    assert 0 < part.done < alone.done
    assert rest.done > 0
    third, nothing = proved(WHITE_WINS, state=state)
    assert nothing.done == 0
    assert third.winner is WHITE
    assert third.plies == second.plies
    assert third.line == second.line


class Interrupted(Counting):
    """Somebody presses Ctrl-C after a while."""

    def run(self, function, tasks, until=inf):  # type: ignore[no-untyped-def]
        for task, result in super().run(function, tasks, until):
            if self.done == 5:
                raise KeyboardInterrupt
            yield task, result


def test_an_interrupt_loses_nothing(tmp_path: Path) -> None:
    state = tmp_path / "proof.json"
    shared_finder.cache_clear()
    with pytest.raises(KeyboardInterrupt):
        solve(WHITE_WINS, Interrupted(), budget=SMALL, memory=1, state=state)
    kept = json.loads(state.read_text())
    assert len(kept["judgements"]) >= 3
    assert proved(WHITE_WINS, state=state)[0].winner is WHITE


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "tenchips proof 1"}', "\x00"])
def test_refuses_a_file_that_is_no_state(text: str, tmp_path: Path) -> None:
    state = tmp_path / "proof.json"
    state.write_text(text)
    with pytest.raises(SolveError, match="is not the state of a proof"):
        proved(WHITE_WINS, state=state)
    assert state.read_text() == text


def test_refuses_the_state_of_another_question(tmp_path: Path) -> None:
    state = tmp_path / "proof.json"
    proved(WHITE_WINS, state=state, nodes=1)
    with pytest.raises(SolveError, match="another question"):
        proved(Board(), state=state)


def test_refuses_a_game_that_is_over() -> None:
    board = Board.diagram(black="20 25 35 13 33 55 57")
    with pytest.raises(SolveError, match="over"):
        solve(board)


def test_two_processes_come_to_the_same_result() -> None:
    with Workers(2) as workers:
        found = solve(WHITE_WINS, workers, budget=SMALL, memory=1)
    assert found.winner is WHITE


def own_pid(_: int) -> int:
    return os.getpid()


def test_a_local_worker_that_is_killed_is_replaced() -> None:
    with Workers(1) as workers:
        [(_, pid)] = workers.run(own_pid, [0])
        victims = [pid]

        def kill(progress: Progress) -> None:
            if progress.judged >= 3 and victims:
                os.kill(victims.pop(), signal.SIGKILL)

        found = solve(WHITE_WINS, workers, budget=SMALL, memory=1, report=kill)
    assert not victims
    assert found.winner is WHITE


# The exact length


def exact_length(board: Board, winner: Color, within: int) -> int | None:
    return shortest(board, winner, within)


def test_the_exact_length_of_a_win() -> None:
    own, other = chips_of(WHITE_WINS)
    plies = exact_length(WHITE_WINS, WHITE, 11)
    assert plies is not None
    exact = Exact(16)
    assert exact.wins(own, other, plies)
    assert not exact.wins(own, other, plies - 2)


def test_the_exact_length_of_a_loss() -> None:
    board = Board(moves="33 43 73 44 03 62 53")
    plies = exact_length(board, WHITE, 8)
    assert plies is not None
    assert plies % 2 == 0
    after = []
    for reply in board.legal_moves:
        board.push(reply)
        after.append(exact_length(board, WHITE, 7))
        board.pop()
    assert plies == 1 + max(n for n in after if n is not None)


def test_has_no_exact_length_with_step_moves() -> None:
    board = Board(moves="33 43 73 44 03 62")
    assert exact_length(board, WHITE, 19) is None
