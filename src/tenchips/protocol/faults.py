"""What can go wrong with somebody else's engine, each with a sentence to show people."""


class EngineFault(Exception):
    """An engine did not keep to the protocol, or to the rules of the game.

    >>> from tenchips.protocol import BlockingUgiClient
    >>> try:
    ...     BlockingUgiClient(["no-such-engine"])
    ... except EngineFault as fault:
    ...     print(fault)
    no-such-engine cannot be started: No such file or directory
    """


class EngineSilent(EngineFault):
    """It did not answer in time."""


class EngineDead(EngineFault):
    """It could not be started, has ended, or has closed its output."""


class EngineGarbage(EngineFault):
    """It answered something that means nothing."""


class EngineIllegalMove(EngineFault):
    """It played a move that the rules do not allow. The engine itself goes on."""
