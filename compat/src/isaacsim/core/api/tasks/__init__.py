"""Names of isaacsim.core.api.tasks."""

from pippin.objects import BaseTask

__all__ = ["BaseTask"]
