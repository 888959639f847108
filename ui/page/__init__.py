"""What a page is, and what every page has."""
