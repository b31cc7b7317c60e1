"""What programs, plans and records look like: the contracts that all sides keep to."""
