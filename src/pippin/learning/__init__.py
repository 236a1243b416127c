"""Environments and configs for libraries of reinforcement learning: rsl_rl, skrl, rl_games, Stable-Baselines3.

None of these libraries is needed to import a module of this package except the one that the module is about.
"""
