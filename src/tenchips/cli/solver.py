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
from tenchips.cli.app import UsageError, complain
from tenchips.cli.options import Cluster, Position, named_position, number, whole
from tenchips.squares import BLACK, WHITE, Color

if TYPE_CHECKING:
    from tenchips.book import Certificate
    from tenchips.executors import Workers

certificate = typer.Typer(rich_markup_mode=None)

Jobs: TypeAlias = Annotated[
    int | None,
    typer.Option(help="Processes to use.  [default: one per core]", metavar="N", parser=whole),
]
_State: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Save progress in this file, and resume from it.", metavar="FILE"),
]
_File: TypeAlias = Annotated[
    Path | None,
    typer.Argument(help="A certificate.  [default: from the package]", metavar="FILE"),
]


def solve(
    position: Position,
    moves: Annotated[
        str, typer.Option(help="Moves to play first, like '33 22'.", metavar="MOVES")
    ] = "",
    winner: Annotated[
        str | None,
        typer.Option(
            "--for",
            help="Try to prove that white or black wins.  [default: the side that looks better]",
            metavar="SIDE",
        ),
    ] = None,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="Also find the exact length of the win.")
    ] = False,
    within: Annotated[
        int | None,
        typer.Option(help="Only ask whether SIDE wins within N plies.", metavar="N", parser=whole),
    ] = None,
    draw: Annotated[
        bool,
        typer.Option("--draw", help="Try to prove a draw: that each side can hold out for ever."),
    ] = False,
    time: Annotated[
        float | None,
        typer.Option(help="Give up after this time.", metavar="SECONDS", parser=number),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Give up after searching N nodes.", metavar="N", parser=whole)
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "--threads",
            help="Processes to use.  [default: one per core]",
            metavar="N",
            parser=whole,
        ),
    ] = None,
    memory: Annotated[
        int, typer.Option(help="Megabytes of memory per process.", metavar="MB", parser=whole)
    ] = 64,
    state: _State = None,
    cluster: Cluster = None,
) -> int:
    """Prove who wins a position, by a search.

    What the package knows of it already is said first. The exit status is 1 if no proof was found.
    """
    from tenchips import solver
    from tenchips.executors import Workers
    from tenchips.files import check_writable
    from tenchips.solver.proof import check_solvable

    sides = {"white": WHITE, "black": BLACK}
    if winner is not None and winner not in sides:
        raise UsageError(f"a side is white or black, not {winner[:40]!r}")
    board = Board(named_position(position), moves=moves)
    if state is not None:
        check_writable(state)
    is_limited = time is not None or nodes is not None
    if draw:
        others = (winner, within, jobs, state, cluster)
        if shortest or is_limited or any(other is not None for other in others):
            raise UsageError("of the other options only --moves and --memory go with --draw")
        _say_what_is_known(board)
        return _draw(board, memory)
    if within is not None and (winner is None or shortest or is_limited or state is not None):
        raise UsageError("--within goes with --for SIDE, and without limits and --state")
    with Workers(jobs_or_cores(jobs), cluster) as workers:
        if within is not None and winner is not None:
            return _within(board, sides[winner], within, workers)
        check_solvable(board, seconds=time, nodes=nodes, memory=memory)
        _say_what_is_known(board)
        with status() as show, _resumable(state):
            solution = solver.solve(
                board,
                workers,
                attacker=sides[winner] if winner else None,
                seconds=time,
                nodes=nodes,
                memory=memory,
                state=state,
                report=lambda now: show(
                    f"{now.judged} positions searched, {now.decided} decided, "
                    f"{now.nodes:,} nodes, proof {now.proof:g}, refutation {now.refutation:g}"
                ),
            )
        print(solution)
        if solution.winner is None or solution.plies is None:
            done = solution.progress
            if done.nodes:
                print(f"after {done.nodes:,} nodes in {done.seconds:.1f} s")
            else:
                print(f"the first search did not end within {done.seconds:.1f} s")
            return 1
        print("line:", *solution.line)
        if shortest:
            plies = solver.shortest(board, solution.winner, solution.plies, workers)
            print(
                "the exact length is not known: the win may need step moves"
                if plies is None
                else f"exactly {plies} plies: no shorter win exists"
            )
    return 0


def _say_what_is_known(board: Board) -> None:
    """Say before the search what the package knows of a position, and from where. Near wins are
    left to the search, which finds them at once."""
    from tenchips.book import certified_result, opening_book
    from tenchips.engine.review import NEAR

    found = certified_result(board) or opening_book().look_up(board)
    if found is not None and found.plies > NEAR:
        how = "a certificate" if found.is_certified else "an earlier search"
        print(
            f"known already: {found.winner} wins within {found.plies} plies, proved by {how} in "
            "the package; now this looks for a proof of its own",
            file=sys.stderr,
        )


def _draw(board: Board, memory: int) -> int:
    """Print how both sides hold a position for ever, or that no way was found."""
    from tenchips import solver

    with status() as show:
        found = solver.prove_draw(
            board, memory=memory, report=lambda searches: show(f"{searches} positions searched")
        )
    if found is None:
        print("no proof of a draw was found")
        return 1
    print("a draw: neither side can win")
    for holding in found:
        count, wins = len(holding.moves), len(holding.wins)
        print(f"{holding.player} holds out for ever in {count} positions, and wins {wins} others")
    return 0


