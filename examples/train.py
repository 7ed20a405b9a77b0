"""Teach a neural network the game by letting it play itself, as AlphaZero does.

    python examples/train.py run --seconds 60           # a laptop: a minute shows learning
    python examples/train.py run --full --seconds 1600  # one GPU and six cores

Needs `tenchips[learning]`, PyTorch and onnx. The folder `run` gets `log.jsonl`, `checkpoint.pt` and
`net.onnx`, which plays as `net:file=run/net.onnx`. The same command goes on where the last one
stopped. Without worker processes the same seed gives the same games.

Each move of self-play is a Gumbel search (Danihelka and others, "Policy improvement by planning
with Gumbel", 2022): a few simulations, shared out among the most promising moves by sequential
halving, give a better policy than the network's own. The network learns that policy and the result
of the game. All games search at once: a simulation is one step of a `BatchEnv`, one network call.
"""

from __future__ import annotations

import argparse
import copy
import json
import queue
import time
from collections.abc import Iterator
from itertools import product, repeat
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from tenchips import Rules
from tenchips.book.puzzles import puzzles
from tenchips.core import Position
from tenchips.learning import BatchEnv
from tenchips.players.net import considered_visits
from tenchips.squares import COLORS, DIRECTIONS, NAMES, RAYS, SYMMETRIES, numbers

Array = np.ndarray[Any, Any]
Samples = tuple[Array, Array, Array, Array]

SMALL = {
    "blocks": 2, "channels": 24, "games": 128, "simulations": 12, "candidates": 6, "batch": 512,
    "window": 100_000, "reuse": 4.0, "rate": 3e-3, "budget": 300.0, "workers": 0, "seed": 1,
    "seconds": 60.0, "report": 10.0,
}  # fmt: skip
FULL = SMALL | {
    "blocks": 6, "channels": 64, "games": 2048, "simulations": 32, "candidates": 16, "batch": 1024,
    "window": 2_000_000, "rate": 1e-3, "budget": 1600.0, "workers": 5, "report": 30.0,
}  # fmt: skip

WIDTH = 48  # The search looks at so many moves: all adds, and the steps the network likes best.
OPENING = 6  # Games of self-play begin after 0 to this many random plies.
RULES = Rules(step_limit=40)  # Good players hardly ever make so many steps.


def action_images() -> Any:
    """The image of each action under each symmetry of the board."""
    squares = torch.tensor([[int(image(name), 8) for name in NAMES] for image in SYMMETRIES])
    return torch.cat([squares, (64 + 64 * squares[:, :, None] + squares[:, None]).flatten(1)], 1)


