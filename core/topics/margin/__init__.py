"""The margin of a line, what it costs under five losses, and the widest street (mathematics 2)."""
