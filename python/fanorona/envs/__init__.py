"""Environments for reinforcement learning, in the forms that its libraries ask for.

``aec`` for PettingZoo, ``gym`` for Gymnasium, ``openspiel`` for OpenSpiel, ``symmetry`` for
augmenting what was played. They need the extra ``rl``, ``openspiel`` its own. ``fanorona.batch``
is the fast one; ``docs/environments.md`` describes what all have in common.
"""
