"""Files as they lie on disk: where they are, how they are read and written."""
