"""The action of RMPflow: poses of an end effector that it reaches around obstacles."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.motion.rmpflow.batch import RmpFlowBatch
from pippin.motion.rmpflow.policies.parameters import read_rmpflow_parameters
from pippin.motion.robot_description import load_robot
from pippin.utils import as_torch, configclass
from pippin.utils.math import apply_delta_pose, axis_angle_from_quat, default_orientation

from ..env_types import ManagerBasedEnv
from ..selection import index
from .named_values import clip_into, named_limits
from .task_frames import TaskFrame

_UPRIGHT = tuple(default_orientation(1, "cpu")[0].tolist())
"""Quaternion of no rotation, in the order of the dialect."""


@configclass
class RmpFlowControllerCfg:
    """Config of :class:`RmpFlowController`."""

    name: str = "rmp_flow"
    """"rmp_flow" or "rmp_flow_smoothed", which are one here."""

    config_file: str = MISSING  # type: ignore[assignment]
    """YAML file of RMPflow's parameters."""

    urdf_file: str = MISSING  # type: ignore[assignment]
    """URDF file of the robot."""

    collision_file: str = MISSING  # type: ignore[assignment]
    """YAML file of the robot's description, with its collision spheres."""

    frame_name: str = MISSING  # type: ignore[assignment]
    """Frame of the URDF file that is to be moved."""

    evaluations_per_frame: float = MISSING  # type: ignore[assignment]
    """Evaluations of the policy in a step of the simulation."""

    ignore_robot_state_updates: bool = False
    """Whether the policy goes on from its own targets, not from the robot's state."""


