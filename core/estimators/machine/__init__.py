"""What the kernel machines share, from the input to the coefficients and back to f."""