def _within(board: Board, winner: Color, plies: int, workers: Workers) -> int:
    """Print against which replies a side wins within the plies, and whether it does against all."""
    from tenchips import solver

    if plies < 1:
        raise UsageError(f"a win takes at least 1 ply, not {plies}")
    holding = list[str]()
    for move, is_won in solver.decided_within(board, winner, plies, workers):
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
        typer.Option(help="Check only N entries, drawn at random.", metavar="N", parser=whole),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Seed of the random sample.", metavar="N", parser=whole)
    ] = 0,
    jobs: Jobs = None,
) -> int:
    """Check that a certificate proves what it claims.

    Without a file: those in the package, which say that White wins with the first move 33 and
    loses with 11. The exit status is 1 if a certificate is wrong.
    """
    from tenchips.book import CertificateError, certificates

    if sample is not None and sample < 1:
        raise UsageError(f"--sample is at least 1 entry, not {sample}")
    if jobs is not None and not 1 <= jobs <= 1024:
        raise UsageError(f"--jobs is from 1 to 1024, not {jobs}")
    try:
        some = certificates() if file is None else (_load(file),)
    except CertificateError as error:
        print(f"refused: {error}")
        return 1
    return max(_verify(each, sample, seed, jobs_or_cores(jobs)) for each in some)


def _verify(found: Certificate, sample: int | None, seed: int, jobs: int) -> int:
    from tenchips.executors import Workers
    from tenchips.solver import verify_certificate

    with Workers(jobs) as workers, status() as show:
        verification = verify_certificate(
            found,
            workers,
            sample=sample,
            seed=seed,
            report=lambda now: show(f"{now.checked} of {now.of} entries checked"),
        )
    for flaw in verification.flaws[:10]:
        print(f"refused: {flaw}")
    if verification.flaws:
        return 1
    if sample is not None and verification.of < len(found.entries):
        print(f"{verification.checked} of {len(found.entries)} entries hold")
    else:
        print(f"all {verification.checked} entries hold: {_claim(found)}")
    return 0


def _claim(certificate: Certificate) -> str:
    """What a certificate that holds proves."""
    from tenchips.solver.verification import beginnings
    from tenchips.squares import numbers

    if certificate.winner is WHITE:
        return "White wins"
    first = [certificate.name(next(numbers(other))) for _, other in beginnings(certificate)]
    return f"Black wins after {' and '.join(first)}"


@certificate.callback(invoke_without_command=True)
def _certificate(context: typer.Context) -> None:
    """Build and export certificates.

    A certificate is a winning strategy that any program can check.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@certificate.command()
def export(
    file: _File = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Write to this file instead of printing.", metavar="FILE"
        ),
    ] = None,
) -> None:
    """Print a certificate as text.

    There is a line `position move plies` for each entry. Without a file: White's certificate, which
    is in the package.
    """
    from tenchips.files import write_atomically

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
        typer.Argument(help="White's first move, and Black's reply if it wins.", metavar="MOVE"),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Write the certificate here.", metavar="FILE")
    ],
    by: Annotated[
        int,
        typer.Option(
            help="Win by this ply, an odd number; Black: one ply later. After 19 with steps.",
            metavar="PLY",
            parser=whole,
        ),
    ] = 19,
    jobs: Jobs = None,
    state: _State = None,
    cluster: Cluster = None,
) -> None:
    """Find a winning strategy and write its certificate.

    With one move: White's strategy after that first move. With two moves: Black's, where the first
    move loses and the second is the winning reply. This takes minutes to hours.
    """
    from tenchips.book.certificate import LONGEST_WITH_STEPS
    from tenchips.executors import Workers
    from tenchips.files import check_writable, write_atomically
    from tenchips.solver import write_strategy

    board = Board(moves=" ".join(moves))
    if len(board.moves) not in (1, 2):
        raise UsageError("name White's first move, or that and Black's reply")
    if by % 2 != 1 or not 11 <= by <= LONGEST_WITH_STEPS:
        raise UsageError(
            f"White wins by an odd ply from 11 to {LONGEST_WITH_STEPS}, not {by}: change --by"
        )
    for path in (output, state):
        if path is not None:
            check_writable(path)
    with Workers(jobs_or_cores(jobs), cluster) as workers, status() as show, _resumable(state):
        made = write_strategy(
            board.moves,
            workers,
            by=by,
            state=state,
            report=lambda now: show(
                f"{now.done} of {now.of} replies refuted, {now.entries} positions"
            ),
        )
    write_atomically(output, made.to_bytes())
    print(f"{output}: {len(made.entries)} positions")


@contextmanager
def _resumable(state: Path | None) -> Iterator[None]:
    """Say on Ctrl-C where the progress is saved."""
    try:
        yield
    except KeyboardInterrupt:
        if state is None:
            complain("interrupted: use --state FILE to save progress")
        else:
            complain(f"interrupted: run this again to resume from {state}")
        raise


def jobs_or_cores(jobs: int | None) -> int:
    """The number of processes asked for, or one per core."""
    return (os.cpu_count() or 1) if jobs is None else jobs


def _load(path: Path | None) -> Certificate:
    from tenchips.book import Certificate

    return Certificate.load(path)


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """Show progress in a line that disappears; without a terminal, show nothing."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: None
        return
    with console.status("working") as status:
        yield status.update
    sys.stderr.flush()
