import random
import re
from math import isclose, isfinite, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.arena import Sprt, elo_difference, estimate, expected_score
from fanorona.arena.rating import SCORES, Z95

counts = st.lists(st.integers(0, 50), min_size=5, max_size=5)


def drawn(shares: list[float], pairs: int, rng: random.Random) -> list[int]:
    found = [0] * 5
    for kind in rng.choices(range(5), shares, k=pairs):
        found[kind] += 1
    return found


def shares_of(elo: float, spread: float = 0.25) -> list[float]:
    """Shares of the five kinds of pairs whose mean is what the Elo difference promises."""
    shift = expected_score(elo) - 0.5
    middle = [spread / 3, spread, 1 - 8 * spread / 3, spread, spread / 3]
    # Moving a share from the second kind to the fourth moves the mean by half as much.
    moved = [0, -2 * shift, 0, 2 * shift, 0]
    found = [share + change for share, change in zip(middle, moved, strict=True)]
    assert isclose(sum(s * x for s, x in zip(found, SCORES, strict=True)), expected_score(elo))
    return found


def test_known_elo_differences() -> None:
    # One point in eleven is 400 below, by definition; 3 of 4 is 400 log10 3.
    assert elo_difference(10 / 11) == pytest.approx(400)
    assert elo_difference(1 / 11) == pytest.approx(-400)
    assert elo_difference(0.75) == pytest.approx(190.8485)
    assert str(elo_difference(0.5)) == "0.0"
    assert elo_difference(0.0) == -float("inf")
    assert elo_difference(1.0) == float("inf")


@given(st.floats(-1000, 1000))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_difference(expected_score(elo)) == pytest.approx(elo, abs=1e-6)


def test_estimate_by_hand() -> None:
    # 10 pairs: 1 of 0, 2 of 1, 4 of 1½ and 3 of 2 points.
    # Mean (2 · 0.5 + 4 · 0.75 + 3) / 10 = 0.7.
    # Variance (0.49 + 2 · 0.04 + 4 · 0.0025 + 3 · 0.09) / 10 = 0.085; error sqrt(0.0085) = 0.0922.
    # Interval 0.7 ± 0.1807; LOS: 0.2 / 0.0922 = 2.169 standard deviations, 98.5 %.
    found = estimate([1, 0, 2, 4, 3])
    assert found is not None
    assert found.score == pytest.approx(0.7)
    assert found.elo == pytest.approx(147.19, abs=0.01)
    assert found.low == pytest.approx(elo_difference(0.51930), abs=0.02)
    assert found.high == pytest.approx(elo_difference(0.88070), abs=0.02)
    assert found.los == pytest.approx(0.98497, abs=1e-4)


def test_estimate_without_spread_or_pairs() -> None:
    assert estimate([0] * 5) is None
    found = estimate([0, 0, 7, 0, 0])
    assert found is not None
    assert (found.elo, found.low, found.high, found.los) == (0, None, None, None)
    swept = estimate([0, 0, 0, 0, 3])
    assert swept is not None
    assert (swept.elo, swept.low) == (float("inf"), None)


@given(counts)
def test_estimate_is_symmetric(pairs: list[int]) -> None:
    found, mirrored = estimate(pairs), estimate(pairs[::-1])
    if found is None or mirrored is None:
        assert sum(pairs) == 0
        return
    assert found.score + mirrored.score == pytest.approx(1)
    if found.los is not None and mirrored.los is not None:
        assert found.los + mirrored.los == pytest.approx(1)


def test_the_pentanomial_sees_what_games_hide() -> None:
    # All openings are won by White for both players: 100 games of +50 -50, and no doubt at all
    # beyond the two pairs that differ. Counted by games the error would be 0.05 a game.
    found = estimate([0, 1, 48, 1, 0])
    assert found is not None
    assert found.high is not None
    assert found.high == pytest.approx(elo_difference(0.5 + Z95 * sqrt(2 * 0.0625) / 50))


def test_bounds_of_the_test_are_walds() -> None:
    test = Sprt(0, 5, alpha=0.05, beta=0.1)
    assert test.lower == pytest.approx(log(0.1 / 0.95))
    assert test.upper == pytest.approx(log(0.9 / 0.05))


