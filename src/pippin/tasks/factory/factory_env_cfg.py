"""A Panda that puts parts together. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.envs import DirectRLEnvCfg
from pippin.robots.released.assembly_parts import fingertip_panda_description
from pippin.robots.released.files import released_or_urdf
from pippin.scene import InteractiveSceneCfg
from pippin.sim import PhysxCfg, SimulationCfg
from pippin.sim.schemas import ArticulationRootPropertiesCfg
from pippin.sim.spawners import RigidBodyMaterialCfg
from pippin.utils import configclass

from .factory_tasks_cfg import FOLDER, FactoryTask, GearMesh, NutThread, PegInsert, part_properties

OBS_DIM_CFG = {
    "fingertip_pos": 3,
    "fingertip_pos_rel_fixed": 3,
    "fingertip_quat": 4,
    "ee_linvel": 3,
    "ee_angvel": 3,
}
"""Numbers of values of what the policy may see."""

STATE_DIM_CFG = {
    **OBS_DIM_CFG,
    "joint_pos": 7,
    "held_pos": 3,
    "held_pos_rel_fixed": 3,
    "held_quat": 4,
    "fixed_pos": 3,
    "fixed_quat": 4,
    "task_prop_gains": 6,
    "ema_factor": 1,
    "pos_threshold": 3,
    "rot_threshold": 3,
}
"""Numbers of values of what the critic may see."""


@configclass
class ObsRandCfg:
    """Noise of what is seen."""

    fixed_asset_pos = [0.001, 0.001, 0.001]
    """Standard deviation of where the policy takes what stays to be, drawn with each episode [m]."""


@configclass
class CtrlCfg:
    """The controller of the hand: a spring and a damper in space, and another in the null space of the arm."""

    ema_factor = 0.2
    """Share of a new action; the rest is that of the action before."""

    pos_action_bounds = [0.05, 0.05, 0.05]
    """How far from the top of what stays targets may be [m]."""
    rot_action_bounds = [1.0, 1.0, 1.0]

    pos_action_threshold = [0.02, 0.02, 0.02]
    """How far from the hand a target is at action 1 [m], and below, by what rotation vector [rad]."""
    rot_action_threshold = [0.097, 0.097, 0.097]

    reset_joints = [1.5178e-03, -1.9651e-01, -1.4364e-03, -1.9761, -2.7717e-04, 1.7796, 7.8556e-01]
    """Positions of the joints from which the hand is led to where it begins [rad]."""
    reset_task_prop_gains = [300, 300, 300, 20, 20, 20]
    """Stiffness while the hand closes [N/m and N m/rad]; dampers are twice its root, but for rotations a tenth."""
    reset_rot_deriv_scale = 10.0
    default_task_prop_gains: list = [100, 100, 100, 30, 30, 30]
    """Stiffness in an episode [N/m and N m/rad]; dampers are twice its root."""

    default_dof_pos_tensor = [-1.3003, -0.4015, 1.1791, -2.1493, 0.4001, 1.9425, 0.4754]
    """Where joints are drawn to as far as the hand is not moved [rad], by the gains below [1/s^2 and 1/s]."""
    kp_null = 10.0
    kd_null = 6.3246


@configclass
class FactoryEnvCfg(DirectRLEnvCfg):
    """Put parts together, by changes of the hand's pose."""

    decimation = 8
    action_space = 6
    observation_space = 21
    state_space = 72
    obs_order: list = ["fingertip_pos_rel_fixed", "fingertip_quat", "ee_linvel", "ee_angvel"]
    """What the policy sees before its last action; ``observation_space`` is set accordingly."""
    state_order: list = [
        "fingertip_pos",
        "fingertip_quat",
        "ee_linvel",
        "ee_angvel",
        "joint_pos",
        "held_pos",
        "held_pos_rel_fixed",
        "held_quat",
        "fixed_pos",
        "fixed_quat",
    ]
    """What the critic sees before the last action; ``state_space`` is set accordingly."""

    task_name: str = "peg_insert"
    task: FactoryTask = FactoryTask()
    obs_rand: ObsRandCfg = ObsRandCfg()
    ctrl: CtrlCfg = CtrlCfg()

    episode_length_s = 10.0
    sim: SimulationCfg = SimulationCfg(
        device="cuda:0",
        dt=1 / 120,
        gravity=(0.0, 0.0, -9.81),
        physx=PhysxCfg(bounce_threshold_velocity=0.2),
        physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0),
    )
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=128, env_spacing=2.0)
    robot: ArticulationCfg = ArticulationCfg(
        prim_path="/World/envs/env_.*/Robot",
        spawn=released_or_urdf(
            f"{FOLDER}/franka_mimic.usd",
            fingertip_panda_description,
            fix_base=True,
            articulation_props=ArticulationRootPropertiesCfg(
                enabled_self_collisions=False, solver_position_iteration_count=192, solver_velocity_iteration_count=1
            ),
            **{name: value for name, value in part_properties(1.0, True).items() if name != "mass_props"},
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            joint_pos={
                "panda_joint1": 0.00871,
                "panda_joint2": -0.10368,
                "panda_joint3": -0.00794,
                "panda_joint4": -1.49139,
                "panda_joint5": -0.00083,
                "panda_joint6": 1.38774,
                "panda_joint7": 0.0,
                "panda_finger_joint2": 0.04,
            }
        ),
        actuators={
            "panda_arm1": ImplicitActuatorCfg(
                joint_names_expr=["panda_joint[1-4]"],
                stiffness=0.0,
                damping=0.0,
                friction=0.0,
                armature=0.0,
                effort_limit_sim=87,
                velocity_limit_sim=124.6,
            ),
            "panda_arm2": ImplicitActuatorCfg(
                joint_names_expr=["panda_joint[5-7]"],
                stiffness=0.0,
                damping=0.0,
                friction=0.0,
                armature=0.0,
                effort_limit_sim=12,
                velocity_limit_sim=149.5,
            ),
            "panda_hand": ImplicitActuatorCfg(
                joint_names_expr=["panda_finger_joint[1-2]"],
                effort_limit_sim=40.0,
                velocity_limit_sim=0.04,
                stiffness=7500.0,
                damping=173.0,
                friction=0.1,
                armature=0.0,
            ),
        },
    )


@configclass
class FactoryTaskPegInsertCfg(FactoryEnvCfg):
    """Put a peg of 8 mm into its hole."""

    task_name = "peg_insert"
    task: FactoryTask = PegInsert()
    episode_length_s = 10.0


@configclass
class FactoryTaskGearMeshCfg(FactoryEnvCfg):
    """Put a gear onto its shaft, between two others."""

    task_name = "gear_mesh"
    task: FactoryTask = GearMesh()
    episode_length_s = 20.0


THREAD_SUBSTEPS = 4
"""Steps of the engine in one of the physics, with which threads hold: a nut of wedges strips with one."""


@configclass
class FactoryTaskNutThreadCfg(FactoryEnvCfg):
    """Screw a nut onto a bolt."""

    task_name = "nut_thread"
    task: FactoryTask = NutThread()
    episode_length_s = 30.0

    def __post_init__(self) -> None:
        """Let the engine make small steps."""
        self.sim.substeps = THREAD_SUBSTEPS
