"""The approximate Gaussian kernel of order m (Liu14; mathematics 13 and 20.1)."""
