"""Views of ``isaaclab.sim.views``: poses, scales and visibility of many prims, as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
import warp as wp
from pxr import Gf, Usd, UsdGeom, UsdPhysics

from pippin.objects import XFormPrim
from pippin.sim import get_current_stage, get_first_matching_ancestor_prim, resolve_prim_scale, set_local_pose
from pippin.sim.expressions import matching_paths
from pippin.sim.stage import get_environments
from pippin.utils import ProxyArray

from .lab_prims import prims_on_stage, standardize_xform_ops, validate_standard_xform_ops

__all__ = ["BaseFrameView", "FrameView", "UsdFrameView", "XformPrimView"]


class UsdFrameView:
    """Prims whose poses, scales and visibility are read and written together.

    An expression stands for the prims of all environments, also of those that are copies of what the stage has. Poses
    of bodies, and of prims on them, are those of the physics while the simulation plays.

    Args:
        prim_path: Expression for the prims' paths.
        device: Device of the arrays.
        validate_xform_ops: Whether prims get a translation, a quaternion and a scale in place of other operations.
        stage: Stage; None takes the current one.
        **kwargs: Options of other kinds of views, without effect.

    Raises:
        ValueError: A prim has no place.
    """

    def __init__(
        self,
        prim_path: str,
        device: str = "cpu",
        validate_xform_ops: bool = True,
        stage: Usd.Stage | None = None,
        **kwargs: Any,
    ) -> None:
        self._device = device
        self._prims = self._find(prim_path, get_current_stage() if stage is None else stage)
        self._is_writing = False
        for prim in self._prims if validate_xform_ops else ():
            self._prepare(prim)
        self._moving = _moving(prim_path, self._prims) if stage is None or stage == get_current_stage() else None
        if self._moving is not None:
            self._prims = self._moving.prims

    def _find(self, prim_path: str, stage: Usd.Stage) -> list[Usd.Prim]:
        return list(prims_on_stage(prim_path, stage))

    def _prepare(self, prim: Usd.Prim) -> None:
        if not standardize_xform_ops(prim) or not validate_standard_xform_ops(prim):
            raise ValueError(f"The prim '{prim.GetPath()}' of type '{prim.GetTypeName()}' is not a xformable prim.")

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """Number of prims."""
        return len(self._prims)

    @property
    def device(self) -> str:
        """Device of the arrays."""
        return self._device

    @property
    def prims(self) -> list[Usd.Prim]:
        """The prims, in the order of the stage; those of environments that are copies are what they copy."""
        return self._prims

    @property
    def prim_paths(self) -> list[str]:
        """Paths of the prims."""
        if self._moving is not None:
            return self._moving.prim_paths
        return [prim.GetPath().pathString for prim in self._prims]

    def close(self) -> None:
        """Do nothing: the view holds nothing but prims."""

    # -- poses ---------------------------------------------------------------------------------------------------------

    def get_world_poses(self, indices: Any = None) -> tuple[Any, Any]:
        """Positions [m], shape (n, 3), and orientations (x, y, z, w), shape (n, 4), in the world.

        Raises:
            RuntimeError: A writer of the view is open.
        """
        self._require_readable()
        return self._poses(indices, in_world=True)

    def get_local_poses(self, indices: Any = None) -> tuple[Any, Any]:
        """Positions, shape (n, 3), and orientations (x, y, z, w), shape (n, 4), in the parents' frames.

        Raises:
            RuntimeError: A writer of the view is open.
        """
        self._require_readable()
        return self._poses(indices, in_world=False)

    def set_world_poses(self, positions: Any = None, orientations: Any = None, indices: Any = None) -> None:
        """Write positions [m], shape (n, 3), orientations (x, y, z, w), shape (n, 4), or both, in the world."""
        self._write_poses(positions, orientations, indices, in_world=True)

    def set_local_poses(self, translations: Any = None, orientations: Any = None, indices: Any = None) -> None:
        """Write positions, shape (n, 3), orientations (x, y, z, w), shape (n, 4), or both, in the parents' frames."""
        self._write_poses(translations, orientations, indices, in_world=False)

    # -- scales --------------------------------------------------------------------------------------------------------

    def get_local_scales(self, indices: Any = None) -> Any:
        """Factors of the prims themselves, shape (n, 3).

        Raises:
            RuntimeError: A writer of the view is open.
        """
        self._require_readable()
        return self._scales(indices, in_world=False)

    def get_world_scales(self, indices: Any = None) -> Any:
        """Factors in the world, those of parents included, shape (n, 3).

        Raises:
            RuntimeError: A writer of the view is open.
        """
        self._require_readable()
        return self._scales(indices, in_world=True)

    def get_scales(self, indices: Any = None) -> Any:
        """The same as :meth:`get_local_scales`."""
        return self.get_local_scales(indices)

    def set_scales(self, scales: Any, indices: Any = None) -> None:
        """Write the factors of the prims themselves, shape (n, 3)."""
        self._write_scales(scales, indices, in_world=False)

    # -- visibility ----------------------------------------------------------------------------------------------------

    def get_visibility(self, indices: Any = None) -> torch.Tensor:
        """Whether prims, and all that they are in, are visible, shape (n,), bool."""
        seen = [
            UsdGeom.Imageable(prim).ComputeVisibility() != UsdGeom.Tokens.invisible for prim in self._chosen(indices)
        ]
        return torch.tensor(seen, dtype=torch.bool, device=self._device)

    def set_visibility(self, visibility: torch.Tensor, indices: Any = None) -> None:
        """Show or hide prims.

        Args:
            visibility: Which to show, shape (n,), bool.
            indices: Which prims these are, shape (n,); None means all.

        Raises:
            ValueError: The shape is another one.
        """
        prims = self._chosen(indices)
        values = _rows(visibility, (len(prims),), "visibility")
        if self._moving is not None:
            return self._moving.set_visibilities(values, self._numbers(indices))
        for prim, is_visible in zip(prims, values.tolist(), strict=True):
            imageable = UsdGeom.Imageable(prim)
            imageable.MakeVisible() if is_visible else imageable.MakeInvisible()

    # -- writers -------------------------------------------------------------------------------------------------------

    def xform_world_space_writer(self) -> Any:
        """Context in which poses and scales are written that are in the world."""
        return self._writer(in_world=True)

    def xform_local_space_writer(self) -> Any:
        """Context in which poses and scales are written that are in the parents' frames."""
        return self._writer(in_world=False)

    @contextmanager
    def _writer(self, in_world: bool) -> Iterator[_Writer]:
        if self._is_writing:
            raise RuntimeError("The view already has an active writer; leave its 'with' block first.")
        self._is_writing = True
        try:
            yield _Writer(self, in_world)
        finally:
            self._is_writing = False

    # -- inside --------------------------------------------------------------------------------------------------------

    def _require_readable(self) -> None:
        if self._is_writing:
            raise RuntimeError("The view has an active writer: read with it, or leave its 'with' block first.")

    def _chosen(self, indices: Any) -> list[Usd.Prim]:
        numbers = self._numbers(indices)
        return self._prims if numbers is None else [self._prims[index] for index in numbers]

    @staticmethod
    def _numbers(indices: Any) -> list[int] | None:
        """Rows of the view; None for all."""
        if indices is None or (isinstance(indices, slice) and indices == slice(None)):
            return None
        numbers = indices.numpy() if isinstance(indices, wp.array) else indices
        return numbers.tolist() if isinstance(numbers, (np.ndarray, torch.Tensor)) else list(numbers)

    def _array(self, values: np.ndarray) -> Any:
        """Rows as the view hands them out."""
        return ProxyArray(wp.array(values.astype(np.float32), dtype=wp.float32, device=self._device))

    def _poses(self, indices: Any, in_world: bool) -> tuple[Any, Any]:
        if self._moving is not None:
            read = self._moving.get_world_poses if in_world else self._moving.get_local_poses
            positions, orientations = (values.copy() for values in read(self._numbers(indices)))
        else:
            transform_of = _world_transform if in_world else _local_transform
            rigid = [transform_of(prim).RemoveScaleShear() for prim in self._chosen(indices)]
            quats = [matrix.ExtractRotationQuat().GetNormalized() for matrix in rigid]
            positions = np.array([matrix.ExtractTranslation() for matrix in rigid]).reshape(-1, 3)
            orientations = np.array([(*quat.GetImaginary(), quat.GetReal()) for quat in quats]).reshape(-1, 4)
        orientations[orientations[:, 3] < 0.0] *= -1.0  # of the two quaternions of a rotation, that with w >= 0
        return self._array(positions), self._array(orientations)

    def _scales(self, indices: Any, in_world: bool) -> Any:
        transform_of = _world_transform if in_world else _local_transform
        matrices = np.array([transform_of(prim) for prim in self._chosen(indices)]).reshape(-1, 4, 4)
        return self._array(np.linalg.norm(matrices[:, :3, :3], axis=2))

    def _write_poses(self, positions: Any, orientations: Any, indices: Any, in_world: bool) -> None:
        prims = self._chosen(indices)
        places = None if positions is None else _rows(positions, (len(prims), 3), "positions")
        quats = None if orientations is None else _rows(orientations, (len(prims), 4), "orientations")
        if self._moving is not None:
            write = self._moving.set_world_poses if in_world else self._moving.set_local_poses
            return write(places, quats, self._numbers(indices))
        for row, prim in enumerate(prims):
            place = None if places is None else places[row].tolist()
            quat = None if quats is None else quats[row].tolist()
            if in_world:
                place, quat = _in_parent(prim, place, quat)
            set_local_pose(prim, place, quat)

    def _write_scales(self, scales: Any, indices: Any, in_world: bool) -> None:
        prims = self._chosen(indices)
        values = _rows(scales, (len(prims), 3), "scales")
        if in_world:
            values = values / np.array([resolve_prim_scale(prim.GetParent()) for prim in prims]).reshape(-1, 3)
        if self._moving is not None:
            return self._moving.set_local_scales(values, self._numbers(indices))
        for prim, factors in zip(prims, values, strict=True):
            set_local_pose(prim, scale=factors.tolist())


