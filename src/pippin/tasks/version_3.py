"""Tasks that Isaac Lab 3.0.0 releases with other values than 2.3.2, by its names."""

from __future__ import annotations

from pippin.tasks.task import Task

CHANGED: dict[str, Task] = {
    "Isaac-Cartpole": Task("cartpole.version_3:CartpoleEnvCfg", "classic:CartpolePPORunnerCfg"),
    "Isaac-Cartpole-Direct": Task(
        "cartpole.direct_version_3:CartpoleEnvCfg",
        "classic:CartpoleDirectPPORunnerCfg",
        "cartpole.direct_version_3:CartpoleEnv",
    ),
    "Isaac-Ant": Task("locomotion.version_3:AntEnvCfg", "classic:AntPPORunnerCfg"),
    "Isaac-Ant-Direct": Task(
        "locomotion.direct_version_3:AntEnvCfg",
        "classic:AntDirectPPORunnerCfg",
        "locomotion.direct_version_3:LocomotionDirectEnv",
    ),
    "Isaac-Humanoid": Task("locomotion.version_3:HumanoidEnvCfg", "classic:HumanoidPPORunnerCfg"),
    "Isaac-Humanoid-Direct": Task(
        "locomotion.direct_version_3:HumanoidEnvCfg",
        "version_3:HumanoidDirectPPORunnerCfg",
        "locomotion.direct_version_3:LocomotionDirectEnv",
    ),
}
"""Each task by its name."""
