"""Record what PyTorch says of some positions with the weights of the shipped network.

    python tests/players/record_net.py run/checkpoint.pt

Run it when `src/tenchips/players/net.onnx` is replaced. `test_net.py` holds the ONNX file to it.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from tenchips import Board
from tenchips.learning import legal_actions, observation

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "vectors" / "net.json"


def main() -> None:
    sys.path.insert(0, str(ROOT / "examples"))
    import torch  # pytest looks for examples in this file, and has no PyTorch
    import train

    state = torch.load(sys.argv[1], "cpu", weights_only=True)["average"]
    blocks = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("blocks."))
    net = train.Net(blocks, state["place"].shape[1]).eval()
    net.load_state_dict(state)
    rng, lines = random.Random(1), []
    while len(lines) < 24:
        board = Board()
        for _ in range(rng.randrange(40)):
            if not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over():
            continue
        with torch.inference_mode():
            policy, value = net(torch.from_numpy(observation(board))[None])
        legal = legal_actions(board)
        logits = [round(policy[0, action].item(), 4) for action in legal]
        entry = {"position": board.position, "logits": logits, "value": round(value.item(), 4)}
        lines.append(json.dumps(entry))
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