class _Writer:
    """Writes poses and scales of a view in the world, or in the parents' frames.

    Args:
        view: View.
        in_world: Whether values are in the world.
    """

    def __init__(self, view: UsdFrameView, in_world: bool) -> None:
        self._view, self._in_world = view, in_world

    def set_poses(self, positions: Any = None, orientations: Any = None, indices: Any = None) -> None:
        """Write positions, shape (n, 3), orientations (x, y, z, w), shape (n, 4), or both."""
        self._view._write_poses(positions, orientations, indices, self._in_world)

    def set_scales(self, scales: Any, indices: Any = None) -> None:
        """Write factors, shape (n, 3)."""
        self._view._write_scales(scales, indices, self._in_world)

    def get_poses(self, indices: Any = None) -> tuple[Any, Any]:
        """Positions, shape (n, 3), and orientations (x, y, z, w), shape (n, 4)."""
        return self._view._poses(indices, self._in_world)

    def get_scales(self, indices: Any = None) -> Any:
        """Factors, shape (n, 3)."""
        return self._view._scales(indices, self._in_world)


BaseFrameView = FrameView = XformPrimView = UsdFrameView


def _moving(prim_path: str, prims: list[Usd.Prim]) -> XFormPrim | None:
    """Object of what may be elsewhere than the stage has it: prims of environments that are copies, and on bodies."""
    plan = get_environments()
    paths = [] if plan is None else matching_paths(prim_path, plan, get_current_stage())
    in_copies = len(paths) > len(prims)
    on_bodies = any(get_first_matching_ancestor_prim(str(prim.GetPath()), _is_body) for prim in prims)
    if not (in_copies or on_bodies) or not all(UsdGeom.Xformable(prim) for prim in prims):
        return None
    return XFormPrim(paths if in_copies else [str(prim.GetPath()) for prim in prims])


