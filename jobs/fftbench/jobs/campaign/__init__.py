"""The jobs of a campaign from their scripts to their last record."""
