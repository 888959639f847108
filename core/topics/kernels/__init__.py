"""Kernels compared on the same points."""
