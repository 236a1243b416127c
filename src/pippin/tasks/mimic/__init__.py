"""New demonstrations of old ones: :mod:`.generation` makes them in all environments at once, the others hold tasks."""
