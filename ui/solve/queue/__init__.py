"""Scheduling: questions that are answered at once, and long work, in one queue of the server."""
