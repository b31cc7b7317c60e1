"""What was measured: studies of records, results merged over launches, statistics, metrics."""
