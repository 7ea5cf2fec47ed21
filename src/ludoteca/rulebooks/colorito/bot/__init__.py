"""Colorito: its bots: evaluation, levels, and the game's own search if it has one."""
