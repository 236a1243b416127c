"""Settings of the engines, under Isaac Lab's names."""
