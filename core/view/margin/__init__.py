"""A line laid by hand, and what its direction allows."""
