"""Exceptions, by meaning. All of them are ``ValueError``."""


class InvalidPositionError(ValueError):
    """A text or a value is no position; the message names the field and the reason."""


class InvalidMoveError(ValueError):
    """A text has none of the forms of move text."""


class IllegalMoveError(ValueError):
    """A move is well formed but not legal here, or the game is over."""


class AmbiguousMoveError(ValueError):
    """A text fits several legal turns; the message names some of them."""
