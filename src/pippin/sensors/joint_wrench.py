"""Wrenches that joints transmit."""

from __future__ import annotations

from typing import Literal

import warp as wp

from pippin.quantities import finding
from pippin.quantities.properties import Stored
from pippin.sim import NewtonCfg, SimulationCfg
from pippin.utils import configclass

from .backend_factory import chosen_by_backend
from .kernels.joint_wrench import split_wrenches
from .mounts import IN_SOME_ENVIRONMENTS
from .sensor_base import SensorBase, SensorBaseCfg
from .sensor_data import SensorData

__all__ = ["JointWrenchSensor", "JointWrenchSensorCfg", "JointWrenchSensorData"]


@chosen_by_backend
class JointWrenchSensorData(SensorData):
    """Wrenches that the parents of B bodies exert on them through their joints, in the joints' frames."""

    force = Stored(wp.vec3f, "bodies", doc="Forces [N], shape (num_envs, B), vec3f.")
    torque = Stored(
        wp.vec3f, "bodies", doc="Torques about the origins of the joints' frames [N m], shape (num_envs, B), vec3f."
    )


@chosen_by_backend
class JointWrenchSensor(SensorBase[JointWrenchSensorData]):
    """Measures the wrench that each link's parent exerts on it through the joint between them.

    It has all that passes through the joint: what carries the load, and the effort of the drive. The engine computes
    it in each step once such a sensor is in the scene, from the forces and accelerations at the beginning of the step
    (of its last substep). A link that floats has no joint: its wrench is 0. Where the simulation's config names Newton
    (``physics=NewtonCfg()``), the root is left out, as in Isaac Lab there: bodies are those with a joint to a parent.
    Newton with PhysX's order of joints, which programs of Isaac Lab 3 have that name no engine, keeps it as PhysX does.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        RuntimeError: As :class:`SensorBase`, and at play: there is not one articulation in each environment.
        ValueError: There is no such convention.
        NotImplementedError: At play: gravity does not act on a link.
    """

    cfg: JointWrenchSensorCfg
    _is_at_prims = True
    _is_by_environment = True

    def __init__(self, cfg: JointWrenchSensorCfg) -> None:
        if cfg.convention != "incoming_joint_frame":
            raise ValueError(f"There is no convention {cfg.convention!r} of wrenches; there is 'incoming_joint_frame'.")
        super().__init__(cfg)

    @property
    def body_names(self) -> list[str]:
        """Names of the bodies, in the order of the arrays: links of the articulation, the root (if at all) first."""
        self._require_clock()
        return list(self._view.link_names[self._first :])

    @property
    def num_bodies(self) -> int:
        """Number of bodies."""
        self._require_clock()
        return self._view.num_links - self._first

    find_bodies = finding.find_bodies

    # -- inside --------------------------------------------------------------------------------------------------------

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        scene = self._scene
        try:
            order = self._sim.cfg.joint_order
            view = scene.articulations(self.cfg.prim_path, order, order)
        except ValueError as error:
            raise RuntimeError(f"The JointWrenchSensor at '{self.cfg.prim_path}': {error}") from error
        if view.count != scene.num_envs:
            raise RuntimeError(
                f"'{self.cfg.prim_path}' of the JointWrenchSensor should be one articulation in each environment, but "
                f"it matches {view.count} in {scene.num_envs}."
                f"{IN_SOME_ENVIRONMENTS if view.count < scene.num_envs else ''}"
            )
        view.measure_joint_wrenches()
        self._view = view
        self._first = int(_leaves_out_roots(self._sim.cfg))
        shape = (view.count, view.num_links)
        self._wrenches = wp.zeros(shape, dtype=wp.spatial_vectorf, device=scene.device)
        self._data = JointWrenchSensorData(view.count, scene.device, bodies=self.num_bodies)

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        wp.launch(
            split_wrenches,
            dim=(self._view.count, self.num_bodies),
            inputs=[
                self._view.read_incoming_joint_wrenches(self._wrenches),
                self._first,
                env_mask,
                *self._time_since_reset(),
            ],
            outputs=[self._data.force.warp, self._data.torque.warp],
            device=self._scene.device,
        )


def _leaves_out_roots(cfg: SimulationCfg) -> bool:
    """Whether the program is for Newton, and not merely run with its settings."""
    return isinstance(cfg.physics, NewtonCfg) and cfg.joint_order == "mjwarp"


@configclass
class JointWrenchSensorCfg(SensorBaseCfg):
    """Which articulation to measure. ``prim_path`` is the articulation, as that of its asset."""

    class_type: type[JointWrenchSensor] = JointWrenchSensor
    """Class of the sensor."""

    convention: Literal["incoming_joint_frame"] = "incoming_joint_frame"
    """Frame of the wrenches: "incoming_joint_frame" is that of the joint to the parent, on the side of the body."""
