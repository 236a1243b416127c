"""A gripper that holds what touches its surface, by suction or magnets."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from pxr import UsdPhysics

from pippin.motion import poses
from pippin.physics.grips import distance_along, grips_of, request_grips, weld_data, weld_wrench
from pippin.physics.scene.scene import PhysicsScene
from pippin.sim import SimulationContext, get_current_stage
from pippin.sim.expressions import find_matching_prims
from pippin.sim.run.timeline import TimelineEvent

from .arguments import checked_array
from .bodies import body_poses_of, running_scene_of_one
from .contacts import host_state_of

logger = logging.getLogger("pippin")

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
"""Directions by the names of axes."""


class SurfaceGripper:
    """Holds a body that is in front of it where it is, until it opens or the hold breaks.

    The hold is a constraint of the engine. It breaks at the first step before which it transmits more than a limit.
    What may be held are the free bodies that are there when the simulation begins to play.

    Args:
        body_path: Path of the body that holds: a link of a robot, or a rigid body.
        name: Name of the object.
        position: Where its surface is, in the frame of the body [m], shape (3,).
        direction: Direction in which it grips, in the frame of the body: an axis by its name, or a vector, shape (3,).
        grip_threshold: Largest distance from the surface at which it grips [m].
        force_limit: Force at which the hold breaks [N]; None for none.
        torque_limit: Torque at which the hold breaks [N m]; None for none.
        retry_close: Whether it grips later what comes near once it was closed; otherwise only then.
        targets: Expression of the paths of bodies that it may hold; None for all free bodies.

    Raises:
        ValueError: A value is not positive or has another shape.
        RuntimeError: There is no simulation.
    """

    def __init__(
        self,
        body_path: str,
        name: str = "surface_gripper",
        position: ArrayLike = (0.0, 0.0, 0.0),
        direction: str | ArrayLike = "x",
        grip_threshold: float = 0.01,
        force_limit: float | None = None,
        torque_limit: float | None = None,
        retry_close: bool = False,
        targets: str | None = None,
    ) -> None:
        simulation = SimulationContext.instance()
        if simulation is None:
            raise RuntimeError(f"The gripper '{name}' needs a simulation: make a World first.")
        self.name = name
        self.body_path = body_path
        self._position = checked_array("position", position, (3,))
        axis = AXES.get(direction) if isinstance(direction, str) else direction
        if axis is None:
            raise ValueError(f"direction of '{name}' is {direction!r}; expected 'x', 'y', 'z' or a vector.")
        self._direction = checked_array("direction", axis, (3,))
        if not np.linalg.norm(self._direction) > 0.0:
            raise ValueError(f"direction of '{name}' is zero; expected the way in which it grips.")
        self._direction = self._direction / np.linalg.norm(self._direction)
        self._targets = targets
        self._retry_close = retry_close
        self.set_limits(grip_threshold, force_limit, torque_limit)
        self._held: dict[str, int] = {}
        self._is_closing = False
        self._grips: tuple[PhysicsScene, dict[str, int]] | None = None
        self._request()
        self._subscription = simulation.timeline.subscribe(TimelineEvent.PREPARE, lambda event: self._request())
        self._callback = f"SurfaceGripper {body_path} {id(self)}"
        simulation.add_physics_callback(self._callback, lambda dt: self.update())

    def set_limits(
        self,
        grip_threshold: float,
        force_limit: float | None = None,
        torque_limit: float | None = None,
        retry_close: bool | None = None,
    ) -> None:
        """Set from how far it grips [m], the force [N] and the torque [N m] at which the hold breaks, and its retries.

        None is no limit, or leaves it as it is whether it retries.

        Raises:
            ValueError: One is not positive.
        """
        limits = {"grip_threshold": grip_threshold, "force_limit": force_limit, "torque_limit": torque_limit}
        for what, value in limits.items():
            if value is not None and not value > 0.0:
                raise ValueError(f"{what} of '{self.name}' is {value!r}; expected a positive number.")
        self._retry_close = self._retry_close if retry_close is None else retry_close
        self._grip_threshold = float(grip_threshold)
        self._force_limit = np.inf if force_limit is None else float(force_limit)
        self._torque_limit = np.inf if torque_limit is None else float(torque_limit)

    def initialize(self, physics_sim_view: Any = None) -> None:
        """Do nothing: the gripper connects to the engine when it closes."""

    def post_reset(self) -> None:
        """Open."""
        self.open()

    def close(self) -> bool:
        """Hold what is in front of the surface, and what comes there later where it retries.

        Returns:
            Whether it holds something.

        Raises:
            RuntimeError: The simulation is stopped, or the gripper is no body of it.
        """
        scene = running_scene_of_one()
        if scene is None:
            raise RuntimeError(f"The gripper '{self.name}' cannot close while the simulation is stopped: call reset().")
        self._is_closing = True
        self._grip(scene)
        self._is_closing &= self._retry_close or bool(self._held)
        return self.is_closed()

    def open(self) -> None:
        """Let go of what it holds."""
        self._is_closing = False
        self._let_go()

    def is_closed(self) -> bool:
        """Whether it holds something."""
        self._scene()
        return bool(self._held)

    def is_closing(self) -> bool:
        """Whether it waits for something to hold."""
        return self._is_closing and not self._held

    def get_gripped_objects(self) -> list[str]:
        """Paths of the bodies that it holds."""
        self._scene()
        return list(self._held)

    def get_wrench(self) -> tuple[float, float]:
        """Sizes of the force [N] and of the torque about the surface [N m] by which it holds; 0 without a body."""
        scene = self._scene()
        if scene is None or not self._held:
            return 0.0, 0.0
        state, surface = host_state_of(scene), self._surface(scene)
        wrenches = [weld_wrench(state.model, state.data, weld, surface) for weld in self._held.values()]
        force, torque = (np.linalg.norm(np.sum(parts, axis=0)) for parts in zip(*wrenches, strict=True))
        return float(force), float(torque)

    def update(self) -> None:
        """Break the hold where it transmits too much, or grip what came near; worlds call this before each step."""
        scene = self._scene()
        if scene is None:
            return
        if self._held and (np.isfinite(self._force_limit) or np.isfinite(self._torque_limit)):
            force, torque = self.get_wrench()
            if force > self._force_limit or torque > self._torque_limit:
                self._is_closing = False
                self._let_go()
        elif self._is_closing and not self._held:
            self._grip(scene)

    # -- inside --

    def _request(self) -> None:
        """Say on the stage what the gripper may hold, before the engine is built."""
        prim = get_current_stage().GetPrimAtPath(self.body_path)
        if prim:
            request_grips(prim, _free_bodies(self._targets, self.body_path))

    def _scene(self) -> PhysicsScene | None:
        """The scene that plays; one that began anew holds nothing."""
        scene = running_scene_of_one()
        if self._grips is not None and self._grips[0] is not scene:
            self._grips, self._held = None, {}
        return scene

    def _welds(self, scene: PhysicsScene) -> dict[str, int]:
        if self._grips is None or self._grips[0] is not scene:
            worlds = scene.backend.worlds[0]
            if self.body_path not in worlds.layout.body_paths:
                raise RuntimeError(
                    f"The gripper '{self.name}' is on '{self.body_path}', which is no body of the simulation; expected "
                    "a rigid body or a link that is there when the simulation begins to play."
                )
            self._grips = scene, grips_of(worlds.model, self.body_path)
        return self._grips[1]

    def _own_pose(self, scene: PhysicsScene) -> np.ndarray:
        """Pose of the gripper's body in the world, shape (7,)."""
        return body_poses_of(scene)[scene.backend.worlds[0].layout.body_paths.index(self.body_path)]

    def _surface(self, scene: PhysicsScene) -> np.ndarray:
        """Where the surface is in the world [m], shape (3,)."""
        return poses.compose(self._own_pose(scene), np.array([*self._position, 0.0, 0.0, 0.0, 1.0]))[:3]

    def _grip(self, scene: PhysicsScene) -> None:
        welds = self._welds(scene)
        state = host_state_of(scene)
        layout = scene.backend.worlds[0].layout
        own, surface = self._own_pose(scene), self._surface(scene)
        direction = state.data.body(self.body_path).xmat.reshape(3, 3) @ self._direction
        distances = {body: distance_along(state, body, surface, direction, self._grip_threshold) for body in welds}
        nearest = min(distances, key=distances.__getitem__, default=None)
        if nearest is None or distances[nearest] > self._grip_threshold:
            return
        other = body_poses_of(scene)[layout.body_paths.index(nearest)]
        relative = poses.compose(poses.inverse(own), other)
        scene.backend.worlds[0].set_equality(welds[nearest], weld_data(state.model, welds[nearest], relative))
        scene.state_version += 1
        self._held = {nearest: welds[nearest]}

    def _let_go(self) -> None:
        scene = self._scene()
        if scene is not None and self._held:
            for weld in self._held.values():
                scene.backend.worlds[0].set_equality(weld, None)
            scene.state_version += 1
        self._held = {}


def _free_bodies(expression: str | None, gripper: str) -> list[str]:
    """Paths of bodies that move freely: no parts of robots, not moved by hand, not the gripper itself."""
    stage = get_current_stage()
    prims = stage.Traverse() if expression is None else find_matching_prims(expression, stage)
    return [
        path
        for prim in prims
        if prim.HasAPI(UsdPhysics.RigidBodyAPI)
        and not UsdPhysics.RigidBodyAPI(prim).GetKinematicEnabledAttr().Get()
        and not _is_of_robot(prim)
        and (path := str(prim.GetPath())) != gripper
    ]


def _is_of_robot(prim: Any) -> bool:
    while prim:
        if prim.HasAPI(UsdPhysics.ArticulationRootAPI):
            return True
        prim = prim.GetParent()
    return False
