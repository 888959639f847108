"""Rows of the kernel matrix for the trainer: computed in blocks, and cached."""
