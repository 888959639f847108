"""Rosenblatt's perceptron, step by step: one mistake a step, by multipliers or by weights (mathematics 2.2)."""
