"""Pictures of the app for previews of shared links."""
