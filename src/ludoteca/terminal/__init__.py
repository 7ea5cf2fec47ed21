"""Playing in a terminal."""

STOPPED = 130
"""The exit code after Ctrl-C."""
