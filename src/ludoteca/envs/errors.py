"""What can go wrong between an agent and a game, beyond the errors of the rules."""

from importlib import import_module
from types import ModuleType

from ludoteca.core.errors import LudotecaError


class MissingPackage(LudotecaError):
    """Something that an optional package is needed for, which is not installed."""

    code = "missing_package"


class NotReset(LudotecaError):
    """An environment that is asked for something before its first reset."""

    code = "not_reset"


def optional(module: str, *, extra: str) -> ModuleType:
    """An optional module, or MissingPackage with the extra that brings it."""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise MissingPackage(
            "missing_package", owner="envs", package=package, extra=extra
        ) from None
