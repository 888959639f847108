"""Mercer: whether a symmetric function is a kernel, and what follows where it is not."""
