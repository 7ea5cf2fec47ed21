"""The default levels of the web table, the terminal, the commands and the library."""

DEFAULT_LEVEL = 3
"""The level of an opponent."""
HINT_LEVEL = 8
"""The level of hints and analyses."""
REVIEW_LEVEL = 4
"""The level of reviews, which analyse every decision of a match."""
