"""Environments for learning agents (needs `tenchips[learning]`).

`BatchEnv` plays many games at once. Importing this package also registers the game with what is
installed of PettingZoo (`tenchips/network-v0`), Gymnasium (`tenchips/Network-v0`) and OpenSpiel
(`tenchips_network`).

>>> from tenchips.learning import BatchEnv
>>> env = BatchEnv(16, seed=1)
>>> observation, rewards, terminated, truncated, info = env.step(env.sample())
"""

from importlib.util import find_spec

from tenchips.missing import needs_compiled, needs_extra

with needs_extra("learning", "learning"), needs_compiled("tenchips.learning.batch"):
    from tenchips.learning.batch_env import BatchEnv
    from tenchips.learning.encoding import ACTIONS, action_mask, legal_actions, observation

__all__ = ["ACTIONS", "BatchEnv", "action_mask", "legal_actions", "observation"]

if find_spec("pettingzoo"):
    import pettingzoo

    if "tenchips/network-v0" not in pettingzoo.aec_registry:
        pettingzoo.register("aec", "tenchips/network-v0", "tenchips.learning.pettingzoo_env:env")

if find_spec("gymnasium"):
    import gymnasium

    gymnasium.register("tenchips/Network-v0", "tenchips.learning.gymnasium_env:NetworkEnv")

if find_spec("pyspiel"):
    from tenchips.learning import open_spiel_game as _  # noqa: F401
