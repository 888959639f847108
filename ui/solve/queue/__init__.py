"""Whose turn it is: questions that are answered at once, and work that takes long, in one queue of the server."""
