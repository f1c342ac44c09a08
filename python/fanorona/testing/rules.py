"""Strategies for boards and rule sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from fanorona._fanorona import Rules
from fanorona.rules import ALQUERQUE, FIFTY, HUFFING, STANDARD, THEORY
from fanorona.variants import VARIANTS

if TYPE_CHECKING:
    from fanorona._fanorona import Variant

_LIMITS: Final = st.none() | st.integers(2, 6) | st.just(2**32 - 1)


def variants() -> st.SearchStrategy[Variant]:
    """All boards.

    Example:
        >>> from hypothesis import find
        >>> find(variants(), lambda variant: variant.rows == 5)
        Variant('5x3')
    """
    return st.sampled_from(VARIANTS)


def rule_sets() -> st.SearchStrategy[Rules]:
    """The presets, and rule sets with any value in any field; limits are small mostly.

    Example:
        >>> from hypothesis import find
        >>> str(find(rule_sets(), lambda rules: rules.chain == "none"))
        'alquerque'
    """
    return st.sampled_from([STANDARD, THEORY, FIFTY, ALQUERQUE, HUFFING]) | st.builds(
        Rules,
        capture=st.sampled_from(["mandatory", "optional", "huff"]),
        most=st.booleans(),
        chain=st.sampled_from(["optional", "forced", "none"]),
        first_turn_single=st.booleans(),
        reversal=st.booleans(),
        repetition=_LIMITS,
        no_capture=_LIMITS,
        at_limit=st.sampled_from(["draw", "majority"]),
        both_blocked=st.sampled_from(["loss", "majority"]),
        setup=st.sampled_from(["standard", "mirrored"]),
    )


def stepwise_rule_sets() -> st.SearchStrategy[Rules]:
    """Those of ``rule_sets`` that are offered step by step: all without huffing.

    Example:
        >>> from hypothesis import find
        >>> find(stepwise_rule_sets(), lambda rules: rules.capture == "optional").capture
        'optional'
    """
    return rule_sets().filter(lambda rules: rules.capture != "huff")
