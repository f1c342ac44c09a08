"""What all tests and examples share: hypothesis profiles, and Ctrl-C as a terminal would have it.

The profile is ``quick`` unless ``--hypothesis-profile=deep`` is given. Neither minds how long
something takes, which depends on what else the machine does.
"""

import signal

from hypothesis import HealthCheck, settings

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", patient, max_examples=60, derandomize=True)
settings.register_profile("deep", patient, max_examples=1_000)
settings.load_profile("quick")

# Who starts the tests in the background of a script has Ctrl-C ignored, and every program that the
# tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
