"""The same points under several gammas."""
