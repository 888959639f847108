"""Approximations of the Gaussian kernel on the points of a board, compared with the exact kernel."""
