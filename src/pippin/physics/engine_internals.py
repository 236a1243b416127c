"""Functions for kernels that MuJoCo Warp has but does not publish, in one place: its next version may move them."""

from __future__ import annotations

from mujoco_warp._src.collision_core import contact_margin_gap, contact_material_params, write_contact
from mujoco_warp._src.math import make_frame
from mujoco_warp._src.smooth import tendon_armature

__all__ = ["contact_margin_gap", "contact_material_params", "make_frame", "tendon_armature", "write_contact"]
