"""The margin of a line, its cost under five losses, and the widest street (mathematics 2)."""
