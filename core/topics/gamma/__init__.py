"""The same points with several gammas."""
