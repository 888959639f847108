"""Pictures of the app for those who only see a link."""
