"""Dual coordinate descent: its visits, the cost of the appended constant, and its race with SMO."""
