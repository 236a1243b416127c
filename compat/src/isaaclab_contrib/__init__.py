"""Import names of what others contributed to Isaac Lab 3, served by Pippin."""
