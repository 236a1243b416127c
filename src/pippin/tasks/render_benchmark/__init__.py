"""A Panda and a cabinet that move by themselves, to measure how fast cameras are."""