def _is_body(prim: Usd.Prim) -> bool:
    return prim.HasAPI(UsdPhysics.RigidBodyAPI)


def _world_transform(prim: Usd.Prim) -> Gf.Matrix4d:
    xformable = UsdGeom.Xformable(prim)
    if xformable:
        return xformable.ComputeLocalToWorldTransform(Usd.TimeCode.Default())
    parent = prim.GetParent()
    return _world_transform(parent) if parent else Gf.Matrix4d(1.0)


def _local_transform(prim: Usd.Prim) -> Gf.Matrix4d:
    return UsdGeom.Xformable(prim).GetLocalTransformation()


def _in_parent(prim: Usd.Prim, position: list | None, orientation: list | None) -> tuple[list | None, list | None]:
    """A pose in the world in the frame of a prim's parent; None stays as it is in the world."""
    parent, present = _world_transform(prim.GetParent()), _world_transform(prim)
    place = present.ExtractTranslation() if position is None else Gf.Vec3d(*position)
    turn = parent.RemoveScaleShear().ExtractRotationQuat().GetInverse()
    if orientation is None:
        quat = present.RemoveScaleShear().ExtractRotationQuat()
    else:
        quat = Gf.Quatd(orientation[3], *orientation[:3])
    own = turn * quat
    return list(parent.GetInverse().Transform(place)), [*own.GetImaginary(), own.GetReal()]


