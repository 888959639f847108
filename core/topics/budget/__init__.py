"""The same budget of features spent by several maps."""
