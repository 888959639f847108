"""Subjects: for each the theory (bounds as printed, corrected and measured), its views, and its experiments."""
