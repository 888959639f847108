"""Dual coordinate descent: one variable moves per step."""
