"""All tasks, by the names that Isaac Lab 2.3.2 and 3.0.0 release, in Gymnasium's registry.

Registering imports no task: its config and its class are named, and imported when it is made.
"""

from __future__ import annotations

import re
from functools import partial
from importlib import import_module
from typing import Any

import gymnasium

from pippin.tasks.absent import tell_reasons
from pippin.tasks.task import Task
from pippin.tasks.version_3 import CHANGED, NEW, RELATIVE_STACKS

_HERE = __name__.rpartition(".")[0]
"""Package of the tasks: Pippin's, or its counterpart in an older dialect."""

_ENVS = f"{_HERE.rpartition('.')[0]}.envs"
_AGENTS = "pippin.learning.agents"
_MANAGER_BASED = f"{_ENVS}:ManagerBasedRLEnv"


def _velocity(robot: str, module: str, name: str) -> dict[str, Task]:
    """Walking with a robot, on both grounds, to learn and to look at; ANYmals with mirror images, too."""
    tasks = {}
    for ground in ("Flat", "Rough"):
        mirrored = ("with_symmetry", f"mirrored:{name}{ground}PPORunnerWithSymmetryCfg")
        taught = ("distillation", f"mirrored:{name}{ground}DistillationRunnerCfg")
        more = (*((mirrored,) if "Anymal" in name else ()), *((taught,) if name + ground == "AnymalDFlat" else ()))
        for suffix, word in (("", ""), ("_PLAY", "-Play")):
            tasks[f"Isaac-Velocity-{ground}-{robot}{word}-v0"] = Task(
                f"velocity.{module}:{name}{ground}EnvCfg{suffix}",
                f"velocity:{name}{ground}PPORunnerCfg",
                more_agents=more,
            )
    return tasks


def _arm(name: str, config: str, agent: str) -> dict[str, Task]:
    """A task of an arm, to learn and to look at."""
    config, agent = f"manipulation.{config}EnvCfg", f"manipulation:{agent}"
    return {f"{name}-v0": Task(config, agent), f"{name}-Play-v0": Task(f"{config}_PLAY", agent)}


def _showcase() -> dict[str, Task]:
    """Cartpole with each kind of observation and of action, seen by its joints or by a camera."""
    tasks = {}
    for seen, observations in (
        ("", ("Box", "Discrete", "MultiDiscrete", "Dict", "Tuple")),
        ("Camera-", ("Box", "Dict", "Tuple")),
    ):
        camera = "_camera" if seen else ""
        agent = "CartpoleCameraDirectPPORunnerCfg" if seen else "CartpoleShowcasePPORunnerCfg"
        for observed in observations:
            for acted in ("Box", "Discrete", "MultiDiscrete"):
                tasks[f"Isaac-Cartpole-{seen}Showcase-{observed}-{acted}-Direct-v0"] = Task(
                    f"cartpole.cartpole{camera}_showcase_env_cfg:{observed}{acted}EnvCfg",
                    f"classic:{agent}",
                    f"cartpole.cartpole_showcase_env:Cartpole{seen.removesuffix('-')}ShowcaseEnv",
                    shows_images=bool(seen),
                    spaces=(observed, acted),
                )
    return tasks


