"""The jobs of a campaign: what one allocation measures, and how long that may take."""
