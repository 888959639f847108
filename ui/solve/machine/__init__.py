"""The five machines: their table, their answers, and the sentences about these."""
