"""Players measured against each other."""

from ludoteca.arena.hall import Standing, run

__all__ = ["Standing", "run"]
