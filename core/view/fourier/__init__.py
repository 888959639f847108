"""The views of random Fourier features."""
