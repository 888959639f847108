"""The figures of the page: who carries the boundary, and how the solve went."""
