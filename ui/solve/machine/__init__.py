"""The five machines: the one table of them, their answers, and what may be said of these."""
