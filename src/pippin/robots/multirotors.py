"""Multirotors: the Iris, pushed by its thrusters, and the Crazyflie, pushed by forces that a program sets."""

from __future__ import annotations

import math

from pippin.actuators import ImplicitActuatorCfg, ThrusterCfg
from pippin.assets import ArticulationCfg, MultirotorCfg, make_allocation_matrix
from pippin.sim import UrdfFileCfg
from pippin.sim.schemas import ArticulationRootPropertiesCfg

from .descriptions import example_robot_data, own_description

_WEIGHT = 1.535 * 9.81
"""Weight of the description's links on Earth [N]."""

_ROTORS = [(0.13, -0.22, 0.023), (-0.13, 0.2, 0.023), (0.13, 0.22, 0.023), (-0.13, -0.2, 0.023)]
"""Positions of the description's rotors in the base link [m], whose centre of mass is its origin."""

_THRUST_CONSTANT = 8.54858e-6 * (2.0 * math.pi) ** 2
"""Thrust over the square of the revolutions per second [N s^2]; Gazebo's Iris has 8.54858e-6 N s^2/rad^2."""


def iris_cfg() -> MultirotorCfg:
    """3D Robotics' Iris quadrotor, hovering: 1.5 kg, four rotors of up to 6 N.

    Rotor 0 is at the front right, 1 at the back left, 2 at the front left and 3 at the back right. The constants of the
    rotors (thrust, torque, speed, delays) are those of Gazebo's model of the Iris in RotorS.
    """
    directions = [1, 1, -1, -1]
    torque_to_thrust_ratio = 0.016
    return MultirotorCfg(
        spawn=UrdfFileCfg(
            asset_path=example_robot_data("iris_description/robots/iris_simple.urdf"),
            fix_base=False,
            merge_fixed_joints=False,
            articulation_props=ArticulationRootPropertiesCfg(enabled_self_collisions=False),
        ),
        init_state=MultirotorCfg.InitialStateCfg(
            pos=(0.0, 0.0, 1.0), rps={".*": math.sqrt(_WEIGHT / 4.0 / _THRUST_CONSTANT)}
        ),
        actuators={
            "rotors": ThrusterCfg(
                thruster_names_expr=["iris__rotor_[0-3]"],
                thrust_range=(0.0, 6.0),
                rise_time_constant=0.0125,
                fall_time_constant=0.025,
                thrust_const_range=(_THRUST_CONSTANT, _THRUST_CONSTANT),
                torque_to_thrust_ratio=torque_to_thrust_ratio,
            )
        },
        allocation_matrix=make_allocation_matrix(_ROTORS, directions, torque_to_thrust_ratio),
        rotor_directions=directions,
    )


def crazyflie_cfg() -> ArticulationCfg:
    """Bitcraze's Crazyflie 2: 28 g. Its rotors turn freely and push nothing: programs push the body or the rotors."""
    return ArticulationCfg(
        spawn=UrdfFileCfg(
            asset_path=own_description("crazyflie.urdf"),
            fix_base=False,
            merge_fixed_joints=False,
            articulation_props=ArticulationRootPropertiesCfg(enabled_self_collisions=False),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.5), joint_vel={"m[13]_joint": 200.0, "m[24]_joint": -200.0}
        ),
        actuators={"dummy": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=0.0, damping=0.0)},
    )
