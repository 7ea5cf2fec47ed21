"""Every game as numbers for agents: one module a game, and the kernels that step many at once."""
