"""One start of a program: the launcher before it, its process, its records as they come."""
