"""The run of a simulation: its context and config, the timeline and its events, and the link to the engine."""
