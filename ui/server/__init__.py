"""The server around the app: start, security, routes and answers outside Streamlit."""
