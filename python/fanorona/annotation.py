"""Analysis of whole games: the best line at each turn, and what the played turn lost.

Example:
    >>> from fanorona.engine import Engine, Limit
    >>> from fanorona.record import Game
    >>> game = Game("telo")
    >>> _ = game.add_main_variation("b1-b2A")
    >>> [turn] = annotate(game, Engine(), Limit(depth=12))
    >>> str(turn.move), str(turn.best.pv[0]), turn.judgement
    ('b1-b2A', 'c1-b2A', <Judgement.BLUNDER: 4>)
"""

from __future__ import annotations

from collections import deque
from contextlib import closing
from dataclasses import dataclass
from enum import IntEnum, unique
from typing import TYPE_CHECKING, Final

from fanorona.engine import Engine, Score
from fanorona.enums import Color
from fanorona.executors import in_order
from fanorona.record import Game
from fanorona.tablebase import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from concurrent.futures import Executor
    from os import PathLike

    from fanorona._fanorona import Move
    from fanorona.board import Board
    from fanorona.engine import AnyEngine, Info, Limit
    from fanorona.record import ChildNode

DECIDED: Final = 10_000
"""The value of a win on the spot, in hundredths of a stone, for comparing it with estimates."""

SLOWEST: Final = 100
"""The turns that a win is taken to need at most, and one that endgame tables alone know of."""


@unique
class Judgement(IntEnum):
    """A turn that lost something; the value is the glyph ``$n`` of a record.

    Example:
        >>> Judgement.BLUNDER.name, int(Judgement.BLUNDER)
        ('BLUNDER', 4)
    """

    MISTAKE = 2
    BLUNDER = 4
    DUBIOUS = 6


LEAST_LOSS: Final = {Judgement.BLUNDER: 200, Judgement.MISTAKE: 100, Judgement.DUBIOUS: 50}
"""From which loss on, in hundredths of a stone, a turn is called so."""


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """A turn of a game beside the best one.

    Attributes:
        node: the turn's node of the record.
        ply: turns played before.
        move: the turn that was played.
        best: what the engine found in the position before it.
        score: the value of the turn that was played, from the view of who played it.
        loss: how much worse the turn was than the best, in hundredths of a stone; a win that is
            given away counts as the stones that would be needed to be sure of one.

    Example:
        >>> from fanorona.engine import Engine, Limit
        >>> from fanorona.record import Game
        >>> game = Game("telo")
        >>> _ = game.add_main_variation("b1-b2A")
        >>> [turn] = annotate(game, Engine(), Limit(depth=12))
        >>> str(turn.best.score), str(turn.score), turn.loss > 200
        ('win in 11', 'loss in 8', True)
    """

    node: ChildNode
    ply: int
    move: Move
    best: Info
    score: Score
    loss: int

    @property
    def judgement(self) -> Judgement | None:
        """What the turn is called, if it lost something."""
        return next((name for name, least in LEAST_LOSS.items() if self.loss >= least), None)


def value_of(score: Score) -> int:
    """A score as one number, in hundredths of a stone from the mover's view.

    Example:
        >>> from fanorona.engine import Score
        >>> value_of(Score(win_in=3)), value_of(Score(loss_in=2)), value_of(Score(estimate=-40))
        (9997, -9998, -40)
    """
    if score.win_in is not None:
        return DECIDED - min(score.win_in, SLOWEST)
    if score.loss_in is not None:
        return min(score.loss_in, SLOWEST) - DECIDED
    # Where tables know the winner an estimate is larger than the value of any win.
    return max(SLOWEST - DECIDED, min(score.estimate or 0, DECIDED - SLOWEST))


def _reversed(score: Score) -> Score:
    """The value of a turn whose position has this value for the opponent."""
    if score.win_in is not None:
        return Score(loss_in=score.win_in + 1)
    if score.loss_in is not None:
        return Score(win_in=score.loss_in + 1)
    return Score(estimate=-(score.estimate or 0))


