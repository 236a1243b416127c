"""Single rigid bodies."""

from __future__ import annotations

from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views import BodyView
from pippin.quantities import finding
from pippin.quantities.selection import Axis, Ids, Mask
from pippin.utils import configclass

from .. import body_methods, body_queries, root_methods
from ..asset_base import AssetBase, AssetBaseCfg, default_state, prims_expression
from ..bodies import Bodies
from ..root import Root
from ..wrench_composer import ExternalWrenches
from .data import RigidObjectData


class RigidObject(AssetBase[RigidObjectData, BodyView]):
    """A rigid body in every environment: it moves freely, or (kinematic) stays where poses are written.

    The prim at the config's prim path, or exactly one prim below it, has to be a rigid body.

    Args:
        cfg: Config of the object.
    """

    cfg: RigidObjectCfg
    _data: RigidObjectData
    _kind = "rigid object"
    _parts = ("root", "bodies")

    root: Root
    """Poses and velocities."""

    bodies: Bodies
    """The one body: its mass properties, and the wrenches on it."""

    # -- life ----------------------------------------------------------------------------------------------------------

    def reset(self, env_ids: Ids = None, env_mask: Mask = None) -> None:
        """Forget the external wrenches on some instances; the state stays as it is.

        Args:
            env_ids: Instances; None means all.
            env_mask: Mask of the instances, shape (num_instances,), which goes before ``env_ids``.
        """
        self.bodies.wrenches.reset(env_ids, env_mask)

    def write_data_to_sim(self) -> None:
        """Hand the external wrenches to the engine; to be called before each step."""
        self.bodies.wrenches.apply()

    def _make_view(self, physics: PhysicsScene) -> BodyView:
        view = physics.rigid_bodies(f"({prims_expression(self.cfg.prim_path, self._sim.stage)})(/.*)?")
        if not view.has_movable_root:
            path = view.template_link_paths[0]
            raise ValueError(f"the body '{path}' is a link of an articulation: make it an Articulation.")
        return view

    def _make_data(self, view: BodyView) -> RigidObjectData:
        return RigidObjectData(view, self.device)

    def _make_parts(self, view: BodyView, instances: Axis) -> None:
        self.root = Root(self._data, view, instances)
        self.bodies = Bodies(self._data, view, instances, Axis("body", view.num_links, view.all_links), view.link_names)
        self.bodies.wrenches = ExternalWrenches(self, view)
        self._data.default_root_state.torch[:] = default_state(self.cfg).to(self.device)
        self._data.prime()

    # -- bodies, by Isaac Lab's names ----------------------------------------------------------------------------------

    num_bodies = property(body_queries.num_bodies)
    body_names = property(body_queries.body_names)
    permanent_wrench_composer = property(body_queries.permanent_wrench_composer)
    instantaneous_wrench_composer = property(body_queries.instantaneous_wrench_composer)
    find_bodies = finding.find_bodies

    # -- writing state and mass properties, by Isaac Lab's names -------------------------------------------------------

    write_root_pose_to_sim_index = root_methods.write_root_pose_to_sim_index
    write_root_pose_to_sim_mask = root_methods.write_root_pose_to_sim_mask
    write_root_link_pose_to_sim_index = root_methods.write_root_link_pose_to_sim_index
    write_root_link_pose_to_sim_mask = root_methods.write_root_link_pose_to_sim_mask
    write_root_com_pose_to_sim_index = root_methods.write_root_com_pose_to_sim_index
    write_root_com_pose_to_sim_mask = root_methods.write_root_com_pose_to_sim_mask
    write_root_velocity_to_sim_index = root_methods.write_root_velocity_to_sim_index
    write_root_velocity_to_sim_mask = root_methods.write_root_velocity_to_sim_mask
    write_root_link_velocity_to_sim_index = root_methods.write_root_link_velocity_to_sim_index
    write_root_link_velocity_to_sim_mask = root_methods.write_root_link_velocity_to_sim_mask
    write_root_com_velocity_to_sim_index = root_methods.write_root_com_velocity_to_sim_index
    write_root_com_velocity_to_sim_mask = root_methods.write_root_com_velocity_to_sim_mask
    set_masses_index = body_methods.set_masses_index
    set_masses_mask = body_methods.set_masses_mask
    set_coms_index = body_methods.set_coms_index
    set_coms_mask = body_methods.set_coms_mask
    set_inertias_index = body_methods.set_inertias_index
    set_inertias_mask = body_methods.set_inertias_mask


@configclass
class RigidObjectCfg(AssetBaseCfg):
    """Where a rigid object is and in which state it begins."""

    @configclass
    class InitialStateCfg(AssetBaseCfg.InitialStateCfg):
        """Pose and velocity of the body."""

        lin_vel: tuple[float, float, float] = (0.0, 0.0, 0.0)
        """Velocity of the centre of mass in the world [m/s]."""

        ang_vel: tuple[float, float, float] = (0.0, 0.0, 0.0)
        """Angular velocity in the world [rad/s]."""

    class_type: type[RigidObject] = RigidObject
    """Class of the asset."""

    init_state: InitialStateCfg = InitialStateCfg()
    """Initial state."""
