"""What an approximation of the Gaussian kernel costs on the points of a board, beside the exact kernel."""
