"""Tasks that Isaac Lab 3.0.0 releases with other values than 2.3.2, or that 2.3.2 has not, by its names."""

from __future__ import annotations

from pippin.tasks.task import Task


def _velocity(name: str, prefix: str = "Isaac", newer_agents: tuple[str, ...] = ()) -> dict[str, Task]:
    """Walking with a robot, on both grounds; the agents for grounds of ``newer_agents`` differ from version 2's."""
    return {
        f"{prefix}-Velocity-{ground}-{name}": Task(
            f"velocity.version_3:{name}{ground}EnvCfg",
            f"{'version_3' if ground in newer_agents else 'velocity'}:{name}{ground}PPORunnerCfg",
            more_agents=_MORE_AGENTS.get(f"{name}{ground}", ()),
        )
        for ground in ("Flat", "Rough")
    }


_MORE_AGENTS = {
    **{
        f"{name}{ground}": (("with_symmetry", f"mirrored:{name}{ground}PPORunnerWithSymmetryCfg"),)
        for name in ("AnymalB", "AnymalC")
        for ground in ("Flat", "Rough")
    },
    "AnymalDRough": (("with_symmetry", "mirrored:AnymalDRoughVersion3PPORunnerWithSymmetryCfg"),),
    "AnymalDFlat": (
        ("with_symmetry", "mirrored:AnymalDFlatPPORunnerWithSymmetryCfg"),
        ("recurrent", "velocity:AnymalDFlatPPORunnerRecurrentCfg"),
        ("distillation", "mirrored:AnymalDFlatDistillationRunnerCfg"),
        ("distillation_recurrent", "mirrored:AnymalDFlatDistillationRunnerRecurrentCfg"),
    ),
}
"""Other configs for RSL-RL: learning from mirror images, with a memory, from a trained policy."""


RELATIVE_STACKS = {
    "Franka-IK-Rel-Visuomotor-Mimic": "CubeStackIKRelVisuomotorMimic",
    "Franka-IK-Rel-Visuomotor-Cosmos-Mimic": "CubeStackIKRelVisuomotorCosmosMimic",
    "Franka-IK-Rel-Blueprint-Mimic": "CubeStackIKRelBlueprintMimic",
    "Franka-IK-Rel-Skillgen": "CubeStackIKRelSkillgen",
    "Bin-Franka-IK-Rel-Mimic": "BinStackIKRelMimic",
}
"""Stacks by changes of the hand's pose for new demonstrations: what their names and those of their configs hold."""

_PLANNED_STACKS = ("Franka-IK-Rel-Skillgen", "Bin-Franka-IK-Rel-Mimic")
"""Those that version 3 names as its own."""


