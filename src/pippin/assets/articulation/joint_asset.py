"""What concerns the joints of an articulation: names, numbers, and the way to write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pippin.physics.views.tensors import ArticulationTensorView
from pippin.quantities.selection import Axis, Ids, Mask, Selection, select, select_masked
from pippin.utils import resolve_matching_names

from ..body_writes import BodyWrites
from ..root_writes import RootWrites
from .data import ArticulationData

if TYPE_CHECKING:
    from .cfg import ArticulationCfg


class JointAsset(RootWrites, BodyWrites):
    """Base of :class:`Articulation`: bodies and joints."""

    cfg: ArticulationCfg
    _data: ArticulationData

    @property
    def data(self) -> ArticulationData:
        """State and properties of the instances.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._require_handles()
        return self._data

    @property
    def root_view(self) -> ArticulationTensorView:
        """View of the engine, with the methods of PhysX's views of articulations.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        view = self._require_handles()
        assert isinstance(view, ArticulationTensorView)
        return view

    @property
    def is_fixed_base(self) -> bool:
        """Whether the root link is fixed to the world."""
        return self.root_view.is_fixed_base

    @property
    def num_base_dofs(self) -> int:
        """Coordinates of the root, which come before those of the joints in Jacobians: 6 where it floats, else 0."""
        return self.root_view.jacobian_shape[2] - self.num_joints

    @property
    def num_joints(self) -> int:
        """Number of joints of an instance."""
        return self.root_view.num_joints

    @property
    def joint_names(self) -> list[str]:
        """Names of the joints, in the order of all arrays: level by level from the root."""
        return self.root_view.joint_names

    def find_joints(
        self, name_keys: str | Sequence[str], joint_subset: list[str] | None = None, preserve_order: bool = False
    ) -> tuple[list[int], list[str]]:
        """Joints whose names match regular expressions as a whole.

        Args:
            name_keys: Regular expression, or several. Each must match at least one name.
            joint_subset: Names of the joints to search; None searches all.
            preserve_order: Whether the result is in the order of the expressions; otherwise in that of the joints.

        Returns:
            Indices (in the articulation, also with a subset) and names of the joints.

        Raises:
            ValueError: An expression matches nothing, a joint is matched by two expressions, or the subset names a
                joint that does not exist.
        """
        subset = self.joint_names if joint_subset is None else list(joint_subset)
        unknown = [name for name in subset if name not in self.joint_names]
        if unknown:
            raise ValueError(f"'joint_subset' names {unknown}, but the joints are {self.joint_names}.")
        _, names = resolve_matching_names(name_keys, subset, preserve_order)
        return [self.joint_names.index(name) for name in names], names

    @property
    def _joints(self) -> Axis:
        self._require_handles()
        return self._axes["joint"]

    def _select_joints(self, env_ids: Ids, joint_ids: Ids, full_data: bool) -> Selection:
        self._require_handles()
        return select(self._axes["env"], env_ids, self._axes["joint"], joint_ids, full_data)

    def _mask_joints(self, env_mask: Mask, joint_mask: Mask) -> Selection:
        return select_masked(self._instances, env_mask, self._joints, joint_mask)
