"""From records to answers: statistics, metrics, figures and the report."""