CHANGED: dict[str, Task] = {
    "Isaac-Cartpole": Task(
        "cartpole.version_3:CartpoleEnvCfg",
        "classic:CartpolePPORunnerCfg",
        more_agents=(("with_symmetry", "mirrored:CartpolePPORunnerWithSymmetryCfg"),),
    ),
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
    "Isaac-Reorient-Cube-Allegro-Direct": Task(
        "reorient.version_3:AllegroHandEnvCfg",
        "version_3:AllegroHandDirectPPORunnerCfg",
        "reorient.version_3:ReorientDirectEnv",
    ),
    "Isaac-Pendulum-MARL-Direct": Task(
        "cart_double_pendulum.version_3:PendulumMARLEnvCfg",
        "classic:CartDoublePendulumPPORunnerCfg",
        "cart_double_pendulum.version_3:PendulumMARLEnv",
    ),
    **{
        f"IsaacContrib-Velocity-{ground}-AnymalC-Direct": Task(
            f"velocity.anymal_direct_version_3:AnymalC{ground}EnvCfg",
            f"velocity:AnymalC{ground}DirectPPORunnerCfg",
            "velocity.anymal_direct_version_3:AnymalCEnv",
        )
        for ground in ("Flat", "Rough")
    },
    **_velocity("AnymalD", newer_agents=("Rough",)),
    **_velocity("UnitreeGo2"),
    **_velocity("H1", newer_agents=("Flat", "Rough")),
    **_velocity("G1", newer_agents=("Rough",)),
    **_velocity("Cassie"),
    **_velocity("AnymalB", "IsaacContrib"),
    **_velocity("AnymalC", "IsaacContrib"),
    **_velocity("UnitreeA1", "IsaacContrib"),
    **_velocity("UnitreeGo1", "IsaacContrib"),
    "IsaacContrib-Velocity-Flat-Spot": Task("velocity.spot:SpotFlatEnvCfgV3", "velocity:SpotFlatPPORunnerCfg"),
    "Isaac-Reach-Franka": Task("manipulation.reach_version_3:FrankaReachEnvCfg", "version_3:FrankaReachPPORunnerCfg"),
    "Isaac-Reach-Franka-OSC": Task(
        "manipulation.reach_version_3:FrankaReachOscEnvCfg", "version_3:FrankaReachOscPPORunnerCfg"
    ),
    "Isaac-Reach-UR10": Task("manipulation.reach_version_3:UR10ReachEnvCfg", "manipulation:UR10ReachPPORunnerCfg"),
    "IsaacContrib-Reach-Franka-IK-Abs": Task("manipulation.reach_version_3:FrankaReachIkAbsEnvCfg"),
    "IsaacContrib-Lift-Cube-Franka": Task(
        "manipulation.lift_version_3:FrankaCubeLiftEnvCfg", "version_3:LiftCubePPORunnerCfg"
    ),
    "IsaacContrib-Lift-Cube-Franka-IK-Abs": Task("manipulation.lift_version_3:FrankaCubeLiftIkAbsEnvCfg"),
    "IsaacContrib-Lift-Cube-Franka-IK-Rel": Task("manipulation.lift_version_3:FrankaCubeLiftIkRelEnvCfg"),
    "IsaacContrib-Stack-Cube-Franka": Task("manipulation.stack_version_3:FrankaCubeStackEnvCfg"),
    "IsaacContrib-Stack-Cube-Franka-IK-Abs": Task("manipulation.stack_version_3:FrankaCubeStackIkAbsEnvCfg"),
    "IsaacContrib-Stack-Cube-Franka-IK-Rel": Task("manipulation.stack_version_3:FrankaCubeStackIkRelEnvCfg"),
    **{
        f"Isaac-Stack-Cube-Franka-IK-{kind}-Mimic-v0": Task(
            f"mimic.stack:FrankaCubeStackIK{kind}MimicEnvCfgV3",
            environment=f"mimic.stack:FrankaCubeStackIK{kind}MimicEnv",
        )
        for kind in ("Abs", "Rel")
    },
    **{
        f"Isaac-Stack-Cube-{name}-v0": Task(
            f"mimic.stack:Franka{config}EnvCfgV3", environment="mimic.stack:FrankaCubeStackIKRelMimicEnv"
        )
        for name, config in RELATIVE_STACKS.items()
        if name not in _PLANNED_STACKS
    },
    "Isaac-Open-Drawer-Franka": Task(
        "manipulation.cabinet_version_3:FrankaCabinetEnvCfg", "manipulation:CabinetPPORunnerCfg"
    ),
    "Isaac-Open-Drawer-Franka-Direct": Task(
        "manipulation.cabinet_direct_version_3:FrankaCabinetDirectEnvCfg",
        "version_3:FrankaCabinetPPORunnerCfg",
        "manipulation.cabinet_direct_version_3:CabinetDirectEnv",
    ),
    "IsaacContrib-Open-Drawer-Franka-IK-Abs": Task(
        "manipulation.cabinet_version_3:FrankaCabinetIkAbsEnvCfg", "version_3:FrankaCabinetIKAbsPPORunnerCfg"
    ),
    "IsaacContrib-Open-Drawer-Franka-IK-Rel": Task(
        "manipulation.cabinet_version_3:FrankaCabinetIkRelEnvCfg", "version_3:FrankaCabinetIKRelPPORunnerCfg"
    ),
    "IsaacContrib-Navigation-Flat-AnymalC": Task(
        "navigation.version_3:NavigationEnvCfg", "velocity:NavigationEnvPPORunnerCfg"
    ),
}
"""Each task that 2.3.2 has with other values, by its name."""