def annotate(game: Game, engine: AnyEngine, limit: Limit) -> Iterator[TurnAnalysis]:
    """Analyses the main line of a game, turn by turn.

    Args:
        game: the record; it is left as it is.
        engine: who analyses.
        limit: for each position.

    Raises:
        KeyboardInterrupt: on Ctrl-C.

    Example:
        >>> from fanorona.engine import Engine, Limit
        >>> from fanorona.record import Game
        >>> game = Game("telo")
        >>> _ = game.add_main_variation("b1-b2A")
        >>> [str(turn.best.pv[0]) for turn in annotate(game, Engine(), Limit(depth=12))]
        ['c1-b2A']
    """
    board = game.start.copy()
    best = engine.analyse(board, limit)
    for ply, node in enumerate(game.mainline()):
        board.push(node.move)
        following = engine.analyse(board, limit)
        if best.pv and best.pv[0] == node.move:
            score, loss = best.score, 0
        else:
            score = _reversed(following.score)
            loss = max(0, value_of(best.score) - value_of(score))
        yield TurnAnalysis(node, ply, node.move, best, score, loss)
        best = following


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyst:
    """An engine that annotates records, each as if it were its first.

    Attributes:
        limit: for each position; records are reproducible under one of nodes or depth.
        hash_mb: MiB for its transposition table.
        threads: how many threads search together; with more than one nothing is reproducible.
        tables: the folder of its endgame tables, those of the package by default; None for none.

    Example:
        >>> from fanorona.engine import Limit
        >>> from fanorona.record import Game
        >>> game = Game("telo")
        >>> _ = game.add_main_variation("b1-b2A")
        >>> [turn.loss > 200 for turn in Analyst(limit=Limit(depth=12), hash_mb=16).turns(game)]
        [True]
    """

    limit: Limit
    hash_mb: int = 64
    threads: int = 1
    tables: str | PathLike[str] | None = SHIPPED

    def annotate(
        self, games: Iterable[Game], *, executor: Executor | None = None
    ) -> Generator[list[TurnAnalysis]]:
        """Analyses the main lines of records, one list of turns a record, in their order.

        Args:
            games: the records; they are left as they are.
            executor: where to work, a record at a time; here if not given.

        Raises:
            ValueError: naming the setting that the engine refuses.
            KeyboardInterrupt: on Ctrl-C.

        Example:
            >>> from fanorona.engine import Limit
            >>> from fanorona.record import Game
            >>> game = Game("telo")
            >>> _ = game.add_main_variation("b1-b2A")
            >>> [[turn]] = Analyst(limit=Limit(depth=12)).annotate([game])
            >>> turn.judgement
            <Judgement.BLUNDER: 4>
        """
        handed_out: deque[Game] = deque()

        def texts() -> Iterator[str]:
            for game in games:
                handed_out.append(game)
                yield game.to_json()

        with closing(in_order(self._analyses, texts(), executor)) as found:
            for analyses in found:
                nodes = handed_out.popleft().mainline()
                yield [
                    TurnAnalysis(node, ply, node.move, *analysis)
                    for ply, (node, analysis) in enumerate(zip(nodes, analyses, strict=True))
                ]

    def turns(self, game: Game) -> Iterator[TurnAnalysis]:
        """Analyses the main line of one record here, turn by turn."""
        with Engine(hash_mb=self.hash_mb, threads=self.threads, tables=self.tables) as engine:
            yield from annotate(game, engine, self.limit)

    def _analyses(self, text: str) -> list[tuple[Info, Score, int]]:
        """What there is to say about each turn of a record, which is a tree that stays behind."""
        turns = self.turns(Game.from_json(text))
        return [(turn.best, turn.score, turn.loss) for turn in turns]


def write_into_record(turn: TurnAnalysis) -> None:
    """Adds an analysis to its record: the score as a comment, a better line as a variation.

    Example:
        >>> from fanorona.engine import Engine, Limit
        >>> from fanorona.record import Game
        >>> game = Game("telo")
        >>> _ = game.add_main_variation("b1-b2A")
        >>> for turn in annotate(game, Engine(), Limit(depth=12)):
        ...     write_into_record(turn)
        >>> [str(node.move) for node in game.variations]
        ['b1-b2A', 'c1-b2A']
    """
    node = turn.node
    comment = f"{turn.score}"
    if turn.judgement is not None:
        node.nags.add(int(turn.judgement))
        parent = node.parent
        if turn.best.pv and not parent.has_variation(turn.best.pv[0]):
            line = parent.add_variation(turn.best.pv[0], comment=f"best: {turn.best.score}")
            for move in turn.best.pv[1:]:
                if line.board().is_game_over():
                    break
                line = line.add_variation(move)
    node.comment = f"{node.comment} {comment}".strip()


def describe(turn: TurnAnalysis, board: Board) -> str:
    """One line of text about a turn played on ``board``.

    Example:
        >>> from fanorona.engine import Engine, Limit
        >>> from fanorona.record import Game
        >>> game = Game("telo")
        >>> _ = game.add_main_variation("b1-b2A")
        >>> [turn] = annotate(game, Engine(), Limit(depth=12))
        >>> print(describe(turn, game.start))
        1.    b1-b2A     loss in 8  blunder, best c1-b2A a2-a3W c2-c1W a3-a2 (win in 11)
    """
    number = f"{board.turn_number}{'.' if board.turn is Color.WHITE else '...'}"
    line = f"{number:6}{turn.move!s:28}{turn.score!s:>12}"
    if turn.judgement is not None:
        best = " ".join(map(str, turn.best.pv[:4]))
        line += f"  {turn.judgement.name.lower()}, best {best} ({turn.best.score})"
    return line
