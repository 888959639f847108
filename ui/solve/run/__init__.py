"""A run as a player needs it: its lines where it has a fork, and the arrays that travel."""
