"""Strings: the kernel of common subsequences, step by step."""
