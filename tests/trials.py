"""How much is tried: `python3 tasks.py test --all` (pytest --long) takes the time for all of it."""

LONG = False
"""Whether long trials run; set before tests are collected."""
