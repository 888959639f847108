"""Rows of the kernel matrix for the trainer: computed in blocks, kept where they come back."""
