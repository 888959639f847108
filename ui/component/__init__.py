"""The board and the figures as Streamlit components: the Python side of the modules in assets/js."""
