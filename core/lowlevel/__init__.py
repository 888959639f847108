"""What Numba lacks: memory by cache lines, vector instructions, memory that outlives a run, Ctrl-C that waits."""
