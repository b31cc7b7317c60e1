"""What settings and process grids are worth."""
