"""A pole on a linkage of four bars swings up."""