NEW: dict[str, Task] = {
    **{
        f"IsaacContrib-Humanoid-AMP-{motion}-Direct": Task(
            f"humanoid_amp.version_3:HumanoidAmp{motion}EnvCfg",
            environment="humanoid_amp.version_3:HumanoidAmpEnv",
            own_agents=(("skrl_amp", "imitation:skrl_amp_cfg", f"humanoid_amp_{motion.lower()}"),),
        )
        for motion in ("Dance", "Run", "Walk")
    },
    "Isaac-Reorient-Cube-Shadow-Direct": Task(
        "reorient.tendon_hand_env:TendonShadowHandEnvCfg",
        "manipulation:TendonShadowHandPPORunnerCfg",
        "reorient.tendon_hand_env:TendonHandEnv",
    ),
    **{
        f"IsaacContrib-Factory-{task}-Direct": Task(
            f"factory.version_3:FactoryTask{task}Cfg",
            environment="factory.version_3:FactoryEnv",
            own_agents=(("rl_games", "recurrent:newer_factory_cfg"),),
        )
        for task in ("PegInsert", "GearMesh", "NutThread")
    },
    **{
        f"IsaacContrib-Forge-{task}-Direct": Task(
            f"forge.version_3:ForgeTask{task}Cfg",
            environment="forge.version_3:ForgeEnv",
            own_agents=(
                ("rl_games", "recurrent:newer_forge_nut_cfg" if task == "NutThread" else "recurrent:newer_forge_cfg"),
            ),
        )
        for task in ("PegInsert", "GearMesh", "NutThread")
    },
    "Isaac-Shadow-Handover-Direct": Task(
        "reorient.handover_version_3:HandoverEnvCfg",
        "version_3:HandoverPPORunnerCfg",
        "reorient.handover_version_3:HandoverEnv",
    ),
    "Isaac-Shadow-Handover": Task(
        "reorient.handover_version_3:HandoverManagerEnvCfg", "version_3:HandoverPPORunnerCfg"
    ),
    "IsaacContrib-Reorient-Cube-Shadow-OpenAI-FF-Direct": Task(
        "reorient.tendon_hand_env:TendonShadowHandOpenAIEnvCfg",
        "version_3:ShadowHandAsymFFPPORunnerCfg",
        "reorient.version_3:ReorientDirectEnv",
    ),
    "IsaacContrib-Reorient-Cube-Shadow-OpenAI-LSTM-Direct": Task(
        "reorient.tendon_hand_env:TendonShadowHandOpenAIEnvCfg",
        environment="reorient.version_3:ReorientDirectEnv",
        own_agents=(
            ("rsl_rl", "version_3:ShadowHandAsymLSTMPPORunnerCfg"),
            ("rl_games", "recurrent:shadow_hand_cfg"),
        ),
    ),
    "Isaac-Reorient-Cube-Shadow-Camera-Direct": Task(
        "reorient.shadow_hand_camera_version_3:ShadowHandCameraEnvCfg",
        "version_3:ShadowHandCameraFFPPORunnerCfg",
        "reorient.shadow_hand_camera_version_3:ShadowHandCameraEnv",
    ),
    "IsaacContrib-Reorient-Cube-Shadow-Camera-Benchmark-Direct": Task(
        "reorient.shadow_hand_camera_version_3:ShadowHandCameraBenchmarkEnvCfg",
        "version_3:ShadowHandCameraFFPPORunnerCfg",
        "reorient.shadow_hand_camera_version_3:ShadowHandCameraEnv",
    ),
    "Isaac-Reorient-Cube-Shadow-Camera": Task(
        "reorient.shadow_hand_camera_manager_version_3:ShadowHandCameraManagerEnvCfg",
        "version_3:ShadowHandCameraFFPPORunnerCfg",
    ),
    "Isaac-RenderBenchmark-Franka-Cabinet": Task(
        "render_benchmark.render_benchmark_env:RenderBenchmarkFrankaCabinetEnvCfg",
        environment="render_benchmark.render_benchmark_env:RenderBenchmarkEnv",
    ),
    "IsaacContrib-Navigation-3DObstacles-ARL-Robot-1": Task(
        "drone_arl.obstacles_env_cfg:FloatingObstacleEnvCfg", "version_3:ArlNavigationEnvPPORunnerCfg"
    ),
    "Isaac-Reorient-Cube-Shadow": Task(
        "reorient.manager_version_3:ShadowHandManagerEnvPresetCfg", "version_3:ShadowHandManagerPPORunnerCfg"
    ),
    "Isaac-Reorient-Cube-Allegro": Task(
        "reorient.manager_version_3:AllegroHandManagerEnvCfg", "version_3:AllegroHandManagerPPORunnerCfg"
    ),
    **{
        f"IsaacContrib-Stack-Cube-{order}-Franka-IK-Rel": Task(
            f"manipulation.stack_version_3:FrankaCubeStack{order}EnvCfg"
        )
        for order in ("RedGreen", "RedGreenBlue", "BlueGreen", "BlueGreenRed")
    },
    **{
        f"IsaacContrib-Stack-Cube-Franka-IK-Rel-{kind}": Task(
            f"manipulation.stack_visuomotor:NewerStack{kind.replace('-', '')}EnvCfg"
        )
        for kind in ("Visuomotor", "Visuomotor-Cosmos")
    },
    "IsaacContrib-Stack-Cube-Franka-IK-Rel-Blueprint": Task("manipulation.stack_blueprint:NewerStackBlueprintEnvCfg"),
    **{
        f"IsaacContrib-Stack-Cube-{name}": Task(
            f"mimic.stack:Franka{RELATIVE_STACKS[name]}EnvCfgV3",
            environment="mimic.stack:FrankaCubeStackIKRelMimicEnv",
        )
        for name in _PLANNED_STACKS
    },
    **{
        f"IsaacContrib-Stack-Cube-Instance-Randomize-Franka{suffix}": Task(
            f"manipulation.stack_instances:NewerInstanceRandomize{word}EnvCfg"
        )
        for suffix, word in (("", ""), ("-IK-Rel", "IkRel"))
    },
    **{
        f"Isaac-{goal}-KukaAllegro": Task(
            f"dexsuite.kuka_allegro_version_3:KukaAllegro{goal}EnvCfg",
            own_agents=(("rsl_rl", "version_3:LiftKukaAllegroPPORunnerCfg"),),
        )
        for goal in ("Lift", "Reorient")
    },
    **{
        f"Isaac-{goal}-KukaAllegro-Camera": Task(
            f"dexsuite.kuka_allegro_camera_version_3:KukaAllegro{goal}CameraEnvCfg",
            own_agents=(("rsl_rl", "version_3:LiftKukaAllegroCameraPPORunnerCfg"),),
        )
        for goal in ("Lift", "Reorient")
    },
    "Isaac-Lift-Franka": Task(
        "dexsuite.franka_version_3:FrankaLiftEnvCfg", own_agents=(("rsl_rl", "version_3:LiftFrankaPPORunnerCfg"),)
    ),
    "IsaacContrib-Open-Drawer-OpenArm": Task(
        "manipulation.cabinet_openarm:NewerOpenArmCabinetEnvCfg", "manipulation:OpenArmCabinetPPORunnerCfg"
    ),
    "IsaacContrib-Deploy-Reach-UR10e-ROS-Inference": Task(
        "manipulation.reach_deployed:NewerUR10eReachROSInferenceEnvCfg", "manipulation:UR10eReachPPORunnerCfg"
    ),
    "Isaac-Fourbar-Pole-Swingup": Task(
        "fourbar_pole.fourbar_pole_env_cfg:FourbarPoleSwingupEnvCfg", "classic:FourbarPolePPORunnerCfg"
    ),
    "Isaac-Cartpole-Camera": Task(
        "cartpole.camera_version_3:CartpoleCameraEnvCfg",
        own_agents=(("rsl_rl", "version_3:CartpoleCameraPPORunnerCfg"),),
    ),
    "Isaac-Cartpole-Camera-Direct": Task(
        "cartpole.direct_camera_version_3:CartpoleCameraEnvCfg",
        environment="cartpole.direct_camera_version_3:CartpoleCameraEnv",
        own_agents=(("rsl_rl", "version_3:CartpoleCameraDirectPPORunnerCfg"),),
    ),
    "IsaacContrib-Cartpole-Camera-Showcase-Direct": Task(
        "cartpole.direct_camera_version_3:CartpoleCameraShowcasePresetsEnvCfg",
        "classic:CartpoleCameraDirectPPORunnerCfg",
        "cartpole.direct_camera_version_3:CartpoleCameraShowcaseEnv",
        shows_images=True,
        spaces=(),
    ),
    "IsaacContrib-Cartpole-Showcase-Direct": Task(
        "cartpole.showcase_version_3:CartpoleShowcasePresetsEnvCfg",
        "classic:CartpoleShowcasePPORunnerCfg",
        "cartpole.showcase_version_3:CartpoleShowcaseEnv",
        spaces=(),
    ),
}
"""Each task that 2.3.2 has not, by its name."""
