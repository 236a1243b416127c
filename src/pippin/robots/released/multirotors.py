"""NTNU's quadrotor: isaaclab_assets 3.0.0, robots/arl_robot_1.py."""

from __future__ import annotations

from pippin.actuators import ThrusterCfg
from pippin.assets import MultirotorCfg

from ..descriptions import own_description
from .files import legged, released_or_urdf

_ROTORS = ("back_left_prop", "back_right_prop", "front_left_prop", "front_right_prop")


def arl_robot_1_thruster_cfg() -> ThrusterCfg:
    """Rotors of the ARL Robot 1."""
    return ThrusterCfg(
        thrust_range=(0.1, 10.0),
        thrust_const_range=(9.26312e-06, 1.826312e-05),
        tau_inc_range=(0.05, 0.08),
        tau_dec_range=(0.005, 0.005),
        torque_to_thrust_ratio=0.07,
        thruster_names_expr=list(_ROTORS),
    )


def arl_robot_1_cfg() -> MultirotorCfg:
    """Quadrotor ARL Robot 1 of NTNU's Autonomous Robots Lab."""
    roll, pitch, yaw = (-0.13, -0.13, 0.13, 0.13), (-0.13, 0.13, 0.13, -0.13), (-0.07, 0.07, -0.07, 0.07)
    none = [0.0] * 4
    return MultirotorCfg(
        spawn=released_or_urdf(
            "Isaac/Robots/NTNU/ARL-Robot-1/arl_robot_1.usd",
            lambda: own_description("arl_robot_1.urdf"),
            fix_base=False,
            keep_links=".*",
            **legged(self_collisions=True),
        ),
        init_state=MultirotorCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.0),
            lin_vel=(0.0, 0.0, 0.0),
            ang_vel=(0.0, 0.0, 0.0),
            rot=(0.0, 0.0, 0.0, 1.0),
            rps=dict.fromkeys(_ROTORS, 200.0),
        ),
        actuators={"thrusters": arl_robot_1_thruster_cfg()},
        rotor_directions=[-1, 1, -1, 1],
        allocation_matrix=[none, list(none), [1.0] * 4, list(roll), list(pitch), list(yaw)],
    )
