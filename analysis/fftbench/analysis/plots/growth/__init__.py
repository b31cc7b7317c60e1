"""What becomes of times on more cores, and from one machine or paper to another."""
