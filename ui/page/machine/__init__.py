"""What a page with a choice of machines offers: the choice, the sliders of its numbers, and what its marks mean."""
