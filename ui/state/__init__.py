"""The state of one visitor."""
