"""Dual coordinate descent: one variable moves in one step."""
