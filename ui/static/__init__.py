"""What the browser loads: our modules, styles and Plotly."""
