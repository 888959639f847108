"""What LIBSVM's loop does on a problem as a whole, and what it saves by setting points aside and by keeping rows."""
