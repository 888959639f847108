"""Kernel ridge regression, and how far its answers move when the kernel matrix does (mathematics 15)."""
