"""Environments for learning agents, and the truth to measure them against (needs
`tenchips[learning]`).

`BatchEnv` plays many games at once. `Truth` says what is proven of a position, and `Dataset` holds
positions of which everything is. Importing this package also registers the game with what is
installed of PettingZoo (`tenchips/network-v0`), Gymnasium (`tenchips/Network-v0`) and OpenSpiel
(`tenchips_network`).

>>> from tenchips.learning import BatchEnv
>>> env = BatchEnv(16, seed=1)
>>> observation, rewards, terminated, truncated, info = env.step(env.sample())
"""

from importlib.util import find_spec

from tenchips.missing import needs_compiled, needs_extra

with needs_extra("learning", "learning"), needs_compiled("tenchips.learning.batch"):
    from tenchips.learning.augmentation import images
    from tenchips.learning.batch_env import BatchEnv
    from tenchips.learning.dataset import Dataset, DatasetError
    from tenchips.learning.encoding import ACTIONS, action_mask, legal_actions, observation
    from tenchips.learning.proofs import PositionTruth
    from tenchips.learning.truth import Truth
    from tenchips.learning.truth_cache import TruthError

__all__ = [
    "ACTIONS",
    "BatchEnv",
    "Dataset",
    "DatasetError",
    "PositionTruth",
    "Truth",
    "TruthError",
    "action_mask",
    "images",
    "legal_actions",
    "observation",
]

if find_spec("pettingzoo"):
    import pettingzoo

    if "tenchips/network-v0" not in pettingzoo.aec_registry:
        pettingzoo.register("aec", "tenchips/network-v0", "tenchips.learning.pettingzoo_env:env")

if find_spec("gymnasium"):
    import gymnasium

    gymnasium.register("tenchips/Network-v0", "tenchips.learning.gymnasium_env:NetworkEnv")

if find_spec("pyspiel"):
    from tenchips.learning import open_spiel_game as _  # noqa: F401
