"""Several classes: a machine for each pair of them, their votes, and a machine for each class against the rest."""
