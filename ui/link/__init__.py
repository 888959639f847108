"""What a link carries, and how it is written and read."""
