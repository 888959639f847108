"""The tolerance of the stopping rule of SMO: what a tighter one costs, and what it makes certain."""
