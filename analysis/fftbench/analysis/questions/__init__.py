"""What a reader asks of results, and the answers, as data."""
