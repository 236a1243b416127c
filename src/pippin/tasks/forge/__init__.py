"""The same arm feels forces on its hand and says whether it has succeeded: Forge (Noseworthy et al. 2024)."""
