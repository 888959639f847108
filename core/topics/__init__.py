"""Subjects: each with its theory (bounds as printed, corrected and measured), its views, and its experiments."""
