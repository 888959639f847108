"""Pages of measurements: a file written by a benchmark, claims compared with its rows, tables and figures."""
