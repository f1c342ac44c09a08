"""What all tests share: hypothesis profiles, and Ctrl-C as a terminal would have it.

The profile is ``quick`` unless ``--hypothesis-profile=deep`` is given.
"""

import signal

from hypothesis import settings

settings.register_profile("quick", max_examples=60, derandomize=True, deadline=None)
settings.register_profile("deep", max_examples=1_000, deadline=None)
settings.load_profile("quick")

# Who starts the tests in the background of a script has Ctrl-C ignored, and every program that the
# tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
