"""A search that outgrows a walk: units of work on joblib's backends, a journal on disk, and scikit-learn's API."""
