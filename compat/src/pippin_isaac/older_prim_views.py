"""Views of ``isaaclab.sim.views`` as version 2 has them: tensors, with the w of quaternions first."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from pxr import Usd

from pippin.sim import find_matching_prims

from . import lab_prim_views
from .lab_queries import validate_standard_xform_ops

__all__ = ["XformPrimView"]


class XformPrimView(lab_prim_views.UsdFrameView):
    """:class:`~pippin_isaac.lab_prim_views.UsdFrameView` with the arguments and results of version 2.

    Args:
        prim_path: Expression for the prims' paths.
        device: Device of the tensors.
        validate_xform_ops: Whether prims are refused that have no translation, quaternion and scale, or others.
        sync_usd_on_fabric_write: Without effect: poses are on the stage.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: A prim has no such operations.
    """

    def __init__(
        self,
        prim_path: str,
        device: str = "cpu",
        validate_xform_ops: bool = True,
        sync_usd_on_fabric_write: bool = False,
        stage: Usd.Stage | None = None,
    ) -> None:
        super().__init__(prim_path, device, validate_xform_ops, stage)

    def get_world_poses(self, indices: Any = None) -> tuple[torch.Tensor, torch.Tensor]:
        """Positions [m], shape (n, 3), and orientations (w, x, y, z), shape (n, 4), in the world."""
        return _w_first(super().get_world_poses(indices))

    def get_local_poses(self, indices: Any = None) -> tuple[torch.Tensor, torch.Tensor]:
        """Positions, shape (n, 3), and orientations (w, x, y, z), shape (n, 4), in the parents' frames."""
        return _w_first(super().get_local_poses(indices))

    def set_world_poses(self, positions: Any = None, orientations: Any = None, indices: Any = None) -> None:
        """Write positions [m], shape (n, 3), orientations (w, x, y, z), shape (n, 4), or both, in the world."""
        super().set_world_poses(positions, _w_last(orientations), indices)

    def set_local_poses(self, translations: Any = None, orientations: Any = None, indices: Any = None) -> None:
        """Write positions, shape (n, 3), orientations (w, x, y, z), shape (n, 4), or both, in the parents' frames."""
        super().set_local_poses(translations, _w_last(orientations), indices)

    def _find(self, prim_path: str, stage: Usd.Stage) -> list[Usd.Prim]:
        return find_matching_prims(prim_path, stage)

    def _prepare(self, prim: Usd.Prim) -> None:
        if not validate_standard_xform_ops(prim):
            raise ValueError(
                f"The prim '{prim.GetPath()}' is not a xformable prim with standard transform operations; expected "
                "translate, orient and scale in this order: call standardize_xform_ops() first."
            )

    def _array(self, values: np.ndarray) -> torch.Tensor:
        return torch.tensor(values, dtype=torch.float32, device=self._device)


def _w_first(pose: tuple[torch.Tensor, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    return pose[0], pose[1].roll(1, dims=-1)


def _w_last(orientations: torch.Tensor | None) -> torch.Tensor | None:
    return None if orientations is None else torch.as_tensor(orientations).roll(-1, dims=-1)
