"""What the server does before it says that it is ready."""
