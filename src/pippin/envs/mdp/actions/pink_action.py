"""The action of Pink's inverse kinematics: poses of several frames of a robot at once."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.controllers.pink_ik import PinkIKControllerCfg
from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import matrix_from_quat, subtract_frame_transforms

from ..env_types import ManagerBasedEnv
from ..selection import index


class PinkInverseKinematicsAction(ActionTerm):
    """Poses of frames, which Pink turns into joint positions, and joint positions of hands.

    An action has a pose (position [m], quaternion) in the environment's frame for each frame task among the
    controller's ``variable_input_tasks``, then a position [rad] for each joint of the hands. Pink solves for one robot
    at a time on the CPU, so this term loops over environments, unlike all others: it is for few of them.

    Args:
        cfg: Config of the action.
        env: The environment.

    Raises:
        ImportError: The packages pin-pink and daqp are not installed.
        ValueError: Names of joints or links match nothing, the number of hand joints is another one than the config's,
            or what :class:`~pippin.controllers.pink_ik.controller.PinkIKController` raises.
    """

    cfg: PinkInverseKinematicsActionCfg
    _asset: Articulation

    def __init__(self, cfg: PinkInverseKinematicsActionCfg, env: ManagerBasedEnv) -> None:
        from pippin.controllers.pink_ik import PinkIKController  # an optional package, which only this action needs

        super().__init__(cfg, env)
        controller = cfg.controller
        arms, controller.joint_names = self._asset.find_joints(cfg.pink_controlled_joint_names)
        hands, self._hand_joint_names = (
            self._asset.find_joints(cfg.hand_joint_names) if cfg.hand_joint_names else ([], [])
        )
        if len(hands) != controller.num_hand_joints:
            raise ValueError(
                f"'num_hand_joints' of the controller is {controller.num_hand_joints}; 'hand_joint_names' matches "
                f"{len(hands)}: {self._hand_joint_names}."
            )
        controller.all_joint_names = list(self._asset.joint_names)
        self._ik_controllers = [
            PinkIKController(controller.copy(), self._asset.cfg, self.device, arms) for _ in range(self.num_envs)
        ]
        self._base_link_idx = self._asset.find_bodies(controller.base_link_name)[0][0]
        self._origins = as_torch(env.scene.env_origins)
        self._dt = env.sim.get_physics_dt()
        self._joint_ids = [*arms, *hands]
        self._num_frames = len(_frame_tasks(self._ik_controllers[0]))
        self._raw_actions = torch.zeros(self.num_envs, self.action_dim, device=self.device)
        self._processed_actions = torch.zeros(self.num_envs, len(self._joint_ids), device=self.device)
        spawned = getattr(self._asset.cfg.spawn, "rigid_props", None)
        self._has_gravity = not getattr(spawned, "disable_gravity", False)

    @property
    def action_dim(self) -> int:
        """7 for each frame, and 1 for each joint of the hands."""
        return 7 * self._num_frames + self.cfg.controller.num_hand_joints

    def process_actions(self, actions: torch.Tensor) -> None:
        """Set the targets of the frames and hands; shape (num_envs, action_dim)."""
        self._raw_actions[:] = actions
        data = self._asset.data
        base_pos = as_torch(data.body_link_pos_w)[:, self._base_link_idx] - self._origins
        base_quat = as_torch(data.body_link_quat_w)[:, self._base_link_idx]
        for place in range(self._num_frames):
            pose = self._raw_actions[:, 7 * place : 7 * place + 7]
            pos, quat = subtract_frame_transforms(base_pos, base_quat, pose[:, :3], pose[:, 3:])
            positions, rotations = pos.double().cpu().numpy(), matrix_from_quat(quat).double().cpu().numpy()
            for controller, position, rotation in zip(self._ik_controllers, positions, rotations, strict=True):
                task = _frame_tasks(controller)[place]
                target = _target(task)
                target.translation, target.rotation = position, rotation
                task.set_target(target)

    def apply_actions(self) -> None:
        """Set target positions of the joints, and the efforts that hold them against gravity."""
        num_arms = len(self._joint_ids) - self.cfg.controller.num_hand_joints
        positions = as_torch(self._asset.data.joint_pos).cpu().numpy()
        for env, controller in enumerate(self._ik_controllers):
            self._processed_actions[env, :num_arms] = controller.compute(positions[env], self._dt)
        self._processed_actions[:, num_arms:] = self._raw_actions[:, 7 * self._num_frames :]
        if self.cfg.enable_gravity_compensation and self._has_gravity:
            columns = [joint + (0 if self._asset.is_fixed_base else 6) for joint in self._joint_ids]
            efforts = as_torch(self._asset.data.gravity_compensation_forces)[:, index(columns, self.device)]
            self._asset.set_joint_effort_target_index(target=efforts, joint_ids=self._joint_ids)
        self._asset.set_joint_position_target_index(target=self._processed_actions, joint_ids=self._joint_ids)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions of some environments; None means all."""
        self._raw_actions[slice(None) if env_ids is None else env_ids] = 0.0


def _frame_tasks(controller: Any) -> list[Any]:
    """Tasks of a controller whose frames follow an action."""
    return [task for task in controller.cfg.variable_input_tasks if hasattr(task, "frame")]


def _target(task: Any) -> Any:
    """Pose that a task is to reach: in the frame of another link, or in the world."""
    return getattr(task, "transform_target_to_base", None) or task.transform_target_to_world


@configclass
class PinkInverseKinematicsActionCfg(ActionTermCfg):
    """Config of :class:`PinkInverseKinematicsAction`."""

    class_type: type = PinkInverseKinematicsAction

    pink_controlled_joint_names: list[str] = MISSING  # type: ignore[assignment]
    """Names of the joints that Pink solves for, or regular expressions."""

    hand_joint_names: list[str] = MISSING  # type: ignore[assignment]
    """Names of the joints of hands, or regular expressions."""

    controller: PinkIKControllerCfg = MISSING  # type: ignore[assignment]
    """Config of the controller."""

    enable_gravity_compensation: bool = True
    """Whether the joints' efforts hold the robot against gravity, unless its spawner switches that off."""

    target_eef_link_names: dict[str, str] = {}
    """Links of the frames by names of a program's own; nothing here reads it."""
