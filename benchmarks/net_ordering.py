"""Measure whether the learned network orders the first moves better than the engine does.

    python benchmarks/net_ordering.py

The nodes until the wins of suite.txt are proved, deepening ply by ply from an empty table, when the
first moves are searched in this order at each depth:

    engine   by table, killers and history: what the engine does by itself
    split    the best move of the depth before, then the rest: the same order in two calls
    net      the best move of the depth before, the network's favourites, then the rest
    random   the same with moves chosen at random in place of the network's
    perfect  the winning move, then the rest: what no order of the first moves can surpass

The moves of a later group are searched for something better than the earlier ones, in a window of
no width first. The rest is in the engine's order. All figures are ratios of nodes, which do not
depend on the load of the machine.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from math import exp, log
from pathlib import Path

from tenchips import Board
from tenchips.core import Position
from tenchips.engine.search import MAX_DEPTH, SURE, WIN
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.players.net import Network

SUITE = Path(__file__).with_name("suite.txt")
HASH = 16
Groups = Callable[[int], Sequence[Sequence[int]]]
"""The moves to search first, by group, given the best move of the depth before (-1: none yet)."""


def prove(position: Position, groups: Groups, most_nodes: int) -> tuple[int, int] | None:
    """The nodes until a win is proved and the move that wins, or None if it takes too many."""
    searcher = Searcher(Table(HASH), Signal())
    searcher.set(position)
    moves, best = frozenset(position.legal_actions()), -1
    for depth in range(1, MAX_DEPTH):
        left, alpha = moves, -WIN
        for group in (*groups(best), moves):
            chosen = left.intersection(group)
            left -= chosen
            for beta in (alpha + 1, WIN) if alpha > -WIN else (WIN,):
                if not chosen:
                    break
                score = searcher.run(
                    depth, alpha, beta, node_limit=most_nodes, excluded=moves - chosen
                )
                if score is None:
                    return None
                if score > SURE:
                    return searcher.nodes, searcher.best
                if score <= alpha:
                    break
            else:
                alpha, best = score, searcher.best
    return None


def compare(position: Position, network: Network, first: int, most: int) -> dict[str, int] | None:
    """The nodes of each order, or None if the engine's own takes too many."""
    legal = position.legal_actions()
    own = prove(position, lambda best: [], most)
    if own is None:
        return None
    nodes, winning = own
    logits, _ = network.evaluate(position, legal)
    ranked = [move for _, move in sorted(zip(logits, legal, strict=True), reverse=True)]
    chance = random.Random(nodes).sample(legal, min(first, len(legal)))
    orders: dict[str, Groups] = {
        "split": lambda best: [[best]],
        "net": lambda best: [[best], *([move] for move in ranked[:first])],
        "random": lambda best: [[best], *([move] for move in chance)],
        "perfect": lambda best: [[winning], [best]],
    }
    counted = {"engine": nodes}
    for name, groups in orders.items():
        proof = prove(position, groups, 5 * most)
        counted[name] = proof[0] if proof else 5 * most
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=int, default=1, help="take each so-manieth position")
    parser.add_argument("--first", type=int, default=3, help="how many favourites come first")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="skip what takes more")
    options = parser.parse_args()
    network = Network()
    positions = [line.split(";")[0] for line in SUITE.read_text().splitlines()][:: options.every]
    rows = []
    for text in positions:
        position = Position.of(Board(text))
        if row := compare(position, network, options.first, options.nodes):
            rows.append(row)
    print(f"{len(rows)} of {len(positions)} wins were proved within {options.nodes:,} nodes")
    print(f"{'order':10}{'nodes':>12}{'geometric mean':>18}{'fewer nodes in':>18}")
    for name in rows[0]:
        total = sum(row[name] for row in rows) / sum(row["engine"] for row in rows)
        mean = exp(sum(log(row[name] / row["engine"]) for row in rows) / len(rows))
        fewer = sum(row[name] < row["engine"] for row in rows)
        print(f"{name:10}{total:12.3f}{mean:18.3f}{fewer:18}")


if __name__ == "__main__":
    main()
