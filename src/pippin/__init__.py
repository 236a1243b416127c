"""Robot simulation and motion generation for people who teach robots."""
