"""Choosing a turn point by point, as with a mouse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fanorona._fanorona import Step
    from fanorona.board import Board
    from fanorona.enums import Kind


@dataclass
class Choice:
    """A step that is being chosen: first the stone, then where it goes, then what it captures.

    Attributes:
        board: the game.
        origin: the stone that has been chosen; in mid-chain the stone of the chain.
        destination: where it goes, while it is open whether by approach or by withdrawal.

    Example:
        >>> from fanorona.board import Board
        >>> board = Board()
        >>> choice = Choice(board)
        >>> point = board.variant.point
        >>> choice.point_at(point("d3")), choice.point_at(point("e3"))
        (None, None)
        >>> {kind.name: stones.bit_count() for kind, stones in choice.groups().items()}
        {'APPROACH': 1, 'WITHDRAWAL': 1}
        >>> choice.point_at(point("f3")).kind.name
        'APPROACH'
    """

    board: Board
    origin: int | None = None
    destination: int | None = None

    def __post_init__(self) -> None:
        self.steps = self._steps()
        if self.board.position.chain is not None:
            self.origin = self.board.position.chain.destination

    def _steps(self) -> list[Step]:
        """The legal steps; none under huff rules, which are not offered step by step."""
        return [] if self.board.rules.capture == "huff" else self.board.legal_steps

    def targets(self) -> set[int]:
        """Where the chosen stone may go."""
        return {step.destination for step in self.steps if step.origin == self.origin}

    def groups(self) -> dict[Kind, int]:
        """The stones that would fall by approach and by withdrawal, while both are possible."""
        if self.destination is None:
            return {}
        before = self.board.position
        stones = before.white | before.black
        found = {}
        for step in self._open():
            after = before.play_step(step)
            moved = 1 << step.origin
            found[step.kind] = stones & ~(after.white | after.black) & ~moved
        return found

    def point_at(self, point: int) -> Step | None:
        """Chooses a point.

        Returns:
            The step, when it is complete; the choice begins anew then.
        """
        for kind, stones in self.groups().items():
            if stones >> point & 1:
                return self.capture_by(kind)
        if self.origin is not None and point in self.targets():
            self.destination = point
            return self._complete(self._open())
        self.destination = None
        if self.board.position.chain is None:
            chosen = point != self.origin and any(step.origin == point for step in self.steps)
            self.origin = point if chosen else None
        return None

    def capture_by(self, kind: Kind) -> Step | None:
        """Decides between approach and withdrawal, while both are possible.

        Returns:
            The step; None where there is nothing to decide.
        """
        if self.destination is None:
            return None
        return self._complete([step for step in self._open() if step.kind is kind])

    def _open(self) -> list[Step]:
        """The steps that are still possible once the destination is chosen."""
        return [
            step
            for step in self.steps
            if (step.origin, step.destination) == (self.origin, self.destination)
        ]

    def _complete(self, steps: list[Step]) -> Step | None:
        if len(steps) != 1:
            return None
        self.origin = self.destination = None
        return steps[0]
