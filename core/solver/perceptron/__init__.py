"""Rosenblatt's perceptron: one mistake per step, in terms of multipliers or weights (mathematics 2.2)."""
