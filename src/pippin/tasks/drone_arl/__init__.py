"""NTNU's ARL Robot 1 flies to a place, by the thrusts of its propellers."""
