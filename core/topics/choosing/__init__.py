"""Choosing gamma and C, and judging the choice on unseen points."""