@given(st.integers(1, 200), st.integers(1, 200))
def test_two_outcomes_give_the_classic_ratio(wins: int, losses: int) -> None:
    # Where pairs are only swept, each hypothesis leaves one distribution: s of 2 points, 1 - s of
    # 0. What has not been seen counts 0.001 and changes next to nothing.
    test = Sprt(-10, 30)
    s0, s1 = expected_score(-10), expected_score(30)
    classic = wins * log(s1 / s0) + losses * log((1 - s1) / (1 - s0))
    found = test.log_likelihood_ratio([losses, 0, 0, 0, wins])
    assert found == pytest.approx(classic, abs=0.01)


def test_ratio_near_equality_by_hand() -> None:
    # For close hypotheses the ratio tends to N (s1 - s0) (2 mean - s0 - s1) / (2 variance).
    pairs = [100, 200, 400, 220, 110]
    total = sum(pairs)
    mean = sum(n * x for n, x in zip(pairs, SCORES, strict=True)) / total
    variance = sum(n * (x - mean) ** 2 for n, x in zip(pairs, SCORES, strict=True)) / total
    s0, s1 = expected_score(0), expected_score(2)
    expected = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 2).log_likelihood_ratio(pairs) == pytest.approx(expected, rel=0.02)


@given(counts)
def test_ratio_changes_sign_with_the_sides(pairs: list[int]) -> None:
    test = Sprt(-15, 15)
    here, there = test.log_likelihood_ratio(pairs), test.log_likelihood_ratio(pairs[::-1])
    assert here == pytest.approx(-there, abs=1e-6)


def test_no_pair_decides_nothing() -> None:
    assert Sprt(0, 10).decision([0] * 5) is None


@pytest.mark.parametrize(
    "numbers",
    [(5, 5), (5, 0), (float("nan"), 5), (0, float("inf")), (0, 5, 0.0), (0, 5, 0.05, 0.5)],
)
def test_impossible_tests_are_refused(numbers: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Sprt(*numbers)


@pytest.mark.parametrize(
    ("elos", "told"),
    [
        ((0, 20000), "elo1 20000: "),
        ((-20000, 0), "elo0 -20000: "),
        ((-1e300, 5), "elo0 -1e+300: "),
    ],
)
def test_differences_without_a_chance_are_refused(elos: tuple[float, float], told: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(told)}expected a difference"):
        Sprt(*elos)


@given(counts, st.floats(-7000, 7000), st.floats(-7000, 7000))
def test_what_is_not_refused_can_be_tested(pairs: list[int], elo0: float, elo1: float) -> None:
    try:
        test = Sprt(elo0, elo1)
    except ValueError:
        assert elo0 >= elo1 or max(abs(elo0), abs(elo1)) > 6000
        return
    assert isfinite(test.log_likelihood_ratio(pairs))


def accepted(test: Sprt, elo: float, rng: random.Random) -> str:
    """What the test accepts where this is the truth."""
    shares = shares_of(elo)
    pairs = [0] * 5
    for _ in range(100_000):
        pairs[rng.choices(range(5), shares)[0]] += 1
        decision = test.decision(pairs)
        if decision is not None:
            return decision
    raise AssertionError


def error_rates(tests: int) -> tuple[float, float]:
    """How often H1 is accepted under H0, and H0 under H1."""
    test = Sprt(0, 60, alpha=0.05, beta=0.1)
    rng = random.Random(1945)
    first = sum(accepted(test, test.elo0, rng) == "H1" for _ in range(tests))
    second = sum(accepted(test, test.elo1, rng) == "H0" for _ in range(tests))
    return first / tests, second / tests


def coverage(matches: int) -> float:
    """How often the 95 % interval holds the truth."""
    rng = random.Random(1978)
    inside = 0
    for _ in range(matches):
        found = estimate(drawn(shares_of(40), 300, rng))
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= 40 <= found.high
    return inside / matches


def test_error_bars_hold_the_truth() -> None:
    # 400 matches: the standard error of the share is 1.1 %.
    assert 0.91 < coverage(400) < 0.985


def test_errors_of_the_test_seem_bounded() -> None:
    first, second = error_rates(20)
    assert first <= 0.25
    assert second <= 0.3


@pytest.mark.deep
def test_many_error_bars_hold_the_truth() -> None:
    assert 0.943 < coverage(20_000) < 0.957


@pytest.mark.deep
def test_errors_of_the_test_are_bounded() -> None:
    # 1,000 tests: three standard errors are 2.1 % and 2.9 %.
    first, second = error_rates(1000)
    assert 0.01 < first < 0.05 + 0.021
    assert 0.03 < second < 0.1 + 0.029
