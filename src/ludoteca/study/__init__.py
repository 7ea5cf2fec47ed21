"""The laboratory: bots play a game against each other, and a report says how the game behaves."""

from ludoteca.study.laboratory import Study, study

__all__ = ["Study", "study"]
