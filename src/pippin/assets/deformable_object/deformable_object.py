"""Soft bodies of finite elements."""

from __future__ import annotations

import torch

from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views.deformable_materials import DeformableMaterialView
from pippin.physics.views.deformable_view import DeformableView
from pippin.quantities.selection import Axis, Ids, Mask
from pippin.sim.markers.markers import DEFORMABLE_TARGET_MARKER_CFG, VisualizationMarkers, VisualizationMarkersCfg
from pippin.utils import configclass
from pippin.utils.arrays import convert_to_torch
from pippin.utils.math import transform_points
from pippin.utils.torch_view import torch_view

from ..asset_base import AssetBaseCfg, prims_expression
from .data import DeformableObjectData, part_of_states
from .nodal_writes import NodalWrites


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
    _parts = ("_instances",)

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def num_bodies(self) -> int:
        """Number of bodies of an instance: 1."""
        return 1

    @property
    def material_physx_view(self) -> DeformableMaterialView | None:
        """View of the materials on the stage, which instances may share; None where no instance has one.

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

    def reset(self, env_ids: Ids = None, env_mask: Mask = None) -> None:
        """Do nothing: the object keeps nothing between steps but its state and its targets, which are written.

        Args:
            env_ids: Instances; None means all.
            env_mask: Mask of the instances, shape (num_instances,), which goes before ``env_ids``.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._require_handles()

    def write_data_to_sim(self) -> None:
        """Do nothing: whatever is written reaches the engine at once."""
        self._require_handles()

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

    def _make_view(self, physics: PhysicsScene) -> DeformableView:
        return physics.soft_bodies(prims_expression(self.cfg.prim_path, self._sim.stage))

    def _make_data(self, view: DeformableView) -> DeformableObjectData:
        return DeformableObjectData(view, self.device)

    def _make_parts(self, view: DeformableView, instances: Axis) -> None:
        self._instances = instances
        view.read_positions(part_of_states(self._data.default_nodal_state_w.warp, "position"))
        view.read_targets(self._data.nodal_kinematic_target.warp)

    # -- markers -------------------------------------------------------------------------------------------------------

    def _visualize(self, markers: VisualizationMarkers) -> None:
        targets = torch_view(self._data.nodal_kinematic_target.warp)
        markers.visualize(translations=targets[targets[..., 3] == 0.0][:, :3])


@configclass
class DeformableObjectCfg(AssetBaseCfg):
    """Where a deformable object is and in which state it begins: at rest and without stress."""

    class_type: type[DeformableObject] = DeformableObject
    """Class of the asset."""

    visualizer_cfg: VisualizationMarkersCfg = DEFORMABLE_TARGET_MARKER_CFG.replace(
        prim_path="/Visuals/DeformableTarget"
    )
    """Markers that show the kinematic targets of driven nodes."""
