"""LIBSVM's loop: what it sets aside, prints, and saves."""
