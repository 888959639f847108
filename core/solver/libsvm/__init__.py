"""LIBSVM's own loop as a pure step: its active set, its cache of rows and its stored gradient (mathematics 10)."""
