"""The common parts of the kernel machines, from the input to the coefficients and to f."""
