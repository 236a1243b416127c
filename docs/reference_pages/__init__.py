"""Pages that are written from the code when the documentation is built: calls of Isaac Gym, robots, tasks."""
