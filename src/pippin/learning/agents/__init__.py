"""Configs of PPO for the tasks of :mod:`pippin.tasks`. Values are those that Isaac Lab 2.3.2 releases."""