TASKS: dict[str, Task] = {
    "Isaac-Cartpole-v0": Task(
        "cartpole.cartpole_env_cfg:CartpoleEnvCfg",
        "classic:CartpolePPORunnerCfg",
        more_agents=(("with_symmetry", "mirrored:CartpolePPORunnerWithSymmetryCfg"),),
    ),
    "Isaac-Cartpole-Direct-v0": Task(
        "cartpole.cartpole_env:CartpoleEnvCfg",
        "classic:CartpoleDirectPPORunnerCfg",
        "cartpole.cartpole_env:CartpoleEnv",
    ),
    **{
        f"Isaac-Cartpole-{seen}-v0": Task(
            f"cartpole.cartpole_camera_env_cfg:Cartpole{seen}CameraEnvCfg",
            "classic:CartpoleCameraPPORunnerCfg",
            shows_images=True,
        )
        for seen in ("RGB", "Depth")
    },
    "Isaac-Cartpole-RGB-ResNet18-v0": Task(
        "cartpole.cartpole_camera_env_cfg:CartpoleResNet18CameraEnvCfg",
        own_agents=(("rl_games", "images:rl_games_feature_cfg"),),
    ),
    **{
        f"Isaac-Cartpole-{seen}-Camera-Direct-v0": Task(
            f"cartpole.cartpole_camera_env:Cartpole{seen}CameraEnvCfg",
            "classic:CartpoleCameraDirectPPORunnerCfg",
            "cartpole.cartpole_camera_env:CartpoleCameraEnv",
            shows_images=True,
        )
        for seen in ("RGB", "Depth")
    },
    **_showcase(),
    "Isaac-Ant-v0": Task("locomotion.ant_env_cfg:AntEnvCfg", "classic:AntPPORunnerCfg"),
    "Isaac-Ant-Direct-v0": Task(
        "locomotion.ant_env:AntEnvCfg", "classic:AntDirectPPORunnerCfg", "locomotion.ant_env:AntEnv"
    ),
    "Isaac-Humanoid-v0": Task("locomotion.humanoid_env_cfg:HumanoidEnvCfg", "classic:HumanoidPPORunnerCfg"),
    "Isaac-Humanoid-Direct-v0": Task(
        "locomotion.humanoid_env:HumanoidEnvCfg",
        "classic:HumanoidDirectPPORunnerCfg",
        "locomotion.humanoid_env:HumanoidEnv",
    ),
    **{
        f"Isaac-Humanoid-AMP-{motion}-Direct-v0": Task(
            f"humanoid_amp.humanoid_amp_env_cfg:HumanoidAmp{motion}EnvCfg",
            environment="humanoid_amp.humanoid_amp_env:HumanoidAmpEnv",
            own_agents=(("skrl_amp", "imitation:skrl_amp_cfg", f"humanoid_amp_{motion.lower()}"),),
        )
        for motion in ("Dance", "Run", "Walk")
    },
    "Isaac-Quadcopter-Direct-v0": Task(
        "quadcopter.quadcopter_env:QuadcopterEnvCfg",
        "classic:QuadcopterPPORunnerCfg",
        "quadcopter.quadcopter_env:QuadcopterEnv",
    ),
    "Isaac-Cart-Double-Pendulum-Direct-v0": Task(
        "cart_double_pendulum.cart_double_pendulum_env:CartDoublePendulumEnvCfg",
        "classic:CartDoublePendulumPPORunnerCfg",
        environment="cart_double_pendulum.cart_double_pendulum_env:CartDoublePendulumEnv",
    ),
    **_arm("Isaac-Reach-Franka", "reach_robots:FrankaReach", "FrankaReachPPORunnerCfg"),
    "Isaac-Reach-Franka-IK-Abs-v0": Task("manipulation.reach_robots:FrankaReachIkAbsEnvCfg"),
    "Isaac-Reach-Franka-IK-Rel-v0": Task("manipulation.reach_robots:FrankaReachIkRelEnvCfg"),
    **_arm("Isaac-Reach-Franka-OSC", "reach_robots:FrankaReachOsc", "FrankaReachPPORunnerCfg"),
    **_arm("Isaac-Reach-UR10", "reach_robots:UR10Reach", "UR10ReachPPORunnerCfg"),
    **_arm("Isaac-Reach-OpenArm", "reach_robots:OpenArmReach", "OpenArmReachPPORunnerCfg"),
    **_arm("Isaac-Reach-OpenArm-Bi", "reach_bimanual:OpenArmBiReach", "OpenArmBiReachPPORunnerCfg"),
    **_arm("Isaac-Deploy-Reach-UR10e", "reach_deployed:UR10eReach", "UR10eReachPPORunnerCfg"),
    "Isaac-Deploy-Reach-UR10e-ROS-Inference-v0": Task(
        "manipulation.reach_deployed:UR10eReachROSInferenceEnvCfg", "manipulation:UR10eReachPPORunnerCfg"
    ),
    **_arm("Isaac-Lift-Cube-Franka", "lift_franka:FrankaCubeLift", "LiftCubePPORunnerCfg"),
    "Isaac-Lift-Cube-Franka-IK-Abs-v0": Task("manipulation.lift_franka:FrankaCubeLiftIkAbsEnvCfg"),
    "Isaac-Lift-Cube-Franka-IK-Rel-v0": Task("manipulation.lift_franka:FrankaCubeLiftIkRelEnvCfg"),
    **_arm("Isaac-Lift-Cube-OpenArm", "lift_openarm:OpenArmCubeLift", "OpenArmLiftCubePPORunnerCfg"),
    "Isaac-Stack-Cube-Franka-v0": Task("manipulation.stack_franka:FrankaCubeStackEnvCfg"),
    "Isaac-Stack-Cube-Franka-IK-Abs-v0": Task("manipulation.stack_franka:FrankaCubeStackIkAbsEnvCfg"),
    "Isaac-Stack-Cube-Franka-IK-Rel-v0": Task("manipulation.stack_franka:FrankaCubeStackIkRelEnvCfg"),
    **{
        f"Isaac-Stack-Cube-Franka-IK-Rel-{kind}-v0": Task(
            f"manipulation.stack_visuomotor:FrankaCubeStack{kind.replace('-', '')}EnvCfg"
        )
        for kind in ("Visuomotor", "Visuomotor-Cosmos")
    },
    "Isaac-Stack-Cube-Franka-IK-Rel-Blueprint-v0": Task("manipulation.stack_blueprint:FrankaCubeStackBlueprintEnvCfg"),
    **{
        f"Isaac-Stack-Cube-Instance-Randomize-Franka{suffix}-v0": Task(
            f"manipulation.stack_instances:FrankaCubeStackInstanceRandomize{word}EnvCfg"
        )
        for suffix, word in (("", ""), ("-IK-Rel", "IkRel"))
    },
    **{
        f"Isaac-Stack-Cube-Franka-IK-{kind}-Mimic-v0": Task(
            f"mimic.stack:FrankaCubeStackIK{kind}MimicEnvCfg",
            environment=f"mimic.stack:FrankaCubeStackIK{kind}MimicEnv",
        )
        for kind in ("Abs", "Rel")
    },
    **{
        f"Isaac-Stack-Cube-{name}-v0": Task(
            f"mimic.stack:Franka{config}EnvCfg", environment="mimic.stack:FrankaCubeStackIKRelMimicEnv"
        )
        for name, config in RELATIVE_STACKS.items()
    },
    **_arm("Isaac-Open-Drawer-Franka", "cabinet_franka:FrankaCabinet", "CabinetPPORunnerCfg"),
    "Isaac-Open-Drawer-Franka-IK-Abs-v0": Task("manipulation.cabinet_franka:FrankaCabinetIkAbsEnvCfg"),
    "Isaac-Open-Drawer-Franka-IK-Rel-v0": Task("manipulation.cabinet_franka:FrankaCabinetIkRelEnvCfg"),
    **_arm("Isaac-Open-Drawer-OpenArm", "cabinet_openarm:OpenArmCabinet", "OpenArmCabinetPPORunnerCfg"),
    "Isaac-Franka-Cabinet-Direct-v0": Task(
        "manipulation.cabinet_direct_env:FrankaCabinetEnvCfg",
        "manipulation:FrankaCabinetDirectPPORunnerCfg",
        "manipulation.cabinet_direct_env:FrankaCabinetEnv",
    ),
    **{
        f"Isaac-Factory-{task}-Direct-v0": Task(
            f"factory.factory_env_cfg:FactoryTask{task}Cfg",
            environment="factory.factory_env:FactoryEnv",
            own_agents=(("rl_games", "recurrent:factory_cfg"),),
        )
        for task in ("PegInsert", "GearMesh", "NutThread")
    },
    **{
        f"Isaac-Forge-{task}-Direct-v0": Task(
            f"forge.forge_env_cfg:ForgeTask{task}Cfg",
            environment="forge.forge_env:ForgeEnv",
            own_agents=(("rl_games", "recurrent:forge_nut_cfg" if task == "NutThread" else "recurrent:forge_cfg"),),
        )
        for task in ("PegInsert", "GearMesh", "NutThread")
    },
    "Isaac-Shadow-Hand-Over-Direct-v0": Task(
        "reorient.hand_over_env:ShadowHandOverEnvCfg",
        "manipulation:ShadowHandOverPPORunnerCfg",
        "reorient.hand_over_env:ShadowHandOverEnv",
    ),
    "Isaac-Repose-Cube-Allegro-Direct-v0": Task(
        "reorient.reorient_env:AllegroHandEnvCfg",
        "manipulation:AllegroHandPPORunnerCfg",
        "reorient.reorient_env:InHandManipulationEnv",
    ),
    "Isaac-Repose-Cube-Allegro-v0": Task(
        "reorient.inhand_env_cfg:AllegroCubeEnvCfg", "manipulation:AllegroCubePPORunnerCfg"
    ),
    "Isaac-Repose-Cube-Allegro-Play-v0": Task(
        "reorient.inhand_env_cfg:AllegroCubeEnvCfg_PLAY", "manipulation:AllegroCubePPORunnerCfg"
    ),
    "Isaac-Repose-Cube-Allegro-NoVelObs-v0": Task(
        "reorient.inhand_env_cfg:AllegroCubeNoVelObsEnvCfg", "manipulation:AllegroCubeNoVelObsPPORunnerCfg"
    ),
    "Isaac-Repose-Cube-Allegro-NoVelObs-Play-v0": Task(
        "reorient.inhand_env_cfg:AllegroCubeNoVelObsEnvCfg_PLAY", "manipulation:AllegroCubeNoVelObsPPORunnerCfg"
    ),
    "Isaac-Repose-Cube-Shadow-Direct-v0": Task(
        "reorient.shadow_hand_env_cfg:ShadowHandEnvCfg",
        "manipulation:ShadowHandPPORunnerCfg",
        "reorient.reorient_env:InHandManipulationEnv",
    ),
    "Isaac-Repose-Cube-Shadow-OpenAI-LSTM-Direct-v0": Task(
        "reorient.shadow_hand_env_cfg:ShadowHandOpenAIEnvCfg",
        environment="reorient.reorient_env:InHandManipulationEnv",
        own_agents=(("rl_games", "recurrent:shadow_hand_cfg"),),
    ),
    "Isaac-Repose-Cube-Shadow-OpenAI-FF-Direct-v0": Task(
        "reorient.shadow_hand_env_cfg:ShadowHandOpenAIEnvCfg",
        "manipulation:ShadowHandAsymFFPPORunnerCfg",
        "reorient.reorient_env:InHandManipulationEnv",
    ),
    **{
        f"Isaac-Repose-Cube-Shadow-Vision-Direct{word}-v0": Task(
            f"reorient.shadow_hand_vision_env:ShadowHandVisionEnv{suffix}Cfg",
            "manipulation:ShadowHandVisionFFPPORunnerCfg",
            "reorient.shadow_hand_vision_env:ShadowHandVisionEnv",
        )
        for suffix, word in (("", ""), ("Play", "-Play"))
    },
    **{
        f"Isaac-Dexsuite-Kuka-Allegro-{goal}{word}-v0": Task(
            f"dexsuite.kuka_allegro:DexsuiteKukaAllegro{goal}EnvCfg{suffix}",
            "manipulation:DexsuiteKukaAllegroPPORunnerCfg",
        )
        for goal in ("Lift", "Reorient")
        for suffix, word in (("", ""), ("_PLAY", "-Play"))
    },
    **{
        f"Isaac-TrackPositionNoObstacles-ARL-Robot-1{word}-v0": Task(
            f"drone_arl.track_position_env_cfg:NoObstacleEnvCfg{suffix}",
            "classic:TrackPositionNoObstaclesEnvPPORunnerCfg",
        )
        for suffix, word in (("", ""), ("_PLAY", "-Play"))
    },
    "Isaac-Navigation-Flat-Anymal-C-v0": Task(
        "navigation.navigation_env_cfg:NavigationEnvCfg", "velocity:NavigationEnvPPORunnerCfg"
    ),
    "Isaac-Navigation-Flat-Anymal-C-Play-v0": Task(
        "navigation.navigation_env_cfg:NavigationEnvCfg_PLAY", "velocity:NavigationEnvPPORunnerCfg"
    ),
    "Isaac-Velocity-Flat-Anymal-C-Direct-v0": Task(
        "velocity.anymal_direct_env:AnymalCFlatEnvCfg",
        "velocity:AnymalCFlatDirectPPORunnerCfg",
        "velocity.anymal_direct_env:AnymalCEnv",
    ),
    "Isaac-Velocity-Rough-Anymal-C-Direct-v0": Task(
        "velocity.anymal_direct_env:AnymalCRoughEnvCfg",
        "velocity:AnymalCRoughDirectPPORunnerCfg",
        "velocity.anymal_direct_env:AnymalCEnv",
    ),
    "Isaac-Velocity-Flat-Spot-v0": Task("velocity.spot:SpotFlatEnvCfg", "velocity:SpotFlatPPORunnerCfg"),
    "Isaac-Velocity-Flat-Spot-Play-v0": Task("velocity.spot:SpotFlatEnvCfg_PLAY", "velocity:SpotFlatPPORunnerCfg"),
    **_velocity("Anymal-B", "quadrupeds", "AnymalB"),
    **_velocity("Anymal-C", "quadrupeds", "AnymalC"),
    **_velocity("Anymal-D", "quadrupeds", "AnymalD"),
    **_velocity("Unitree-A1", "quadrupeds", "UnitreeA1"),
    **_velocity("Unitree-Go1", "quadrupeds", "UnitreeGo1"),
    **_velocity("Unitree-Go2", "quadrupeds", "UnitreeGo2"),
    **_velocity("H1", "bipeds", "H1"),
    **_velocity("G1", "bipeds", "G1"),
    **_velocity("Cassie", "bipeds", "Cassie"),
}
"""Each task by its name."""


