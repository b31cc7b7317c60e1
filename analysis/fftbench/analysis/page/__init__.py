"""The report: index.html, its figures and its CSV files."""
