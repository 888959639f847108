"""Kernel ridge regression: its machines for pictures, and how far they move when the kernel matrix does."""
