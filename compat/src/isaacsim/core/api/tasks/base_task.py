"""Names of isaacsim.core.api.tasks.base_task."""

from pippin.objects import BaseTask

__all__ = ["BaseTask"]
