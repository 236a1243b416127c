"""A hand on an arm lifts and turns things of many shapes: Isaac Lab's Dexsuite."""
