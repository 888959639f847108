"""Lagrangian duality on problems small enough to draw completely (mathematics 1 and 2)."""
