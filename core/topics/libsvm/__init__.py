"""LIBSVM's loop: its shrinking, its output, and its savings."""
