"""The core behind scikit-learn's API: maps and machines that fit into its pipelines, searches and checks."""
