"""Lagrangian duality on problems small enough to be seen whole (mathematics 1 and 2)."""
