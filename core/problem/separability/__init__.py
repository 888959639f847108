"""Whether a plane separates the classes in the feature space, with a proof either way."""
