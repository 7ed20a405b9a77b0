"""`tenchips solve`, `verify` and `certificate`: proofs, and checks of proofs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from tenchips.board import Board
from tenchips.cli.app import UsageError, complain, refuse, refusing
from tenchips.cli.options import named_position, number, whole
from tenchips.squares import BLACK, WHITE, Color

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tenchips.book import Certificate

certificate = typer.Typer(
    help="Write winning strategies that anyone can check.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

_Jobs: TypeAlias = Annotated[
    int | None, typer.Option(help="Work on N cores: all if not told.", metavar="N", parser=whole)
]
_Cluster: TypeAlias = Annotated[
    str | None, typer.Option(help="Work on the Dask cluster there.", metavar="ADDRESS")
]
_State: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Keep the work here, and go on from it.", metavar="FILE"),
]
_File: TypeAlias = Annotated[
    Path | None, typer.Argument(help="a certificate; ours if none is named", metavar="FILE")
]


def solve(
    position: Annotated[str, typer.Argument(help="a position, or start", metavar="POSITION")],
    moves: Annotated[
        str, typer.Option(help="Moves to make first, like '33 22'.", metavar="MOVES")
    ] = "",
    winner: Annotated[
        str | None,
        typer.Option(
            "--for", help="Try to prove a win of white or black; else it finds out.", metavar="SIDE"
        ),
    ] = None,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="Find the exact length of the win.")
    ] = False,
    within: Annotated[
        int | None,
        typer.Option(help="Ask only for a win within N plies.", metavar="N", parser=whole),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(help="Give up after so long.", metavar="SECONDS", parser=number),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Give up after so many.", metavar="N", parser=whole)
    ] = None,
    threads: _Jobs = None,
    memory: Annotated[
        int, typer.Option(help="Memory for each core.", metavar="MB", parser=whole)
    ] = 64,
    state: _State = None,
    cluster: _Cluster = None,
) -> int:
    """Prove who wins a position.

    The exit status is 1 if it is not decided.
    """
    from tenchips import solver
    from tenchips.files import check_writable

    sides = {"white": WHITE, "black": BLACK}
    with refusing():
        if winner is not None and winner not in sides:
            raise UsageError(f"a side is white or black, not {winner[:40]!r}")
        board = Board(named_position(position), moves=moves)
        if state is not None:
            check_writable(state)
        if within is not None and (winner is None or shortest or time or nodes or state):
            raise UsageError("--within goes with --for SIDE, and without limits and --state")
        with solver.workers(_all(threads), cluster) as (executor, width):
            if within is not None and winner is not None:
                return _within(board, sides[winner], within, executor)
            with _telling() as tell, _kept(state):
                solution = solver.solve(
                    board,
                    executor,
                    attacker=sides[winner] if winner else None,
                    width=width,
                    seconds=time,
                    nodes=nodes,
                    memory=memory,
                    state=state,
                    report=lambda now: tell(
                        f"{now.judged} positions judged, {now.decided} decided, "
                        f"{now.nodes:,} nodes, proof {now.proof:g}, refutation {now.refutation:g}"
                    ),
                )
            print(solution)
            if solution.winner is None or solution.plies is None:
                done = solution.progress
                print(f"after {done.nodes:,} nodes in {done.seconds:.1f} s")
                return 1
            print("line:", *solution.line)
            if shortest:
                plies = solver.shortest(board, solution.winner, solution.plies, executor)
                print(
                    "the exact length is not known: the win may need step moves"
                    if plies is None
                    else f"exactly {plies} plies: no shorter win exists"
                )
    return 0


def _within(board: Board, winner: Color, plies: int, executor: Executor) -> int:
    """Say against which replies a side wins in time, and whether it does against all."""
    from tenchips import solver

    if plies < 1:
        raise UsageError(f"a win takes at least 1 ply, not {plies}")
    holding = list[str]()
    for move, is_won in solver.decided_within(board, winner, plies, executor):
        if move is not None:
            print(f"{move}: {'lost' if is_won else 'holds'}", flush=True)
        if not is_won:
            holding.append(f": {move} holds" if move else "")
    if holding:
        print(f"{winner} does not win within {plies} plies{holding[0]}")
        return 1
    print(f"{winner} wins within {plies} plies")
    return 0


def verify(
    file: _File = None,
    sample: Annotated[
        int | None,
        typer.Option(help="Check only so many of its answers.", metavar="N", parser=whole),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Choose others of them.", metavar="N", parser=whole)
    ] = 0,
    jobs: _Jobs = None,
) -> int:
    """Check the certificates that White wins and that one first move loses, or another one.

    The exit status is 1 if one is refused.
    """
    from tenchips.book import CertificateError, certificates
    from tenchips.files import FileError

    if sample is not None and sample < 1:
        refuse(f"--sample is at least 1 answer, not {sample}")
    if jobs is not None and not 1 <= jobs <= 1024:
        refuse(f"--jobs is from 1 to 1024, not {jobs}")
    try:
        with refusing(FileError):
            some = certificates() if file is None else (_load(file),)
    except CertificateError as error:
        print(f"refused: {error}")
        return 1
    return max(_verify(each, sample, seed, _all(jobs)) for each in some)


def _verify(found: Certificate, sample: int | None, seed: int, jobs: int) -> int:
    from tenchips.solver import verify_certificate

    with _telling() as tell:
        verdict = verify_certificate(
            found,
            sample=sample,
            seed=seed,
            jobs=jobs,
            report=lambda now: tell(f"{now.checked} of {now.of} answers checked"),
        )
    for fault in verdict.faults[:10]:
        print(f"refused: {fault}")
    if verdict.faults:
        return 1
    if sample is not None and verdict.of < len(found.answers):
        print(f"{verdict.checked} of {len(found.answers)} answers hold")
    else:
        print(f"all {verdict.checked} answers hold: {_claim(found)}")
    return 0


def _claim(certificate: Certificate) -> str:
    """What a certificate that holds proves."""
    from tenchips.solver.verification import beginnings
    from tenchips.squares import numbers

    if certificate.winner is WHITE:
        return "White wins"
    first = [certificate.name(next(numbers(other))) for _, other in beginnings(certificate)]
    return f"Black wins after {' and '.join(first)}"


@certificate.command()
def export(
    file: _File = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file.", metavar="FILE")
    ] = None,
) -> None:
    """Write a certificate as text.

    A line `position move plies` for each answer.
    """
    from tenchips.files import write_atomically

    with refusing():
        lines = _load(file).lines()
        if output is None:
            for line in lines:
                print(line)
        else:
            write_atomically(output, "".join(f"{line}\n" for line in lines))


@certificate.command()
def build(
    moves: Annotated[
        list[str],
        typer.Argument(help="White's first move, or that and Black's answer", metavar="MOVE"),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Write it to this file.", metavar="FILE")
    ],
    by: Annotated[
        int,
        typer.Option(
            help="White wins by this ply, an odd one; Black a ply later.",
            metavar="PLY",
            parser=whole,
        ),
    ] = 19,
    jobs: _Jobs = None,
    state: _State = None,
    cluster: _Cluster = None,
) -> None:
    """Find the certificate of a first move.

    White's winning strategy is found anew, which takes minutes to hours. With Black's answer to
    the first move too, Black's is.
    """
    from tenchips.files import check_writable, write_atomically
    from tenchips.solver import workers, write_strategy

    with refusing():
        board = Board(moves=" ".join(moves))
        if len(board.moves) not in (1, 2):
            raise UsageError("name White's first move, or that and Black's answer")
        if by % 2 != 1 or not 11 <= by <= 19:
            raise UsageError(f"White wins by ply 11, 13, 15, 17 or 19, not {by}: change --by")
        for path in (output, state):
            if path is not None:
                check_writable(path)
        with workers(_all(jobs), cluster) as (executor, _), _telling() as tell, _kept(state):
            made = write_strategy(
                board.moves,
                executor,
                by=by,
                state=state,
                report=lambda now: tell(
                    f"{now.done} of {now.of} replies answered, {now.answers} positions"
                ),
            )
        write_atomically(output, made.to_bytes())
    print(f"{output}: {len(made.answers)} positions")


@contextmanager
def _kept(state: Path | None) -> Iterator[None]:
    """Say on Ctrl-C where the work is."""
    try:
        yield
    except KeyboardInterrupt:
        if state is None:
            complain("interrupted: with --state FILE the work would have been kept")
        else:
            complain(f"interrupted: run this again to go on from {state}")
        raise


def _all(jobs: int | None) -> int:
    """So many jobs as were asked for, or one for each core."""
    return (os.cpu_count() or 1) if jobs is None else jobs


def _load(path: Path | None) -> Certificate:
    from tenchips.book import Certificate

    return Certificate.load(path)


@contextmanager
def _telling() -> Iterator[Callable[[str], None]]:
    """Say on a terminal how far the work is, in a line that goes away."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: None
        return
    with console.status("working") as status:
        yield status.update
    sys.stderr.flush()