class Block(nn.Module):
    """Tell each square what its neighbours know, and the nearest chips in each direction."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.before = nn.BatchNorm1d(channels)
        self.near = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.far = nn.Linear(8 * channels, channels, bias=False)
        self.after = nn.BatchNorm1d(channels)
        self.out = nn.Linear(channels, channels)
        nn.init.zeros_(self.out.weight)

    def forward(self, squares: Any, sight: Any) -> Any:
        channels = squares.shape[1]
        known = nn.functional.relu(self.before(squares))
        near = self.near(known.view(-1, 8, 8, channels).permute(0, 3, 1, 2)).permute(0, 2, 3, 1)
        padded = nn.functional.pad(known.view(-1, 64, channels), (0, 0, 0, 1)).view(-1, channels)
        far = self.far(padded.index_select(0, sight).view(-1, 8 * channels))
        return squares + self.out(nn.functional.relu(self.after(far + near.reshape(-1, channels))))


class Net(nn.Module):
    """From the observation of `BatchEnv` to a logit for each action and the expected reward of the
    player to move, from -1 to 1. For Black the board is transposed, which swaps the colours' goals:
    the layers know White only."""

    def __init__(self, blocks: int, channels: int, rank: int = 16) -> None:
        super().__init__()
        # The squares one, two, ... away in each direction, and 64 beyond the edge.
        lines = torch.full((64, 8, 7), 64)
        for square, way in product(range(64), range(8)):
            ray = list(numbers(RAYS[square][way]))[:: 1 if way < 4 else -1]
            lines[square, way, : len(ray)] = torch.tensor(ray)
        self.register_buffer("lines", lines.flatten(), persistent=False)
        stride = torch.tensor([8 * dx + dy for dx, dy in DIRECTIONS])
        self.register_buffer("stride", stride, persistent=False)
        self.register_buffer("transposed", action_images()[4], persistent=False)
        self.rank = rank
        self.features = nn.Linear(6, channels)
        self.place = nn.Parameter(torch.zeros(64, channels))
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.norm = nn.BatchNorm1d(channels)
        self.moves = nn.Linear(channels, 3 + 2 * rank)
        self.value = nn.Sequential(nn.Linear(2 * channels, 64), nn.ReLU(), nn.Linear(64, 1))

    def sight(self, chips: Any) -> Any:
        """For every square of every board, the row of the nearest chip in each direction. A
        board has 64 rows, and one more that stands for no chip."""
        n, device = chips.shape[0], chips.device
        along = nn.functional.pad(chips, (0, 1)).index_select(1, self.lines).view(n, 64, 8, 7)
        nearness = (along * torch.arange(7, 0, -1, device=device)).amax(3).long()
        square = torch.arange(64, device=device)[:, None] + (8 - nearness) * self.stride
        board = 65 * torch.arange(n, device=device)[:, None, None]
        return (board + torch.where(nearness > 0, square, 64)).view(-1)

    def forward(self, observation: Any) -> tuple[Any, Any]:
        n, kind = observation.shape[0], self.place.dtype
        planes = observation[:, :4].to(kind)
        black = observation[:, 4, 0, :1] > 0
        planes = torch.where(black[..., None, None], planes.transpose(2, 3), planes).flatten(2)
        chips, hands = planes[:, :2], planes[:, 2:]
        squares = torch.cat([chips, hands / 10, (hands == 0).to(kind)], 1).transpose(1, 2)
        squares = self.features(squares)
        sight = self.sight(chips.sum(1))
        squares = (squares + self.place.to(squares.dtype)).view(n * 64, -1)
        for block in self.blocks:
            squares = block(squares, sight)
        squares = nn.functional.relu(self.norm(squares))
        moves = self.moves(squares).view(n, 64, -1)
        add, leave, reach, origin, target = moves.split([1, 1, 1, self.rank, self.rank], 2)
        step = origin @ target.transpose(1, 2) / self.rank**0.5
        step = step + leave + reach.transpose(1, 2)
        policy = torch.cat([add.flatten(1), step.flatten(1)], 1)
        policy = torch.where(black, policy.index_select(1, self.transposed), policy)
        squares = squares.view(n, 64, -1)
        pooled = torch.cat([squares.mean(1), squares.amax(1)], 1)
        return policy, torch.tanh(self.value(pooled)).squeeze(1)


class Evaluator:
    """A network as it plays, on its device."""

    def __init__(self, net: Net, device: str) -> None:
        self.device, kind = device, torch.bfloat16 if device == "cuda" else torch.float32
        self.net = copy.deepcopy(net).to(device, kind).eval()

    def __call__(self, env: BatchEnv) -> tuple[Array, Array, Array]:
        """The best moves of each game (-1: no more), their logits, and the values."""
        with torch.inference_mode():
            policy, values = self.net(torch.from_numpy(env.observation).to(self.device))
            legal = torch.from_numpy(env.action_mask).to(self.device)
            logits, actions = policy.float().masked_fill(~legal, -1e9).topk(WIDTH)
            actions = torch.where(logits > -1e8, actions, -1).short()
        return actions.cpu().numpy(), logits.cpu().numpy(), values.float().cpu().numpy()


def softmax(logits: Array) -> Any:
    """Probabilities along the last axis."""
    weights = np.exp(logits - logits.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


class Search:
    """One Gumbel search for each of many games, all in step.

    Node 0 is the root, and simulation `i` adds node `i`. Arrays [game, node, slot] hold what is
    known of the moves of a node: visits, the sum of their values for its player, the child.
    """

    def __init__(self, evaluate: Evaluator, games: int, simulations: int, candidates: int) -> None:
        self.evaluate, self.simulations = evaluate, simulations
        self.env, self.rows = BatchEnv(games, rules=RULES), np.arange(games)
        nodes = (games, simulations + 1)
        self.chips = np.zeros((2, *nodes), np.uint64)
        self.turn, self.steps = np.zeros((2, *nodes), np.uint8)
        self.value, self.over = np.zeros(nodes, np.float32), np.zeros(nodes, np.bool_)
        self.actions = np.zeros((*nodes, WIDTH), np.int16)
        self.logits, self.prior, self.total, self.visits = np.zeros((4, *nodes, WIDTH), np.float32)
        self.child = np.zeros((*nodes, WIDTH), np.int32)
        counts = [considered_visits(min(n, candidates), simulations) for n in range(WIDTH + 1)]
        self.considered = np.array(counts)

    def run(self, env: BatchEnv, gumbel: Array) -> tuple[Array, ...]:
        """Search from each game, with noise [game, slot] for the root. For each game the move to
        play, the moves looked at, the improved policy among them, and the value."""
        self.visits[:], self.total[:], self.child[:] = 0, 0, -1
        wins = self._add(self.rows, 0, env)
        legal = (self.actions[:, 0] >= 0).sum(1)
        for simulation in range(1, self.simulations + 1):
            scores = gumbel + self._improved(self.rows, 0)[0]
            wanted = self.considered[legal, simulation - 1]
            scores[(self.visits[:, 0] != wanted[:, None]) | (self.actions[:, 0] < 0)] = -np.inf
            self._simulate(simulation, scores.argmax(1))
        improved, q = self._improved(self.rows, 0)
        most = self.visits[:, 0].max(1, keepdims=True)
        slot = np.where(self.visits[:, 0] == most, gumbel + improved, -np.inf).argmax(1)
        actions, policy = self.actions[:, 0].copy(), softmax(improved)
        value = (policy * q).sum(1)
        for game in np.flatnonzero(wins >= 0):  # no search is needed to know these
            slot[game] = [*actions[game, :-1], wins[game]].index(wins[game])
            actions[game, slot[game]] = wins[game]
            policy[game], value[game] = np.arange(WIDTH) == slot[game], 1
        return actions[self.rows, slot], actions, policy, value

    def _add(self, games: Array, node: int, env: BatchEnv) -> Array:
        """Store a new node of these games. A move that wins at once is known by the rules, not by
        the network; returns it for each game, or -1."""
        actions, logits, values = self.evaluate(env)
        planes, turn = env.observation[games].reshape(-1, 7, 64), env.current_player[games]
        chips = np.packbits(planes[:, :2], 2, "little").view(np.uint64)
        colors = np.where(turn[:, None], chips[:, ::-1, 0], chips[:, :, 0])
        each = zip(*colors.T.tolist(), map(COLORS.__getitem__, turn.tolist()), strict=True)
        found = (Position(white, black, color).winning_action() for white, black, color in each)
        wins = np.array([-1 if action is None else action for action in found])
        self.chips[:, games, node] = colors.T
        self.turn[games, node], self.steps[games, node] = turn, planes[:, 6, 0]
        self.actions[games, node], self.logits[games, node] = actions[games], logits[games]
        self.prior[games, node] = softmax(logits[games])
        self.over[games, node] = wins >= 0
        self.value[games, node] = np.where(wins >= 0, 1, values[games])
        return wins

    def _improved(self, games: Array, nodes: Array | int) -> tuple[Array, Array]:
        """The logits of the improved policy, which are those of the network and the values of the
        moves; and these values, where a move without visits has the value of the node."""
        visits = self.visits[games, nodes]
        q = self.total[games, nodes] / np.maximum(visits, 1)
        tried = np.where(visits > 0, self.prior[games, nodes], 0)
        count = visits.sum(1)
        mean = (tried * q).sum(1) / np.maximum(tried.sum(1), 1e-8)
        mixed = (self.value[games, nodes] + count * mean) / (1 + count)
        q = np.where(visits > 0, q, mixed[:, None])
        return self.logits[games, nodes] + 0.2 * (50 + visits.max(1, keepdims=True)) * q, q

    def _simulate(self, node: int, slots: Array) -> None:
        """Follow each game's tree from a move at the root to a new position, or one that is over;
        add it as this node, and add its value to the moves that led there."""
        games: Array = self.rows
        parents: Array = np.zeros_like(self.rows)
        leaf, parent, slot = np.zeros((3, len(games)), np.int64)
        path = []
        while len(games):
            path.append((games, parents, slots))
            child = self.child[games, parents, slots]
            leaf[games], parent[games], slot[games] = child, parents, slots
            inner = (child >= 0) & ~self.over[games, child]
            games, parents = games[inner], child[inner]
            visits = self.visits[games, parents]
            share = visits / (1 + visits.sum(1, keepdims=True))
            slots = (softmax(self._improved(games, parents)[0]) - share).argmax(1)
        # Make the moves that lead to new nodes. Where nothing is new, any legal move will do.
        new, env, rows = np.flatnonzero(leaf < 0), self.env, self.rows
        parent, slot = np.where(leaf < 0, parent, 0), np.where(leaf < 0, slot, 0)
        white, black = self.chips[:, rows, parent].tolist()
        turn, steps = self.turn[rows, parent], self.steps[rows, parent].tolist()
        env.set_state(zip(white, black, turn.tolist(), repeat(0), steps, repeat([]), strict=False))
        env.step(self.actions[rows, parent, slot])
        self._add(new, node, env)
        self.child[new, parent[new], slot[new]] = node
        ended = new[env.terminated[new]]
        self.over[ended, node] = True
        self.value[ended, node] = -env.rewards[ended, turn[ended]]
        value = self.value[rows, np.where(leaf < 0, node, leaf)]
        for games, parents, slots in reversed(path):
            value[games] = -value[games]
            self.visits[games, parents, slots] += 1
            self.total[games, parents, slots] += value[games]


def blank_samples(*shape: int) -> Samples:
    """Room for positions: planes, moves looked at (-1: no more), improved policy, value."""
    observation = np.zeros((*shape, 7, 8, 8), np.uint8)
    actions, policy = np.zeros((*shape, WIDTH), np.int16), np.zeros((*shape, WIDTH), np.float16)
    return observation, actions, policy, np.zeros(shape, np.float32)


def play_here(net: Any, options: argparse.Namespace, seed: int) -> Iterator[tuple[int, Samples]]:
    """Games of a network with itself, always with its newest weights. After a move in each of them,
    says how many ended by it, and gives the positions of these; then they begin anew."""
    games, evaluate = options.games, Evaluator(net, options.device)
    search = Search(evaluate, games, options.simulations, options.candidates)
    rng, env, early = np.random.default_rng(seed), BatchEnv(games, rules=RULES), BatchEnv(games)
    kept, length = blank_samples(games, 20 + RULES.step_limit), np.zeros(games, np.int64)
    rows = ended = np.arange(games)
    while True:
        early.reset(seed=int(rng.integers(1 << 32)))
        for _ in range(rng.integers(OPENING + 1)):
            early.step(early.sample())
        env.set_state(early.get_state()[: len(ended)], ended.tolist())
        length[ended] = 0
        evaluate.net.load_state_dict(net.state_dict())
        action, *found = search.run(env, rng.gumbel(size=(games, WIDTH)).astype(np.float32))
        for array, new in zip(kept, (env.observation, *found), strict=True):
            array[rows, length] = new
        length += 1
        env.step(action)
        ended = np.flatnonzero(env.terminated)
        played = np.arange(kept[0].shape[1]) < length[ended, None]
        observation, actions, policy, value = (array[ended][played] for array in kept)
        rewards = np.repeat(env.rewards[ended], length[ended], 0)
        result = np.take_along_axis(rewards, observation[:, 4, :1, 0].astype(np.int64), 1)[:, 0]
        yield len(ended), (observation, actions, policy, (result + value) / 2)


def work(net: Any, options: argparse.Namespace, seed: int, made: Any) -> None:
    """Play in a process of its own."""
    torch.set_num_threads(1)
    for games in play_here(net, options, seed):
        made.put(games)


def play(net: Any, options: argparse.Namespace, seed: int) -> Iterator[tuple[int, Samples]]:
    """Games of worker processes, or of this one if there are to be none."""
    if not options.workers:
        yield from play_here(net, options, seed)
    context = torch.multiprocessing.get_context("spawn")
    made = context.Queue(4 * options.workers)
    seeds = np.random.SeedSequence(seed).generate_state(options.workers).tolist()
    workers = [context.Process(target=work, args=(net, options, one, made)) for one in seeds]
    try:
        for worker in workers:
            worker.start()
        while all(worker.is_alive() for worker in workers):
            try:
                yield made.get(timeout=1)
            except queue.Empty:
                yield 0, blank_samples(0)
        raise SystemExit("A process that plays has ended: its error is above.")
    finally:
        for worker in workers:
            worker.kill()


def play_match(evaluate: Evaluator, other: Evaluator | None, games: int, seed: int) -> float:
    """The score of a network's favourite moves against another's, or random ones, after 4 plies."""
    env = BatchEnv(games, seed=seed, rules=RULES)
    for _ in range(4):
        env.step(env.sample())
    side, score = np.arange(games) % 2, np.full(games, np.nan)
    while np.isnan(score).any():
        theirs = env.sample() if other is None else other(env)[0][:, 0]
        env.step(np.where(env.current_player == side, evaluate(env)[0][:, 0], theirs))
        ended = env.terminated & np.isnan(score)
        score[ended] = (1 + env.rewards[np.arange(games), side][ended]) / 2
    return float(score.mean())


def puzzle_scores(evaluate: Evaluator) -> dict[str, float]:
    """What the network knows of proved positions, the puzzles of the package: how many of the only
    winning moves it finds, and how many of the positions before and after them it judges right."""
    chosen = [puzzle for puzzle in puzzles() if puzzle.kind == "win" and puzzle.plies > 1]
    won, lost = BatchEnv(len(chosen)), BatchEnv(len(chosen))
    for index, puzzle in enumerate(chosen):
        board = puzzle.board()
        won.set_board(index, board)
        board.push(puzzle.solution[0])
        lost.set_board(index, board)
    solved = evaluate(won)[0][:, 0] == [puzzle.solution[0].action for puzzle in chosen]
    values = np.concatenate([evaluate(won)[2], -evaluate(lost)[2]])
    return {"puzzles": float(solved.mean()), "values": float((values > 0).mean())}


class Trainer:
    """The network that learns, its running average that plays, and the newest positions."""

    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        self.options, device = options, options.device
        self.net = Net(options.blocks, options.channels).to(device)
        self.average = copy.deepcopy(self.net).eval()
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=options.rate)
        self.parts = {"net": self.net, "average": self.average, "optimizer": self.optimizer}
        self.counts = {"seconds": 0.0, "games": 0, "positions": 0, "steps": 0}
        self.stored = 0
        blank = blank_samples(options.window)
        self.window = [torch.from_numpy(array).to(device) for array in blank]
        self.images = action_images()[:4].to(device)

    def store(self, games: int, samples: Samples) -> None:
        """Put positions in the place of the oldest ones."""
        places = (torch.arange(len(samples[0])) + self.stored) % self.options.window
        for old, new in zip(self.window, samples, strict=True):
            old[places.to(old.device)] = torch.from_numpy(new).to(old.device)
        self.stored += len(places)
        for name, count in (("games", games), ("positions", len(places))):
            self.counts[name] += count

    def step(self) -> tuple[float, float]:
        """Learn from positions picked at random, each mirrored at random; the losses of policy and
        value. Swapping the colours would change nothing: the network does so itself."""
        options, device, batch = self.options, self.options.device, (self.options.batch,)
        chosen = torch.randint(min(self.stored, options.window), batch, device=device)
        observation, actions, policy, value = (array[chosen] for array in self.window)
        image = torch.randint(4, batch, device=device)
        for axis, mirrored in ((2, image % 2 > 0), (3, image > 1)):
            flipped = observation.flip(axis)
            observation = torch.where(mirrored.view(-1, 1, 1, 1), flipped, observation)
        done = self.counts["seconds"] / options.budget
        self.optimizer.param_groups[0]["lr"] = options.rate * max(0.03, 1 - done)
        with torch.autocast(device, torch.bfloat16, device == "cuda"):
            logits, expected = self.net.train()(observation)
        logits = logits.float().gather(1, self.images[image[:, None], actions.long().clamp(min=0)])
        likely = nn.functional.log_softmax(logits.masked_fill(actions < 0, -1e9), 1)
        policy_loss = -(policy * likely).sum(1).mean()
        value_loss = nn.functional.mse_loss(expected.float(), value)
        self.optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        self.optimizer.step()
        self.counts["steps"] += 1
        keep = min(0.998, 1 - 10 / (10 + self.counts["steps"]))
        with torch.no_grad():
            newest = self.net.state_dict()
            for name, tensor in self.average.state_dict().items():
                if tensor.is_floating_point():
                    tensor.lerp_(newest[name], 1 - keep)
        return policy_loss.item(), value_loss.item()

    def save(self, path: Path) -> None:
        """Write a checkpoint; there is never half of one."""
        parts = {name: part.state_dict() for name, part in self.parts.items()}
        torch.save(parts | {"counts": self.counts}, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)

    def load(self, path: Path) -> None:
        """Go on from a checkpoint, with new games."""
        state = torch.load(path, self.options.device, weights_only=True)
        self.counts = state["counts"]
        for name, part in self.parts.items():
            part.load_state_dict(state[name])

    def export(self, path: Path) -> None:
        """Write the network that plays as an ONNX file, for any number of positions at once."""
        net, example = copy.deepcopy(self.average).cpu(), torch.zeros(2, 7, 8, 8, dtype=torch.uint8)
        axes = {name: {0: "n"} for name in ("observation", "policy", "value")}
        torch.onnx.export(
            net, (example,), str(path), input_names=[*axes][:1], output_names=[*axes][1:],
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip


def train(trainer: Trainer, folder: Path) -> None:
    """Play and learn until the time is over, with a line in the log now and then."""
    options, counts = trainer.options, trainer.counts
    began, before, reported = time.monotonic(), counts["seconds"], 0.0
    previous, losses, learned = Evaluator(trainer.average, options.device), [], 0
    playing = copy.deepcopy(trainer.average).cpu().share_memory()
    for games, samples in play(playing, options, options.seed + counts["steps"]):
        now = time.monotonic() - began
        counts["seconds"] = before + now
        trainer.store(games, samples)
        while learned < options.reuse * trainer.stored // options.batch and now < options.seconds:
            losses.append(trainer.step())
            learned += 1
            now = time.monotonic() - began
        playing.load_state_dict(trainer.average.state_dict())
        if losses and (now > reported + options.report or now > options.seconds):
            report(trainer, previous, losses, folder / "log.jsonl")
            trainer.save(folder / "checkpoint.pt")
            reported, losses = time.monotonic() - began, []
        if now > options.seconds:
            break
    trainer.export(folder / "net.onnx")


def report(trainer: Trainer, previous: Evaluator, losses: list[Any], log: Path) -> None:
    """Add a line to the log, and print it."""
    evaluate = Evaluator(trainer.average, trainer.options.device)
    policy, value = np.mean(losses, 0).tolist()
    line: dict[str, float] = trainer.counts | {"policy_loss": policy, "value_loss": value}
    line["against_random"] = play_match(evaluate, None, 256, seed=1)
    line["against_previous"] = play_match(evaluate, previous, 256, seed=2)
    line |= puzzle_scores(evaluate)
    previous.net = evaluate.net
    with log.open("a", encoding="utf-8") as file:
        print(text := json.dumps({name: round(line[name], 4) for name in line}), flush=True)
        print(text, file=file)


def main() -> None:
    """Train, from the last checkpoint on if there is one."""
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("folder", type=Path, help="where checkpoint, log and network are kept")
    words.add_argument("--full", action="store_true", help="the large network, for a GPU")
    words.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    for name, small in SMALL.items():
        usual = f"default: {small}, with --full {FULL[name]}"
        words.add_argument(f"--{name}", type=type(small), help=usual)
    words.set_defaults(**(FULL if words.parse_args().full else SMALL))
    trainer = Trainer(options := words.parse_args())
    options.folder.mkdir(parents=True, exist_ok=True)
    if (options.folder / "checkpoint.pt").exists():
        trainer.load(options.folder / "checkpoint.pt")
    train(trainer, options.folder)


if __name__ == "__main__":
    main()
