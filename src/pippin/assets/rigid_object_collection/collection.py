"""Several rigid objects in every environment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING

import torch
import warp as wp

from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views import BodyView, RigidBodyView
from pippin.physics.views.body_groups import view_groups
from pippin.quantities import finding
from pippin.quantities.selection import Axis, Ids, Mask
from pippin.sim.expressions import explain_no_match, find_matching_prims, resolve_expression
from pippin.sim.prims import set_prim_visibility
from pippin.sim.spawners.placement import spawn_asset
from pippin.utils import as_torch, configclass

from .. import body_methods, body_queries
from ..asset_base import AssetBase, default_state, prims_expression, require_one_for_each_prim
from ..bodies import Bodies
from ..rigid_object.rigid_object import RigidObjectCfg
from ..wrench_composer import ExternalWrenches
from . import object_methods
from .data import RigidObjectCollectionData
from .objects import Objects


class RigidObjectCollection(AssetBase[RigidObjectCollectionData, RigidBodyView]):
    """Rigid objects by name, of which every environment has each: read and written by environment and object.

    Where the objects' prim paths match several prims of an environment, it has as many instances of the collection.

    The objects are the *bodies* of this asset, so that masses, centres of mass, inertia tensors and wrenches are set as
    those of other assets, by ``body_ids``. Each is what a :class:`RigidObject` of its config would be.

    Args:
        cfg: Config of the collection.

    Raises:
        ValueError: There are no objects, or a prim path is malformed.
    """

    cfg: RigidObjectCollectionCfg  # type: ignore[assignment]  # has the objects' prim paths and initial states
    _data: RigidObjectCollectionData
    _kind = "rigid object collection"
    _parts = ("objects", "bodies", "_object_view")

    objects: Objects
    """The objects: their poses and velocities."""

    bodies: Bodies
    """The same objects: their mass properties, and the wrenches on them."""

    def __init__(self, cfg: RigidObjectCollectionCfg) -> None:
        if isinstance(cfg.rigid_objects, dict) and not cfg.rigid_objects:
            raise ValueError("'rigid_objects' of a RigidObjectCollectionCfg is empty: name at least one object.")
        super().__init__(cfg)  # type: ignore[arg-type]

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def root_view(self) -> RigidBodyView:
        """View of the engine with a row for each object, by environment and then in the order of the objects.

        :meth:`reshape_view_to_data` and :meth:`reshape_data_to_view` go between its rows and the arrays of the data.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._require_handles()
        return self._object_view

    @property
    def num_objects(self) -> int:
        """Number of objects in an environment."""
        return len(self.bodies.names)

    @property
    def object_names(self) -> list[str]:
        """Names of the objects, in the order of all arrays."""
        return self.body_names

    def find_objects(
        self, name_keys: str | Sequence[str], preserve_order: bool = False
    ) -> tuple[torch.Tensor, list[str]]:
        """Objects whose names match regular expressions as a whole.

        Args:
            name_keys: Regular expression, or several. Each must match at least one name.
            preserve_order: Whether the result is in the order of the expressions; otherwise in that of the objects.

        Returns:
            Indices, shape (number found,), int64, on the simulation's device, and names of the objects.

        Raises:
            ValueError: An expression matches nothing, or an object is matched by two expressions.
        """
        ids, names = self.find_bodies(name_keys, preserve_order)
        return torch.tensor(ids, device=self.device), names

    # -- operations ----------------------------------------------------------------------------------------------------

    def set_visibility(self, visible: bool, env_ids: Sequence[int] | None = None) -> None:
        """Show or hide the objects in pictures. Physics does not change.

        Args:
            visible: Whether the objects are to be seen.
            env_ids: Environments; None means all. They share their prims, so that it has to be all of them.

        Raises:
            NotImplementedError: Some environments are to differ from the others.
        """
        if env_ids is not None and len(set(env_ids)) < self.num_instances:
            raise NotImplementedError(
                f"The environments share the prims of '{self.cfg.prim_path}', so they are shown or hidden together: "
                "pass env_ids=None. To take single objects out of sight, move them with write_body_pose_to_sim_index."
            )
        for cfg in self.cfg.rigid_objects.values():
            for prim in find_matching_prims(cfg.prim_path, self._sim.stage):
                set_prim_visibility(prim, visible)

    def reset(self, env_ids: Ids = None, object_ids: Ids = None, *, env_mask: Mask = None) -> None:
        """Forget the external wrenches on some objects; the state stays as it is.

        Args:
            env_ids: Environments; None means all.
            object_ids: Objects; None means all.
            env_mask: Mask of the environments, shape (num_instances,), which goes before ``env_ids``.
        """
        if object_ids is None:
            self.bodies.wrenches.reset(env_ids, env_mask)
            return
        if env_mask is not None:
            env_ids = as_torch(env_mask).nonzero().flatten()
        nothing = wp.zeros((self.num_instances, self.num_bodies), dtype=wp.vec3f, device=self._device)
        for composer in (self.permanent_wrench_composer, self.instantaneous_wrench_composer):
            composer.set_forces_and_torques_index(forces=nothing, body_ids=object_ids, env_ids=env_ids, full_data=True)

    def write_data_to_sim(self) -> None:
        """Hand the external wrenches to the engine; to be called before each step."""
        self.bodies.wrenches.apply()

    def reshape_view_to_data(self, data: torch.Tensor) -> torch.Tensor:
        """See rows of single objects, by environment and then by object, as an array of both.

        Args:
            data: Shape (num_instances * num_objects, ...).

        Returns:
            The same memory where possible, shape (num_instances, num_objects), or with a third dimension that holds all
            numbers of an object.

        Raises:
            ValueError: There is another number of rows.
        """
        count = self.num_instances * self.num_objects
        if data.ndim == 0 or data.shape[0] != count:
            raise ValueError(f"'data' should have {count} rows, one for each object, not shape {tuple(data.shape)}.")
        return data.reshape(self.num_instances, self.num_objects, *([-1] if data.ndim > 1 else []))

    def reshape_data_to_view(self, data: torch.Tensor) -> torch.Tensor:
        """Inverse of :meth:`reshape_view_to_data`.

        Args:
            data: Shape (num_instances, num_objects, ...).

        Returns:
            The same memory where possible, shape (num_instances * num_objects, ...).

        Raises:
            ValueError: There is another number of environments or objects.
        """
        sizes = (self.num_instances, self.num_objects)
        if tuple(data.shape[:2]) != sizes:
            raise ValueError(f"'data' should have shape {sizes} with more dimensions, not {tuple(data.shape)}.")
        return data.reshape(sizes[0] * sizes[1], *data.shape[2:])

    # -- inside --------------------------------------------------------------------------------------------------------

    def _resolve_prim_paths(self) -> None:
        for cfg in self.cfg.rigid_objects.values():
            cfg.prim_path = resolve_expression(cfg.prim_path)

    def _spawn(self) -> None:
        for name, cfg in self.cfg.rigid_objects.items():
            spawn_asset(cfg)
            if not find_matching_prims(cfg.prim_path, self._sim.stage):
                reason = explain_no_match(cfg.prim_path, self._sim.stage)
                raise RuntimeError(f"No prim matches '{cfg.prim_path}' of the object '{name}': {reason}")

    def _make_view(self, physics: PhysicsScene) -> BodyView:
        stage, cfgs = self._sim.stage, self.cfg.rigid_objects.values()
        expressions = [f"({prims_expression(cfg.prim_path, stage)})(/.*)?" for cfg in cfgs]
        groups, self._object_view = view_groups(physics, expressions)
        return groups

    def _make_data(self, view: BodyView) -> RigidObjectCollectionData:
        return RigidObjectCollectionData(view, self.device, list(self.cfg.rigid_objects))

    def _make_parts(self, view: BodyView, instances: Axis) -> None:
        data, names = self._data, list(self.cfg.rigid_objects)
        columns = Axis("body", view.num_links, view.all_links)
        self.objects = Objects(data, self._object_view, instances, columns, names)
        self.bodies = Bodies(data, view, instances, columns, names)
        self.bodies.wrenches = ExternalWrenches(self, view)
        for index, cfg in enumerate(self.cfg.rigid_objects.values()):
            data.default_body_state.torch[:, index] = default_state(cfg).to(self.device)
        self._object_view.on_property_written = data.reload
        data.prime()

    def _require_instances(self, view: BodyView) -> None:
        for cfg in self.cfg.rigid_objects.values():
            require_one_for_each_prim(cfg.prim_path, self._object_view, self._sim.stage, "rigid object")

    # -- bodies, by Isaac Lab's names ----------------------------------------------------------------------------------

    num_bodies = property(body_queries.num_bodies)

    @property
    def body_names(self) -> list[str]:
        """Names of the objects, in the order of all arrays; there before play, too."""
        return list(self.cfg.rigid_objects)

    permanent_wrench_composer = property(body_queries.permanent_wrench_composer)
    instantaneous_wrench_composer = property(body_queries.instantaneous_wrench_composer)

    find_bodies = finding.find_bodies

    # -- writing state and mass properties, by Isaac Lab's names -------------------------------------------------------

    write_body_pose_to_sim_index = object_methods.write_body_pose_to_sim_index
    write_body_pose_to_sim_mask = object_methods.write_body_pose_to_sim_mask
    write_body_link_pose_to_sim_index = object_methods.write_body_link_pose_to_sim_index
    write_body_link_pose_to_sim_mask = object_methods.write_body_link_pose_to_sim_mask
    write_body_com_pose_to_sim_index = object_methods.write_body_com_pose_to_sim_index
    write_body_com_pose_to_sim_mask = object_methods.write_body_com_pose_to_sim_mask
    write_body_velocity_to_sim_index = object_methods.write_body_velocity_to_sim_index
    write_body_velocity_to_sim_mask = object_methods.write_body_velocity_to_sim_mask
    write_body_link_velocity_to_sim_index = object_methods.write_body_link_velocity_to_sim_index
    write_body_link_velocity_to_sim_mask = object_methods.write_body_link_velocity_to_sim_mask
    write_body_com_velocity_to_sim_index = object_methods.write_body_com_velocity_to_sim_index
    write_body_com_velocity_to_sim_mask = object_methods.write_body_com_velocity_to_sim_mask
    set_masses_index = body_methods.set_masses_index
    set_masses_mask = body_methods.set_masses_mask
    set_coms_index = body_methods.set_coms_index
    set_coms_mask = body_methods.set_coms_mask
    set_inertias_index = body_methods.set_inertias_index
    set_inertias_mask = body_methods.set_inertias_mask


@configclass
class RigidObjectCollectionCfg:
    """Which rigid objects belong to a collection."""

    class_type: type[RigidObjectCollection] = RigidObjectCollection
    """Class of the asset."""

    rigid_objects: dict[str, RigidObjectCfg] = MISSING
    """Configs of the objects by name. Their order is that of all arrays."""

    @property
    def prim_path(self) -> str:
        """Expressions of the prims of all objects, side by side: to be read by people."""
        return "|".join(cfg.prim_path for cfg in self.rigid_objects.values())

    @property
    def debug_vis(self) -> bool:
        """False: collections have no debug markers."""
        return False
