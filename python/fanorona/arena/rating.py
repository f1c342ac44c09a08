"""Statistics of matches in pairs: Elo differences with error bars, LOS, and the SPRT.

Each opening is played twice with sides swapped, and the two games are one observation: a pair.
Its score is 0, ½, 1, 1½ or 2 points, so a match is five counts, the pentanomial. Games of a pair
depend on each other through their opening; counting pairs takes that into account, where counting
games would exaggerate the variance or hide some of it.

Sources: the logistic model is Arpad Elo's, "The Rating of Chessplayers" (1978). The sequential
test is Abraham Wald's, "Sequential Tests of Statistical Hypotheses" (1945), in its generalised
form for several outcomes as in Michel Van den Bergh, "A Practical Introduction to the GSPRT",
which Stockfish's testing framework fishtest uses too: for each hypothesis the distribution of the
pair scores is the likeliest one that has the hypothesis's mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, inf, log, log10, sqrt
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What the five kinds of pairs score, as points a game."""
Z95: Final = 1.959963984540054
"""A normal variable stays within so many standard deviations with 95 % probability."""
_UNSEEN: Final = 1e-3
"""What an outcome that has not occurred is counted as by the sequential test, as in fishtest."""


def expected_score(elo: float) -> float:
    """Points a game that an Elo difference promises, by the logistic model.

    Example:
        >>> expected_score(0), round(expected_score(400), 4)
        (0.5, 0.9091)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_difference(score: float) -> float:
    """The Elo difference that promises these points a game; infinite for 0 and 1.

    Example:
        >>> round(elo_difference(0.75), 1)
        190.8
    """
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return 400 * log10(score / (1 - score))


@dataclass(frozen=True, slots=True)
class Estimate:
    """What pairs of games say about two players.

    Attributes:
        score: points a game of the first player.
        elo: the Elo difference.
        low: the lower end of its 95 % interval; None where the pairs do not differ among
            themselves, so that nothing is known about their spread.
        high: the upper end.
        los: the likelihood of superiority, the probability that the first player is the
            stronger; None like ``low``.

    Example:
        >>> found = estimate([0, 1, 2, 3, 4])
        >>> found.score, found.low < found.elo < found.high
        (0.75, True)
    """

    score: float
    elo: float
    low: float | None
    high: float | None
    los: float | None


def estimate(pairs: Sequence[int]) -> Estimate | None:
    """What the five counts of pairs say; None if there is no pair.

    The mean score of the pairs is taken as normally distributed with the variance observed, and
    its 95 % interval is translated to Elo.

    Args:
        pairs: how many pairs scored 0, ½, 1, 1½ and 2 points.

    Example:
        >>> found = estimate([1, 2, 4, 2, 1])
        >>> found.score, found.los
        (0.5, 0.5)
    """
    total = sum(pairs)
    if total == 0:
        return None
    mean = _mean(pairs)
    variance = sum(n * (score - mean) ** 2 for n, score in zip(pairs, SCORES, strict=True)) / total
    elo = elo_difference(mean)
    if variance == 0:
        return Estimate(mean, elo, None, None, None)
    error = sqrt(variance / total)
    return Estimate(
        mean,
        elo,
        elo_difference(mean - Z95 * error),
        elo_difference(mean + Z95 * error),
        (1 + erf((mean - 0.5) / error / sqrt(2))) / 2,
    )


def _mean(pairs: Sequence[float]) -> float:
    return sum(n * score for n, score in zip(pairs, SCORES, strict=True)) / sum(pairs)


Decision = Literal["H0", "H1"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test on pairs of games.

    Attributes:
        elo0: the Elo difference of hypothesis H0.
        elo1: that of H1, larger.
        alpha: the probability of accepting H1 where H0 is true, at most about this.
        beta: the probability of accepting H0 where H1 is true, at most about this.

    Raises:
        ValueError: if ``elo1`` is not larger than ``elo0``, one of them is so large that one of two
            players would have no chance at all, or ``alpha`` or ``beta`` is not between 0 and 0.5.

    Example:
        >>> test = Sprt(0, 20)
        >>> test.decision([5, 30, 60, 70, 35])
        'H1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -inf < self.elo0 < self.elo1 < inf:
            msg = f"elo0 {self.elo0}, elo1 {self.elo1}: expected elo0 < elo1"
            raise ValueError(msg)
        for name, elo in (("elo0", self.elo0), ("elo1", self.elo1)):
            # The score of the stronger one: it rounds to 1 long before that of the weaker is 0.
            if expected_score(abs(elo)) >= 1:
                msg = f"{name} {elo}: expected a difference whose score is between 0 and 1"
                raise ValueError(msg)
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                msg = f"{name} {value}: expected a probability between 0 and 0.5"
                raise ValueError(msg)

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, pairs: Sequence[int]) -> float:
        """How much likelier the five counts of pairs are under H1 than under H0, as a logarithm."""
        total = sum(pairs)
        if total == 0:
            return 0.0
        counts = [n or _UNSEEN for n in pairs]
        shares = [n / sum(counts) for n in counts]
        null = _likeliest(shares, expected_score(self.elo0))
        alternative = _likeliest(shares, expected_score(self.elo1))
        return sum(n * log(p1 / p0) for n, p0, p1 in zip(counts, null, alternative, strict=True))

    def decision(self, pairs: Sequence[int]) -> Decision | None:
        """The hypothesis to accept; None if more pairs are needed."""
        ratio = self.log_likelihood_ratio(pairs)
        if ratio >= self.upper:
            return "H1"
        return "H0" if ratio <= self.lower else None


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution with this mean, given the observed shares, none of them 0.

    By Lagrange multipliers it is share / (1 + x (score - mean)), where x makes the mean right.
    The condition falls strictly in x between the two poles, so bisection finds it.
    """
    gaps = [score - mean for score in SCORES]
    low, high = -1 / max(gaps), -1 / min(gaps)
    for _ in range(200):
        x = (low + high) / 2
        if not low < x < high:
            break
        if sum(share * gap / (1 + x * gap) for share, gap in zip(shares, gaps, strict=True)) > 0:
            low = x
        else:
            high = x
    x = (low + high) / 2
    return [share / (1 + x * gap) for share, gap in zip(shares, gaps, strict=True)]
