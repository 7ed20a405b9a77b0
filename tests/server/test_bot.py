"""The example bot plays a whole game on a real server, through a restart of it."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import tenchips
from server.play import ME, OPEN, PATIENCE, Socket, serving, visiting
from tenchips import WHITE, Board
from tenchips.players import RandomPlayer

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
SOURCE = str(Path(tenchips.__file__).parents[1])


async def play(socket: Socket, plies: int) -> Board:
    """Play White at random until so many moves are made or the game is over."""
    game = (await socket.until("state"))["game"]
    board, chance = Board(moves=game["moves"]), RandomPlayer(seed=1)
    while len(board.moves) < plies and not board.outcome():
        if board.turn is WHITE:
            move = chance.choose(board)
            assert (await socket.move(len(board.moves), str(move)))["t"] == "ack"
            board.push(move)
        else:
            board.push((await socket.until("event", k="move", ply=len(board.moves)))["m"])
    return board


async def test_the_example_bot_plays_a_game(tmp_path: Path, port: int) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    async with serving(database, port=port) as server, visiting(server) as ann:
        game, invite = await ann.create(ME, OPEN)
        async with ann.socket(game["id"]) as socket:
            await socket.until("state")
            bot = await asyncio.create_subprocess_exec(
                sys.executable, BOT, f"{server.base}/join/{invite}",
                "--level", "9", "--name", "Robot",
                stdout=asyncio.subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": SOURCE},
            )  # fmt: skip
            await socket.until("event", k="join")
        async with ann.socket(game["id"]) as socket:
            await play(socket, 4)
        secret = ann.secret
    async with (
        serving(database, port=port) as server,
        visiting(server, secret) as ann,
        ann.socket(game["id"]) as socket,
    ):
        board = await play(socket, 1000)
        outcome = board.outcome()
        assert outcome is not None
        printed, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
        ended = await ann.ask("GET", f"/games/{game['id']}")
    assert bot.returncode == 0
    assert printed.decode().splitlines() == [
        f"Robot plays black against {ended['white']['name']}",
        outcome.result,
    ]
    assert (ended["result"], ended["black"]["name"]) == (outcome.result, "Robot")
