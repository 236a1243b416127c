"""Import names of Isaac Lab 3, served by Pippin."""

__version__ = "3.0.0"
