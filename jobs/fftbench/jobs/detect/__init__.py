"""A first site file, made from what a machine's own tools say."""
