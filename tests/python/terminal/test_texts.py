"""What the terminal says of scores."""

from __future__ import annotations

import pytest

from fanorona.engine import Score
from fanorona.i18n import LANGUAGES, translator
from fanorona.terminal import texts


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(estimate=19_996), "table win"),
        (Score(estimate=-19_996), "table loss"),
        (Score(estimate=-150), "-1.50"),
        (Score(win_in=3), "win in 3"),
        (Score(loss_in=4), "loss in 4"),
    ],
)
def test_scores(score: Score, text: str) -> None:
    assert texts.score(translator("en"), score) == text


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_what_tables_know_is_said_in_the_language(language: str) -> None:
    won, lost = (texts.score(translator(language), Score(estimate=n)) for n in (19_996, -19_996))
    assert len({won, lost, "table win", "table loss"}) == 4
