"""Several maps with the same budget of features."""
