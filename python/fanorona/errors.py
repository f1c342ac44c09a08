"""Exceptions, by meaning. Those about values are ``ValueError``, those about engines are not."""


class InvalidPositionError(ValueError):
    """A text or a value is no position; the message names the field and the reason."""


class InvalidMoveError(ValueError):
    """A text has none of the forms of move text."""


class IllegalMoveError(ValueError):
    """A move is well formed but not legal here, or the game is over."""


class AmbiguousMoveError(ValueError):
    """A text fits several legal turns; the message names some of them."""


class EngineError(RuntimeError):
    """An engine in a process of its own failed; it has been ended and can be used no more."""


class EngineTimeoutError(EngineError):
    """An engine did not answer in time."""


class EngineCrashedError(EngineError):
    """An engine's process ended, or closed its input or output."""


class EngineProtocolError(EngineError):
    """An engine answered, but not as the protocol says, or with a turn that is not legal."""
