"""Playing in a terminal: a dialogue of lines, and a full screen with mouse and keys."""
