"""The parts of a page with a choice of machines: the choice, the sliders, and the meanings of the marks."""
