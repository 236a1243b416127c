"""Older names of isaacsim.core.api.tasks."""

from isaacsim.core.api.tasks import BaseTask

__all__ = ["BaseTask"]
