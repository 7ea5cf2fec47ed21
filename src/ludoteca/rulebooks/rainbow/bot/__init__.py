"""Rainbow Duel: its bots: an estimate of a position, the levels, and the game's own search if it has one."""
