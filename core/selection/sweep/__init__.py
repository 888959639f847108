"""A search that outgrows a walk: units of work on any of joblib's backends, a journal on disk, and scikit-learn's API."""
