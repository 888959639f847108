"""Pages of measurements: a file that a benchmark writes, claims that its rows are held against, tables and figures."""
