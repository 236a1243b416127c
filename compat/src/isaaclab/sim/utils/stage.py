"""The stage, under Isaac Lab's names."""

from pippin.sim import (
    create_new_stage,
    get_current_stage,
    open_stage,
    save_stage,
)
from pippin.sim import (
    create_new_stage as create_new_stage_in_memory,
)

__all__ = ["create_new_stage", "create_new_stage_in_memory", "get_current_stage", "open_stage", "save_stage"]
