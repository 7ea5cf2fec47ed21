"""Where Ludoteca keeps the user's data."""

import os
from pathlib import Path

import platformdirs

VARIABLE = "LUDOTECA_DATA"


def data_folder() -> Path:
    """Return the folder of everything that is kept: `LUDOTECA_DATA`, or else the system's."""
    given = os.environ.get(VARIABLE)
    return Path(given) if given else platformdirs.user_data_path("ludoteca")


def games_folder() -> Path:
    """Return the folder of the games that are played at the terminal."""
    return data_folder() / "games"