_CONTRIBUTED = (
    *("Isaac-Reach-Franka-IK-Abs", "Isaac-Lift-Cube-Franka", "Isaac-Lift-Cube-Franka-IK-Abs"),
    *("Isaac-Open-Drawer-Franka-IK-Abs", "Isaac-Open-Drawer-Franka-IK-Rel"),
    *("Isaac-Lift-Cube-Franka-IK-Rel", "AnymalB", "AnymalC", "UnitreeA1", "UnitreeGo1"),
    *("Isaac-Stack-Cube-Franka", "Isaac-Stack-Cube-Franka-IK-Abs", "Isaac-Stack-Cube-Franka-IK-Rel"),
    "Isaac-TrackPositionNoObstacles-ARL-Robot-1",
    *("Isaac-Lift-Cube-OpenArm", "Isaac-Reach-OpenArm", "Isaac-Deploy-Reach-UR10e", "Spot"),
)
"""Names, or their last word, of what Isaac Lab 3 has apart from its core."""


def _name_of_version_3(name: str) -> str | None:
    """Name that Isaac Lab 3.0.0 gives a task of version 2; None if it has no such task."""
    renamed = {
        "Isaac-Cart-Double-Pendulum-Direct-v0": "Isaac-Pendulum-MARL-Direct",
        "Isaac-Repose-Cube-Allegro-Direct-v0": "Isaac-Reorient-Cube-Allegro-Direct",
        "Isaac-Franka-Cabinet-Direct-v0": "Isaac-Open-Drawer-Franka-Direct",
        "Isaac-Navigation-Flat-Anymal-C-v0": "IsaacContrib-Navigation-Flat-AnymalC",
        "Isaac-Reach-OpenArm-Bi-v0": "IsaacContrib-Reach-OpenArmBi",
        "Isaac-Velocity-Flat-Anymal-C-Direct-v0": "IsaacContrib-Velocity-Flat-AnymalC-Direct",
        "Isaac-Velocity-Rough-Anymal-C-Direct-v0": "IsaacContrib-Velocity-Rough-AnymalC-Direct",
    }
    if name in renamed:
        return renamed[name]
    absent = (
        *("Isaac-Dexsuite", "Isaac-Humanoid-AMP", "Isaac-Factory", "Isaac-Forge"),
        "Isaac-Quadcopter",
        *("Isaac-Cartpole-Showcase", "Isaac-Cartpole-Camera-Showcase"),
        "Isaac-Shadow-Hand-Over",
        "Isaac-Navigation",
        "Isaac-Reach-Franka-IK-Rel",
        "Isaac-Repose",
        *(f"Isaac-Stack-Cube-Franka-IK-Rel-{kind}" for kind in ("Visuomotor", "Blueprint", "Skillgen")),
        "Isaac-Cartpole-RGB-ResNet18",
        *("Isaac-Stack-Cube-Instance-Randomize", "Isaac-Open-Drawer-OpenArm", "Isaac-Deploy-Reach-UR10e-ROS"),
    )
    if "-Play-" in name or name.endswith("-Mimic-v0") or name.startswith(absent):
        return None
    name = re.sub(r"(Anymal|Unitree)-(\w+)-v0$", r"\1\2-v0", name).removesuffix("-v0")
    contributed = name in _CONTRIBUTED or name.rpartition("-")[2] in _CONTRIBUTED
    return name.replace("Isaac-", "IsaacContrib-", 1) if contributed else name


