"""Hypothesis profiles: ``quick`` unless ``--hypothesis-profile=deep`` is given."""

from hypothesis import settings

settings.register_profile("quick", max_examples=60, derandomize=True, deadline=None)
settings.register_profile("deep", max_examples=1_000, deadline=None)
settings.load_profile("quick")
