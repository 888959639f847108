"""Proofs of the quality of an answer, independent of any solver."""
