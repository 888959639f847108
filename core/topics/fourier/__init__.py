"""Random Fourier features (Rahimi07, Zhang; mathematics 14 and 22)."""
