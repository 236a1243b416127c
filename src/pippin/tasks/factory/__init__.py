"""An arm puts a peg into a hole with torques: the task Factory (Narang et al. 2022, Noseworthy et al. 2024)."""
