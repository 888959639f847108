"""Several of the five machines for one picture: the same machine under its other parameter, and every nu."""
