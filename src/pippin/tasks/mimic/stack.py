"""Stacking cubes with Franka's Panda for new demonstrations. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from pippin.envs.mimic import ManagerBasedRLMimicEnv, MimicEnvCfg, SubTaskConfig
from pippin.tasks.manipulation import (
    stack_blueprint,
    stack_franka,
    stack_planned,
    stack_version_3,
    stack_visuomotor,
)
from pippin.utils import configclass
from pippin.utils.math import (
    axis_angle_from_quat,
    make_pose,
    matrix_from_quat,
    quat_from_angle_axis,
    quat_from_matrix,
    unmake_pose,
)

ARM = "franka"
"""Name of the end effector."""


class FrankaCubeStackIKRelMimicEnv(ManagerBasedRLMimicEnv):
    """Actions are changes of the hand's pose: a shift [m] and a turn [rad] before their scale, and a gripper."""

    def get_robot_eef_pose(self, eef_name: str, env_ids: Sequence[int] | None = None) -> torch.Tensor:
        """Poses of the hand in the frames of environments, shape (number of environments, 4, 4) [m]."""
        rows = slice(None) if env_ids is None else env_ids
        seen: Any = self.obs_buf["policy"]  # its terms stay apart
        return make_pose(seen["eef_pos"][rows], matrix_from_quat(seen["eef_quat"][rows]))

    def actions_to_gripper_actions(self, actions: torch.Tensor) -> dict[str, torch.Tensor]:
        """The last of the actions, shape (steps, 1), of actions of shape (steps, actions)."""
        return {ARM: actions[:, -1:]}

    def get_subtask_term_signals(self, env_ids: Sequence[int] | None = None) -> dict[str, torch.Tensor]:
        """Whether the first cube is held, stacked, and the second held, each of shape (number of environments, 1)."""
        rows = slice(None) if env_ids is None else env_ids
        ended: Any = self.obs_buf["subtask_terms"]
        return {name: ended[name][rows] for name in ("grasp_1", "grasp_2", "stack_1")}

    def get_expected_attached_object(self, eef_name: str, subtask_index: int, env_cfg: Any) -> str | None:
        """Name of the cube that the gripper holds as a part of the work begins, None where it holds none.

        Args:
            eef_name: Name of the end effector.
            subtask_index: Number of the part.
            env_cfg: Config whose ``subtask_configs`` say what the parts are.
        """
        parts = env_cfg.subtask_configs.get(eef_name, [])
        if not 0 < subtask_index < len(parts):
            return None
        before, now = parts[subtask_index - 1], parts[subtask_index]
        is_carried = "stack" in str(now.subtask_term_signal) and "grasp" in str(before.subtask_term_signal)
        return before.object_ref if is_carried else None

    def target_eef_pose_to_action(
        self,
        target_eef_pose_dict: dict[str, torch.Tensor],
        gripper_action_dict: dict[str, torch.Tensor],
        action_noise_dict: dict[str, Any] | None = None,
        env_id: int = 0,
    ) -> torch.Tensor:
        """Change of the pose in the frame of the environment [m, rad], within +-1 if noise is added, shape (7,)."""
        target_pos, target_rot = unmake_pose(target_eef_pose_dict[ARM])
        pos, rot = unmake_pose(self.get_robot_eef_pose(ARM, [env_id])[0])
        change = torch.cat([target_pos - pos, axis_angle_from_quat(quat_from_matrix(target_rot @ rot.mT))])
        if action_noise_dict is not None and action_noise_dict[ARM] is not None:
            change = (change + action_noise_dict[ARM] * torch.randn_like(change)).clamp(-1.0, 1.0)
        return torch.cat([change, gripper_action_dict[ARM]])

    def action_to_target_eef_pose(self, action: torch.Tensor) -> dict[str, torch.Tensor]:
        """Pose now in the frames of the environments [m], changed by actions of shape (number of environments, 7)."""
        pos, rot = unmake_pose(self.get_robot_eef_pose(ARM))
        angle = action[:, 3:6].norm(dim=-1)
        axis = action[:, 3:6] / angle.clamp(min=1e-8)[:, None]
        turn = matrix_from_quat(quat_from_angle_axis(angle, axis))
        return {ARM: make_pose(pos + action[:, :3], turn @ rot)}


