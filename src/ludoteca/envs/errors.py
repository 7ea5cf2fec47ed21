"""What can go wrong between an agent and a game, beyond the errors of the rules."""

from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from ludoteca.core.errors import LudotecaError


class MissingPackage(LudotecaError):
    """Something that an optional package is needed for, which is not installed."""

    code = "missing_package"


class NotReset(LudotecaError):
    """An environment that is asked for something before its first reset."""

    code = "not_reset"


class Closed(LudotecaError):
    """An environment that is asked for something after it was closed."""

    code = "closed"


def whole(value: Any) -> Any:
    """Return a whole number of NumPy as one of Python; anything else as it is."""
    return int(value) if isinstance(value, np.integer) else value


def optional(module: str, *, extra: str) -> ModuleType:
    """Return an optional module, or MissingPackage with the extra that brings it.

    Named is the package that is missing, which may be one that the module needs in its turn.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = (error.name or module).partition(".")[0]
        raise MissingPackage(
            "missing_package", owner="envs", package=package, extra=extra
        ) from None
