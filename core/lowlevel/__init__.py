"""Features that Numba lacks: memory by cache lines, vectors, memory that outlives a run, deferred Ctrl-C."""