class FrankaCubeStackIKAbsMimicEnv(ManagerBasedRLMimicEnv):
    """Actions are poses of the hand: a position [m], a quaternion, and a gripper."""

    get_robot_eef_pose = FrankaCubeStackIKRelMimicEnv.get_robot_eef_pose
    actions_to_gripper_actions = FrankaCubeStackIKRelMimicEnv.actions_to_gripper_actions
    get_subtask_term_signals = FrankaCubeStackIKRelMimicEnv.get_subtask_term_signals

    def target_eef_pose_to_action(
        self,
        target_eef_pose_dict: dict[str, torch.Tensor],
        gripper_action_dict: dict[str, torch.Tensor],
        action_noise_dict: dict[str, Any] | None = None,
        env_id: int = 0,
    ) -> torch.Tensor:
        """The pose in the frame of the environment [m], and the gripper, shape (8,)."""
        position, rotation = unmake_pose(target_eef_pose_dict[ARM])
        pose = torch.cat([position, quat_from_matrix(rotation)])
        if action_noise_dict is not None and action_noise_dict[ARM] is not None:
            pose = pose + action_noise_dict[ARM] * torch.randn_like(pose)
        return torch.cat([pose, gripper_action_dict[ARM]])

    def action_to_target_eef_pose(self, action: torch.Tensor) -> dict[str, torch.Tensor]:
        """Poses in the frames of the environments [m] of actions, shape (number of environments, 8)."""
        return {ARM: make_pose(action[:, :3], matrix_from_quat(action[:, 3:7]))}


def set_stack_subtasks(cfg: Any, action_noise: float, is_planned: bool = False) -> None:
    """Say how demonstrations of stacking are cut and made.

    Args:
        cfg: Config that derives from :class:`~pippin.envs.mimic.MimicEnvCfg`.
        action_noise: Standard deviation of the noise on actions.
        is_planned: Whether ways between the parts are planned, so that none is led over, and the last part ends, too.
    """
    made = cfg.datagen_config
    made.name = "demo_src_stack_isaac_lab_task_D0"
    made.generation_guarantee = True
    made.generation_keep_failed = True
    made.generation_num_trials = 10
    made.generation_select_src_per_subtask = True
    made.generation_transform_first_robot_pose = False
    made.generation_interpolate_from_last_target_pose = True
    made.seed = 1
    last = "stack_2" if is_planned else None
    parts = (("cube_2", "grasp_1"), ("cube_1", "stack_1"), ("cube_3", "grasp_2"), ("cube_2", last))
    cfg.subtask_configs[ARM] = [
        SubTaskConfig(
            object_ref=cube,
            subtask_term_signal=signal,
            subtask_term_offset_range=(0, 0) if signal is None or is_planned else (10, 20),
            selection_strategy="nearest_neighbor_object",
            selection_strategy_kwargs={"nn_k": 3},
            action_noise=action_noise,
            num_interpolation_steps=0 if is_planned else 5,
            num_fixed_steps=0,
            apply_noise_during_interpolation=False,
        )
        for cube, signal in parts
    ]


def _set_relative(cfg: Any, is_planned: bool = False) -> None:
    set_stack_subtasks(cfg, action_noise=0.03, is_planned=is_planned)
    cfg.datagen_config.max_num_failures = 25
    said = ("Stack red cube on top of blue cube", "Grasp green cube", "Stack green cube on top of red cube")
    first, *_ = subtasks = cfg.subtask_configs[ARM]
    first.description = "Grasp red cube"
    for subtask, text in zip(subtasks, said, strict=False):
        subtask.next_subtask_description = text


