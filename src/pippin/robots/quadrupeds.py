"""Quadrupeds: ANYbotics ANYmal C, Unitree Go2 and A1, standing."""

from __future__ import annotations

from pippin.actuators import DCMotorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import UrdfFileCfg
from pippin.sim.schemas import ArticulationRootPropertiesCfg

from .descriptions import example_robot_data


def _quadruped(path: str) -> UrdfFileCfg:
    return UrdfFileCfg(
        asset_path=example_robot_data(path),
        fix_base=False,
        merge_fixed_joints=True,
        articulation_props=ArticulationRootPropertiesCfg(enabled_self_collisions=False),
        activate_contact_sensors=True,
    )


def anymal_c_cfg() -> ArticulationCfg:
    """ANYbotics ANYmal C: 50 kg, 12 joints with ANYdrive motors (80 N m, 7.5 rad/s, 120 N m at stall)."""
    return ArticulationCfg(
        spawn=_quadruped("anymal_c_simple_description/urdf/anymal.urdf"),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.6),
            joint_pos={".*HAA": 0.0, ".*F_HFE": 0.4, ".*H_HFE": -0.4, ".*F_KFE": -0.8, ".*H_KFE": 0.8},
        ),
        actuators={
            "legs": DCMotorCfg(
                joint_names_expr=[".*HAA", ".*HFE", ".*KFE"],
                saturation_effort=120.0,
                effort_limit=80.0,
                velocity_limit=7.5,
                stiffness=300.0,
                damping=8.0,
                armature=0.05,
            )
        },
        soft_joint_pos_limit_factor=0.95,
    )


def _unitree(path: str, height: float, effort: float, velocity: float) -> ArticulationCfg:
    """A small Unitree quadruped, which all share the names of their joints and their stance."""
    return ArticulationCfg(
        spawn=_quadruped(path),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, height),
            joint_pos={
                ".*L_hip_joint": 0.1,
                ".*R_hip_joint": -0.1,
                "F.*_thigh_joint": 0.8,
                "R.*_thigh_joint": 1.0,
                ".*_calf_joint": -1.5,
            },
        ),
        actuators={
            "base_legs": DCMotorCfg(
                joint_names_expr=[".*_hip_joint", ".*_thigh_joint", ".*_calf_joint"],
                saturation_effort=effort,
                effort_limit=effort,
                velocity_limit=velocity,
                stiffness=80.0,
                damping=2.0,
                armature=0.01,
            )
        },
        soft_joint_pos_limit_factor=0.9,
    )


def unitree_go2_cfg() -> ArticulationCfg:
    """Unitree Go2: 15 kg, 12 joints."""
    return _unitree("go2_description/urdf/go2.urdf", height=0.4, effort=23.5, velocity=30.0)


def unitree_a1_cfg() -> ArticulationCfg:
    """Unitree A1: 12 kg, 12 joints."""
    return _unitree("a1_description/urdf/a1.urdf", height=0.42, effort=33.5, velocity=21.0)
