"""Small problems whose dual is solved by hand and by the solver."""
