"""Probabilities from decision values: sigmoid, isotonic curve, pairwise coupling, threshold, noise of a regression."""
