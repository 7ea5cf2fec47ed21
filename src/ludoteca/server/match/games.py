"""The games of matches, loaded once for all matches with equal options."""

import json
from functools import lru_cache
from typing import Any

from ludoteca.core import registry
from ludoteca.core.game import Game
from ludoteca.server.errors import Refused


@lru_cache(maxsize=256)
def load_game(name: str, options: str, version: int | None = None) -> Game:
    """Return a game by its options as JSON; matches with equal options share one.

    `version` is that of the rules by which the options are called, by default the present one.
    """
    version = registry.definition(name).version if version is None else version
    return registry.load_recorded(name, json.loads(options), version=version)


def checked_game(name: str, options: dict[str, Any]) -> Game:
    """Load a game with the options of a request."""
    try:
        return load_game(name, json.dumps(options, sort_keys=True))
    except (TypeError, RecursionError):
        raise Refused("bad_request") from None
