"""A hand turns a cube as a direct environment, as Isaac Lab 3.0.0 releases it: what differs from 2.3.2."""

from __future__ import annotations

from typing import Any

import torch

from pippin.sensors import JointWrenchSensor, JointWrenchSensorCfg
from pippin.tasks.engines import HandPhysicsCfg
from pippin.tasks.reorient import reorient_env as version_2
from pippin.tasks.reorient.mdp_version_3 import scatter_within_limits
from pippin.utils import as_torch, configclass


@configclass
class AllegroHandEnvCfg(version_2.AllegroHandEnvCfg):
    """An Allegro hand: targets of 16 joints; joints, cube, goal and fingertips seen."""

    joint_wrench: JointWrenchSensorCfg | None = None
    """Sensor of the wrenches that a critic sees."""

    def __post_init__(self) -> None:
        self.sim.physics = HandPhysicsCfg()


class ReorientDirectEnv(version_2.InHandManipulationEnv):
    """Turns a cube in a hand, whose joints begin on the way to places within their limits.

    Episodes that end log ``Metrics/success_rate``: of n goals reached, and the one that was not, n / (n + 1). Wrenches
    at fingertips are those of a sensor, in the frames of the joints.

    Raises:
        ValueError: The critic is to see wrenches, and the config has no sensor of them.
    """

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        if cfg.asymmetric_obs and cfg.joint_wrench is None:
            raise ValueError("The config has 'asymmetric_obs' without 'joint_wrench'; expected a JointWrenchSensorCfg.")
        super().__init__(cfg, render_mode, **kwargs)
        self.finger_wrench_bodies: list[int] = []
        if "joint_wrench" in self.scene.sensors:
            names, tips = self.scene.sensors["joint_wrench"].body_names, cfg.fingertip_body_names
            self.finger_wrench_bodies = sorted(names.index(name) for name in tips)

    def _setup_scene(self) -> None:
        super()._setup_scene()
        cfg: JointWrenchSensorCfg | None = self.cfg.joint_wrench  # type: ignore[attr-defined]
        if cfg is not None:
            self.scene.sensors["joint_wrench"] = JointWrenchSensor(cfg)

    def _fingertip_wrenches(self) -> torch.Tensor:
        data = self.scene.sensors["joint_wrench"].data
        parts = [as_torch(values)[:, self.finger_wrench_bodies] for values in (data.force, data.torque)]
        return torch.cat(parts, dim=-1).flatten(1)

    def _reset_idx(self, env_ids: Any) -> None:
        goals = self.successes[slice(None) if env_ids is None else env_ids]
        rate = (goals / (goals + 1.0)).mean()
        super()._reset_idx(env_ids)
        self.extras.setdefault("log", {})["Metrics/success_rate"] = rate

    def _scatter_joints(self, env_ids: Any) -> torch.Tensor:
        cfg = self.cfg
        return scatter_within_limits(self.hand, cfg.reset_dof_pos_noise, cfg.reset_dof_vel_noise, env_ids)