TASKS_OF_VERSION_3 = {
    renamed: name for name in TASKS if (renamed := _name_of_version_3(name)) is not None and renamed not in CHANGED
}
"""Names that Isaac Lab 3.0.0 gives tasks that are as they were, and their names here."""


def known_names() -> list[str]:
    """Names of all tasks, with those that Isaac Lab 3.0.0 gives them."""
    return [*TASKS, *CHANGED, *NEW, *TASKS_OF_VERSION_3]


def register_tasks() -> None:
    """Register all tasks with Gymnasium. Registered ones are replaced: the dialect that was imported last holds.

    Older dialects have no names of version 3: Gymnasium would refuse a program that registers another version of one.
    """
    tell_reasons()
    for name, task in TASKS.items():
        _register(name, task)
    newer = {**{name: TASKS[older] for name, older in TASKS_OF_VERSION_3.items()}, **CHANGED, **NEW}
    for name, task in newer.items():
        if name not in TASKS:
            gymnasium.registry.pop(name, None)
        if _HERE == "pippin.tasks":
            _register(name, task)
            _keep_apart(name)


def _keep_apart(name: str) -> None:
    """Let a name of version 3 lead to its own task: Gymnasium would make that of the same name with a version."""
    if f"{name}-v0" in TASKS:
        gymnasium.registry[f"{name}-v0"].version = None


