"""The views of the Taylor kernel."""
