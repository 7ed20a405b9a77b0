"""A bot that takes the seat it is invited to, or plays the machine, to the end of the game.

    python examples/bot.py http://127.0.0.1:8000/join/INVITATION --level 3
    python examples/bot.py http://127.0.0.1:8000 --against 2

It asks for a token, which is its identity, joins, and answers on the socket whenever it is to move.
When the connection breaks it comes back, says what it has seen last, and sends its move again under
the same id: the server knows what it has done already.
"""

from __future__ import annotations

import argparse
import json
import time
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tenchips import BLACK, WHITE, Board, Rules
from tenchips.engine import Engine


class Bot:
    """Somebody at a server, with a token to prove it."""

    def __init__(self, site: str, name: str, token: str | None = None) -> None:
        self.site = site
        self.headers: dict[str, str] = {}
        token = token or self.ask("POST", "/tokens", {"name": name})["token"]
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The server's answer to a request."""
        data = None if body is None else json.dumps(body).encode()
        headers = self.headers | {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.site}/api/v1{path}", data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or "null")

    def play(self, game: dict[str, Any], engine: Engine) -> str:
        """Play until the game is over, however often the connection breaks; the result."""
        pause = 0.25
        while True:
            address = f"{self.site.replace('http', 'ws', 1)}/ws/v1/games/{game['id']}?v=-1"
            try:
                with connect(address, additional_headers=self.headers) as socket:
                    pause = 0.25
                    return self._talk(socket, engine)
            except (ConnectionClosed, InvalidStatus, OSError):
                time.sleep(pause)
                pause = min(10, 2 * pause)

    def _talk(self, socket: ClientConnection, engine: Engine) -> str:
        board, mine = Board(), WHITE
        for text in socket:
            message = json.loads(text)
            match message:
                case {"t": "state", "game": game}:
                    board = Board(game["start"], Rules.parse(game["rules"]), game["moves"])
                    mine = WHITE if game["role"] == "white" else BLACK
                    if game["result"]:
                        return str(game["result"])
                case {"t": "event", "k": "move", "m": move}:
                    board.push(move)
                case {"t": "event", "k": "takeback", "ply": ply}:
                    while len(board.moves) > ply:
                        board.pop()
                case {"t": "event", "k": "end", "result": result}:
                    return str(result)
                case {"t": "event", "k": "offer", "what": what, "by": by}:
                    if by != str(mine).lower():
                        answer = "accept" if what == "takeback" else "decline"
                        id = f"{answer}-{message['v']}"
                        socket.send(json.dumps({"t": answer, "id": id, "what": what}))
                case {"t": "nack", "detail": detail}:
                    print(f"refused: {detail}")
                case {"t": "hello" | "event" | "ack" | "presence"}:
                    continue
            if message["t"] in ("state", "event") and board.turn is mine and not board.outcome():
                ply, move = len(board.moves), engine.play(board).move
                command = {"t": "move", "id": f"{message['v']}", "ply": ply, "m": str(move)}
                socket.send(json.dumps(command))
        raise ConnectionResetError("the server has gone")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("address", help="the link that invites to a game, or the site")
    parser.add_argument("--against", type=int, default=1, help="the machine's level, at a site")
    parser.add_argument("--token", help="of a bot that is there already; default: a new bot")
    parser.add_argument("--level", type=int, default=5, help="how well it plays, 1 to 10")
    parser.add_argument("--name", default="Example bot", help="what it is called")
    options = parser.parse_args()

    link = urlsplit(options.address)
    bot = Bot(f"{link.scheme}://{link.netloc}", options.name, options.token)
    if "/join/" in link.path:
        game = bot.ask("POST", f"/invites/{link.path.rpartition('/')[2]}")
    else:
        machine = {"kind": "machine", "level": options.against}
        game = bot.ask("POST", "/games", {"white": {"kind": "me"}, "black": machine})["game"]
    name = game[game["role"]]["name"]
    print(f"{name} plays {game['role']} against {game[_other(game['role'])]['name']}")
    with Engine(level=options.level) as engine:
        print(bot.play(game, engine))


def _other(role: str) -> str:
    return "black" if role == "white" else "white"


if __name__ == "__main__":
    main()
