"""Tasks that Isaac Lab 3.0.0 releases with other values than 2.3.2, by its names."""

from __future__ import annotations

from pippin.tasks.task import Task


def _velocity(name: str, prefix: str = "Isaac", newer_agents: tuple[str, ...] = ()) -> dict[str, Task]:
    """Walking with a robot, on both grounds; the agents for grounds of ``newer_agents`` differ from version 2's."""
    return {
        f"{prefix}-Velocity-{ground}-{name}": Task(
            f"velocity.version_3:{name}{ground}EnvCfg",
            f"{'version_3' if ground in newer_agents else 'velocity'}:{name}{ground}PPORunnerCfg",
        )
        for ground in ("Flat", "Rough")
    }


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
    **_velocity("AnymalD", newer_agents=("Rough",)),
    **_velocity("UnitreeGo2"),
    **_velocity("H1", newer_agents=("Flat", "Rough")),
    **_velocity("G1", newer_agents=("Rough",)),
    **_velocity("Cassie"),
    **_velocity("AnymalB", "IsaacContrib"),
    **_velocity("AnymalC", "IsaacContrib"),
    **_velocity("UnitreeA1", "IsaacContrib"),
    **_velocity("UnitreeGo1", "IsaacContrib"),
}
"""Each task by its name."""
