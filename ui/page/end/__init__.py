"""The footer of every page: things to try, the theory, the code behind the picture, the table of points."""
