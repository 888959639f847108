"""Kernel ridge regression, and the stability of its answers under changes of the kernel matrix (mathematics 15)."""
