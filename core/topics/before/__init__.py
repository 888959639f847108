"""Before training: classes of unequal size, scales of features, leakage, and what the numbers of a machine warn of."""
