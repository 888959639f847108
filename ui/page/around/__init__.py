"""The surroundings of every page: navigation between pages, symbols, and the projector mode."""
