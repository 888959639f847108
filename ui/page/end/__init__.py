"""What every page ends with: things to try, the theory, the code behind the picture, the table of points."""
