"""Soft bodies of finite elements."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import torch

from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views.deformable_materials import DeformableMaterialView
from pippin.physics.views.deformable_view import DeformableView
from pippin.quantities.selection import Axis, Ids
from pippin.sim.expressions import find_matching_prim_paths
from pippin.sim.markers.markers import VisualizationMarkers
from pippin.utils.arrays import convert_to_torch
from pippin.utils.math import transform_points
from pippin.utils.torch_view import torch_view

from .data import DeformableObjectData, part_of_states
from .nodal_writes import NodalWrites

if TYPE_CHECKING:
    from .cfg import DeformableObjectCfg


class DeformableObject(NodalWrites):
    """A soft body in every environment: a mesh of tetrahedra, whose nodes move by finite elements.

    The prim at the config's prim path, or exactly one prim below it, has to be a mesh with the properties of a soft
    body (``deformable_props`` of a spawner, or the schema ``PhysxDeformableBodyAPI`` in a file). Some or all nodes may
    be driven along kinematic targets, while the others follow by physics.

    Args:
        cfg: Config of the object.
    """

    cfg: DeformableObjectCfg
    _kind = "deformable object"

    def __init__(self, cfg: DeformableObjectCfg) -> None:
        self._view: DeformableView | None = None
        super().__init__(cfg)

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def data(self) -> DeformableObjectData:
        """State of the instances.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._require_view()
        return self._data

    @property
    def num_instances(self) -> int:
        """Number of instances in all environments together."""
        return self.root_view.count

    @property
    def num_bodies(self) -> int:
        """Number of bodies of an instance: 1."""
        return 1

    @property
    def root_view(self) -> DeformableView:
        """View of the engine.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        return self._require_view()

    @property
    def material_physx_view(self) -> DeformableMaterialView:
        """View of the materials, one for each instance.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        return self.root_view.materials

    @property
    def max_sim_elements_per_body(self) -> int:
        """Largest number of elements of an instance."""
        return self.root_view.max_elements

    @property
    def max_collision_elements_per_body(self) -> int:
        """Largest number of elements of an instance: collisions use the same mesh."""
        return self.root_view.max_elements

    @property
    def max_sim_vertices_per_body(self) -> int:
        """Largest number of nodes of an instance."""
        return self.root_view.max_nodes

    @property
    def max_collision_vertices_per_body(self) -> int:
        """Largest number of nodes of an instance: collisions use the same mesh."""
        return self.root_view.max_nodes

    # -- operations ----------------------------------------------------------------------------------------------------

    def reset(self, env_ids: Ids = None) -> None:
        """Do nothing: the object keeps nothing between steps but its state and its targets, which are written.

        Args:
            env_ids: Instances; None means all.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._require_view()

    def write_data_to_sim(self) -> None:
        """Do nothing: whatever is written reaches the engine at once."""
        self._require_view()

    def update(self, dt: float) -> None:
        """Let time pass. What is out of date in the data is computed when it is read.

        Args:
            dt: Time since the last call [s].
        """
        self.data.update(dt)

    def transform_nodal_pos(
        self, nodal_pos: torch.Tensor, pos: torch.Tensor | None = None, quat: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Turn nodes about the mean of their positions and shift them.

        Args:
            nodal_pos: Positions of nodes [m], shape (n, V, 3).
            pos: Shifts [m], shape (n, 3); None for none.
            quat: Rotations (x, y, z, w), shape (n, 4); None for none.

        Returns:
            Transformed positions [m], shape (n, V, 3).
        """
        nodal_pos = convert_to_torch(nodal_pos)
        mean = nodal_pos.mean(dim=1, keepdim=True)
        return transform_points(nodal_pos - mean, pos, quat) + mean

    # -- life ----------------------------------------------------------------------------------------------------------

    def _initialize_impl(self) -> None:
        physics = self._sim.physics
        if not isinstance(physics, PhysicsScene):
            raise RuntimeError(f"'{self.cfg.prim_path}' needs the physics of pippin.physics, not {physics!r}.")
        paths = find_matching_prim_paths(self.cfg.prim_path, self._sim.stage)
        try:
            view = physics.soft_bodies("|".join(re.escape(path) for path in paths))
        except ValueError as error:
            raise RuntimeError(f"There is no {self._kind} to be had at '{self.cfg.prim_path}': {error}") from error
        for prim_path in paths:
            here = [path for path in view.instance_paths if path == prim_path or path.startswith(prim_path + "/")]
            if len(here) != 1:
                raise RuntimeError(
                    f"'{self.cfg.prim_path}' should lead to one soft body for each prim, but at '{prim_path}' there "
                    f"are {len(here)}{': ' if here else ''}{', '.join(here)}."
                )
        self._view = view
        self._env_axis = Axis("env", view.count, view.all_rows)
        self._data = DeformableObjectData(view, self.device)
        view.read_positions(part_of_states(self._data.default_nodal_state_w.warp, "position"))
        view.read_targets(self._data.nodal_kinematic_target.warp)

    def _invalidate_impl(self) -> None:
        if self._view is not None:
            self._data.invalidate()
        self._view = None

    def _require_view(self) -> DeformableView:
        if self._view is None:
            raise RuntimeError(
                f"The {self._kind} at '{self.cfg.prim_path}' exists in the engine only while the simulation plays: "
                "call reset() or play() of the SimulationContext first."
            )
        return self._view

    @property
    def _instances(self) -> Axis:
        self._require_view()
        return self._env_axis

    # -- markers -------------------------------------------------------------------------------------------------------

    def _visualize(self, markers: VisualizationMarkers) -> None:
        targets = torch_view(self._data.nodal_kinematic_target.warp)
        markers.visualize(translations=targets[targets[..., 3] == 0.0][:, :3])
