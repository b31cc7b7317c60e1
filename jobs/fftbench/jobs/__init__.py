"""Running plans: launchers, the order of launches, progress, resumption by records."""
