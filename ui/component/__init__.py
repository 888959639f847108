"""The board and the figures as Streamlit components: the Python face of the modules in assets/js."""
