"""The figures of the page: the multipliers, and the course of the solve."""
