"""What an approximation of the Gaussian kernel costs on the points of a board, and what the exact kernel does."""
