"""What one visitor has before them."""
