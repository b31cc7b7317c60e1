"""Answers as tables and sentences, for the page, the terminal and CSV files alike."""