class RmpFlowController:
    """RMPflow for the robots of all environments, as one batch.

    Args:
        cfg: Config of the controller.
        device: Torch device of all tensors.
    """

    def __init__(self, cfg: RmpFlowControllerCfg, device: str) -> None:
        self.cfg = cfg
        self._device = device
        self._model = load_robot(cfg.urdf_file, cfg.collision_file)
        self._policy: RmpFlowBatch | None = None

    @property
    def num_actions(self) -> int:
        """7: a pose."""
        return 7

    @property
    def active_dof_names(self) -> list[str]:
        """Names of the joints that the policy moves, J of them."""
        return list(self._model.coordinate_names)

    def prepare(self, num_robots: int, dt: float) -> None:
        """Make the policies.

        Args:
            num_robots: Number of robots, N.
            dt: Length of a step of the simulation [s].
        """
        parameters = read_rmpflow_parameters(self.cfg.config_file, self._model)
        self._dt = dt
        self._policy = RmpFlowBatch(
            self._model,
            parameters,
            self.cfg.frame_name,
            num_envs=num_robots,
            maximum_substep_size=dt / self.cfg.evaluations_per_frame,
            device=self._device,
        )

    def reset_idx(self, robot_ids: Any = None) -> None:
        """Let the policies of some robots begin from the robots' state again."""
        if self._policy is not None:
            self._policy.reset(robot_ids)

    def set_command(self, command: torch.Tensor) -> None:
        """Set poses in the robots' root frames, (position [m], quaternion), shape (N, 7)."""
        assert self._policy is not None, "prepare() comes first"
        vector = axis_angle_from_quat(command[:, 3:7])
        angle = torch.linalg.norm(vector, dim=-1, keepdim=True)
        # The policies have their own order of components, x, y, z, w, in every dialect.
        half = torch.cat([0.5 * torch.sinc(angle / (2.0 * torch.pi)) * vector, torch.cos(0.5 * angle)], dim=-1)
        self._policy.set_end_effector_target(command[:, :3], half)

    def compute(self, joint_pos: torch.Tensor, joint_vel: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Compute targets of the next step.

        Args:
            joint_pos: Positions of the active joints [m, rad], shape (N, J).
            joint_vel: Their velocities [m/s, rad/s], shape (N, J).

        Returns:
            Target positions and velocities, shape (N, J).
        """
        assert self._policy is not None, "prepare() comes first"
        if not self.cfg.ignore_robot_state_updates:
            self._policy.set_state(joint_pos, joint_vel)
        self._policy.step(self._dt)
        return as_torch(self._policy.positions), as_torch(self._policy.velocities)


class RMPFlowAction(ActionTerm):
    """Poses of an end effector in the robot's root frame, or changes of them, which RMPflow moves to.

    Args:
        cfg: Config of the action.
        env: The environment.
    """

    cfg: RMPFlowActionCfg
    _asset: Articulation

    def __init__(self, cfg: RMPFlowActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        joint_ids, self._joint_names = self._asset.find_joints(cfg.joint_names)
        self._frame = TaskFrame(self._asset, cfg.body_name, joint_ids, cfg.body_offset)
        self._rmpflow_controller = RmpFlowController(cfg.controller, self.device)
        self._rmpflow_controller.prepare(self.num_envs, env.sim.get_physics_dt())
        # The policy has its own order of joints.
        self._joint_ids = self._asset.find_joints(self._rmpflow_controller.active_dof_names, preserve_order=True)[0]
        self._raw_actions = torch.zeros(self.num_envs, self.action_dim, device=self.device)
        self._processed_actions = torch.zeros_like(self._raw_actions)
        self._scale = torch.zeros_like(self._raw_actions)
        self._scale[:] = torch.tensor(cfg.scale, device=self.device)
        limits = named_limits(cfg.clip, self._joint_names, self.num_envs, self.device)
        if limits is not None:
            self._clip = limits

    @property
    def action_dim(self) -> int:
        """6 for changes of a pose, 7 for poses."""
        return 6 if self.cfg.use_relative_mode else 7

    def process_actions(self, actions: torch.Tensor) -> None:
        """Scale and clip actions, shape (num_envs, action_dim), and command them."""
        self._raw_actions[:] = actions
        torch.mul(self._raw_actions, self._scale, out=self._processed_actions)
        if self.cfg.clip is not None:
            clip_into(self._processed_actions, self._clip)
        command = self._processed_actions
        if self.cfg.use_relative_mode:
            command = torch.cat(apply_delta_pose(*self._frame.pose_b(), self._processed_actions), dim=-1)
        self._rmpflow_controller.set_command(command)

    def apply_actions(self) -> None:
        """Set target positions and velocities of the joints."""
        data = self._asset.data
        ids = index(self._joint_ids, self.device)
        targets = self._rmpflow_controller.compute(as_torch(data.joint_pos)[:, ids], as_torch(data.joint_vel)[:, ids])
        positions, velocities = (values.float().contiguous() for values in targets)
        self._asset.set_joint_position_target_index(target=positions, joint_ids=self._joint_ids)
        self._asset.set_joint_velocity_target_index(target=velocities, joint_ids=self._joint_ids)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions of some environments; None means all."""
        self._raw_actions[slice(None) if env_ids is None else env_ids] = 0.0
        self._rmpflow_controller.reset_idx(None if isinstance(env_ids, slice) else env_ids)


@configclass
class RMPFlowActionCfg(ActionTermCfg):
    """Config of :class:`RMPFlowAction`."""

    @configclass
    class OffsetCfg:
        """Where the frame is on its link."""

        pos: tuple[float, float, float] = (0.0, 0.0, 0.0)
        """Position in the link's frame [m]."""

        rot: tuple[float, ...] = _UPRIGHT
        """Orientation in the link's frame, a quaternion."""

    class_type: type = RMPFlowAction

    joint_names: list[str] = MISSING  # type: ignore[assignment]
    """Names of the joints that are to move, or regular expressions."""

    body_name: str = MISSING  # type: ignore[assignment]
    """Name of the link that changes of a pose begin from."""

    body_offset: OffsetCfg | None = None
    """Where the frame is on the link; None means at its origin."""

    scale: float | tuple[float, ...] = 1.0
    """Factor of the actions, or one for each number of them."""

    controller: RmpFlowControllerCfg = MISSING  # type: ignore[assignment]
    """Config of the controller."""

    articulation_prim_expr: str = ""
    """Prims of the robots; without effect, since the asset knows them."""

    use_relative_mode: bool = False
    """Whether actions are changes of the present pose."""
