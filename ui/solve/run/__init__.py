"""A run as a player needs it: trunk and branch where it has a fork, and the arrays that travel."""
