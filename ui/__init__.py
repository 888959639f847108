"""What the visitor sees: words, links, figures, components. It stands on core and datasets."""
