"""The mathematics of SVM Lab: problem -> solver -> trace -> view. No Streamlit, no Plotly, no words for the screen."""