def _register(name: str, task: Task) -> None:
    """Put a task into the registry, which refuses to take a name with and without a version through its function."""
    gymnasium.registry[name] = gymnasium.envs.registration.EnvSpec(
        id=name,
        entry_point=f"{_HERE}.{task.environment}" if task.environment else _MANAGER_BASED,
        disable_env_checker=True,
        kwargs={
            "env_cfg_entry_point": f"{_HERE}.{task.config}",
            **(_with_default(_agents_of(task)) if task.agent or task.own_agents else {}),
        },
    )


def _with_default(agents: dict[str, Any]) -> dict[str, Any]:
    """Agents, and the library that commands take where none is named."""
    first = next((name for name in ("rsl_rl", "skrl") if any(key.startswith(name) for key in agents)), "rl_games")
    return {**agents, "default_agent": first}


def _agents_of(task: Task) -> dict[str, Any]:
    """Configs of each learning library, of which those for RSL-RL are the model."""
    if task.own_agents:
        return {
            f"{key}_cfg_entry_point": partial(_of_library, *function.split(":"), *args)
            for key, function, *args in task.own_agents
        }
    agent = f"{_AGENTS}.{task.agent}"
    if task.spaces == ():
        function = "skrl_image_presets" if task.shows_images else "skrl_presets"
        return {"skrl_cfg_entry_point": partial(_of_library, "spaces", function, agent)}
    if task.spaces is not None:
        function = "skrl_image_cfg" if task.shows_images else "skrl_cfg"
        return {"skrl_cfg_entry_point": partial(_of_library, "spaces", function, agent, *task.spaces)}
    if task.shows_images:
        return {
            f"{library}_cfg_entry_point": partial(_of_library, "images", f"{library}_cfg", agent)
            for library in ("skrl", "rl_games")
        }
    return {
        "rsl_rl_cfg_entry_point": agent,
        **{f"rsl_rl_{key}_cfg_entry_point": f"{_AGENTS}.{path}" for key, path in task.more_agents},
        **{
            f"{key}_cfg_entry_point": partial(_of_library, "libraries", function, agent, *algorithm)
            for key, function, *algorithm in (
                ("skrl", "skrl_cfg"),
                ("skrl_ippo", "skrl_cfg", "IPPO"),
                ("skrl_mappo", "skrl_cfg", "MAPPO"),
                ("rl_games", "rl_games_cfg"),
                ("sb3", "sb3_cfg"),
            )
        },
    }


def _of_library(module: str, function: str, *args: Any) -> Any:
    return getattr(import_module(f"{_AGENTS}.{module}"), function)(*args)
