"""Turned and reflected samples are those of turned and reflected games."""

from __future__ import annotations

import random

import numpy as np
import pytest

import fanorona as fn
from fanorona.envs import symmetry
from fanorona.envs.game import StepGame


@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
def test_a_turned_game_is_seen_turned(variant: fn.Variant) -> None:
    rng = random.Random(1)
    for image in variant.symmetries:
        actions = symmetry.actions(variant, image)
        game = StepGame(variant, "standard;no_capture=40")
        turned = StepGame(variant, "standard;no_capture=40")
        turned.reset(fn.Position(variant, game.rules).transform(image).fen())
        while not game.over:
            for player in (0, 1):
                seen = symmetry.transform_observations(game.observation(player), image)
                assert (seen == turned.observation(player)).all()
            mask = symmetry.transform_masks(game.mask(), variant, image)
            assert (mask == turned.mask()).all()
            action = rng.choice(game.actions)
            game.step(action)
            turned.step(actions[action])
        assert turned.over
        assert turned.rewards == game.rewards


@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
def test_permutations_are_undone_by_their_inverses(variant: fn.Variant) -> None:
    for image in variant.symmetries:
        for there, back in [
            (symmetry.points(variant, image), symmetry.points(variant, image.inverse)),
            (symmetry.directions(image), symmetry.directions(image.inverse)),
            (symmetry.planes(image), symmetry.planes(image.inverse)),
            (symmetry.actions(variant, image), symmetry.actions(variant, image.inverse)),
        ]:
            assert (back[there] == np.arange(there.size)).all()


def test_many_samples_at_once() -> None:
    seen = np.stack([[StepGame("telo").observation(player) for player in (0, 1)]] * 3)
    image = symmetry.transform_observations(seen, fn.Symmetry.ROTATE_90)
    assert image.shape == (3, 2, 20, 3, 3)
    one = symmetry.transform_observations(seen[1, 1], fn.Symmetry.ROTATE_90)
    assert (image[1, 1] == one).all()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="square"):
        symmetry.points("tsivy", fn.Symmetry.ROTATE_90)
    with pytest.raises(ValueError, match="expected 20 planes, not 19"):
        symmetry.transform_observations(np.zeros((19, 3, 3)), fn.Symmetry.IDENTITY)
    with pytest.raises(ValueError, match="expected 217 actions, not 218"):
        symmetry.transform_masks(np.zeros(218), "telo", fn.Symmetry.IDENTITY)