def _rows(values: Any, shape: tuple[int, ...], name: str) -> np.ndarray:
    """Values as an array of the host.

    Raises:
        ValueError: The shape is another one.
    """
    if isinstance(values, ProxyArray):
        values = values.torch
    if isinstance(values, torch.Tensor):
        values = values.detach().cpu()
    array = values.numpy() if isinstance(values, wp.array) else np.asarray(values)
    if array.shape != shape:
        raise ValueError(f"Expected {name} shape {shape}, got {array.shape}.")
    return array


def obtain_world_pose_from_view(view: Any, env_ids: Any, clone: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """Positions [m], shape (n, 3), and orientations (x, y, z, w), shape (n, 4), of a view of any kind, in the world.

    Args:
        view: View of prims, bodies or articulations.
        env_ids: Rows of the view; None or a slice of all takes each.
        clone: Whether the tensors belong to the caller.

    Raises:
        NotImplementedError: The view has none of the methods that tell poses.
    """
    rows = None if env_ids is None or isinstance(env_ids, slice) else env_ids
    if hasattr(view, "get_world_poses"):
        poses = [_tensor(values) for values in view.get_world_poses(rows)]
        poses[1] = poses[1].roll(-1, dims=-1) if getattr(view, "has_w_first", False) else poses[1]
    else:
        read = next((name for name in ("get_root_transforms", "get_transforms") if hasattr(view, name)), None)
        if read is None:
            raise NotImplementedError(
                f"A {type(view).__name__} does not tell poses: give a view of prims, bodies or articulations."
            )
        transforms = _tensor(getattr(view, read)()).reshape(-1, 7)
        transforms = transforms if rows is None else transforms[_tensor(rows).long()]
        poses = [transforms[:, :3], transforms[:, 3:]]
    positions, orientations = (values.clone() for values in poses) if clone else poses
    return positions, orientations


def _tensor(values: Any) -> torch.Tensor:
    return wp.to_torch(values) if isinstance(values, wp.array) else torch.as_tensor(getattr(values, "torch", values))
