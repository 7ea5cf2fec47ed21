"""Sendas: its puzzles beside the best move."""

from ludoteca.core.puzzles import BestMove, ForcedWin

KINDS = (BestMove(), ForcedWin(most=3))