def _set_unsaid(cfg: Any, kind: str) -> None:
    """Say the same where parts have no descriptions, of a kind of stack."""
    set_stack_subtasks(cfg, action_noise=0.03)
    cfg.datagen_config.name = f"isaac_lab_franka_stack_ik_rel_{kind}_D0"
    cfg.datagen_config.max_num_failures = 25


@configclass
class FrankaCubeStackIKRelMimicEnvCfg(stack_franka.FrankaCubeStackIkRelEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking, by changes of the hand's pose."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_relative(self)


@configclass
class FrankaCubeStackIKAbsMimicEnvCfg(stack_franka.FrankaCubeStackIkAbsEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking, by poses of the hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        set_stack_subtasks(self, action_noise=0.01)


@configclass
class FrankaCubeStackIKRelMimicEnvCfgV3(stack_version_3.FrankaCubeStackIkRelEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking as Isaac Lab 3.0.0 releases it, by changes of the hand's pose."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_relative(self)
        self.datagen_config.generation_keep_failed = False
        self.datagen_config.max_num_failures = None


@configclass
class FrankaCubeStackIKAbsMimicEnvCfgV3(stack_version_3.FrankaCubeStackIkAbsEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking as Isaac Lab 3.0.0 releases it, by poses of the hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        set_stack_subtasks(self, action_noise=0.01)


# -- with cameras ------------------------------------------------------------------------------------------------------


@configclass
class FrankaCubeStackIKRelVisuomotorMimicEnvCfg(stack_visuomotor.FrankaCubeStackVisuomotorEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking that cameras see."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_unsaid(self, "visuomotor")


@configclass
class FrankaCubeStackIKRelVisuomotorMimicEnvCfgV3(stack_visuomotor.NewerStackVisuomotorEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking that cameras see, as Isaac Lab 3.0.0 releases it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_unsaid(self, "visuomotor")
        self.datagen_config.generation_keep_failed = False
        self.datagen_config.max_num_failures = None


@configclass
class FrankaCubeStackIKRelVisuomotorCosmosMimicEnvCfg(
    stack_visuomotor.FrankaCubeStackVisuomotorCosmosEnvCfg, MimicEnvCfg
):
    """New demonstrations of stacking that cameras see with labels and normals."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_unsaid(self, "visuomotor_cosmos")


@configclass
class FrankaCubeStackIKRelVisuomotorCosmosMimicEnvCfgV3(stack_visuomotor.NewerStackVisuomotorCosmosEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking that cameras see with labels and normals, as Isaac Lab 3.0.0 releases it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_unsaid(self, "visuomotor_cosmos")
        self.datagen_config.max_num_failures = None


@configclass
class FrankaCubeStackIKRelBlueprintMimicEnvCfg(stack_blueprint.FrankaCubeStackBlueprintEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking that is written to pictures."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_unsaid(self, "blueprint")


@configclass
class FrankaCubeStackIKRelBlueprintMimicEnvCfgV3(stack_blueprint.NewerStackBlueprintEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking that is written to pictures, as Isaac Lab 3.0.0 releases it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_unsaid(self, "blueprint")
        self.datagen_config.max_num_failures = None


# -- whose ways are planned --------------------------------------------------------------------------------------------


@configclass
class FrankaCubeStackIKRelSkillgenEnvCfg(stack_planned.FrankaCubeStackSkillgenEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking, with planned ways between their parts."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_relative(self, is_planned=True)


@configclass
class FrankaCubeStackIKRelSkillgenEnvCfgV3(stack_planned.NewerStackSkillgenEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking with planned ways, as Isaac Lab 3.0.0 releases it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_relative(self, is_planned=True)
        self.datagen_config.max_num_failures = None


@configclass
class FrankaBinStackIKRelMimicEnvCfg(stack_planned.FrankaBinStackEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking in a bin."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_relative(self, is_planned=True)


@configclass
class FrankaBinStackIKRelMimicEnvCfgV3(stack_planned.NewerBinStackEnvCfg, MimicEnvCfg):
    """New demonstrations of stacking in a bin, as Isaac Lab 3.0.0 releases it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _set_relative(self, is_planned=True)
        self.datagen_config.max_num_failures = None
