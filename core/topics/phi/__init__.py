"""Points lifted by a feature map."""
