"""Boston Dynamics Spot: isaaclab_assets 3.0.0, robots/spot.py."""

from __future__ import annotations

from typing import Any

from pippin.actuators import DelayedPDActuatorCfg, RemotizedPDActuatorCfg
from pippin.assets import ArticulationCfg

from ..descriptions import own_description
from .files import legged, released_or_urdf

FIRST_ANGLE, ANGLE_STEP = -2.7929, 0.025458
"""Knee angle of the first row of the table and the distance of rows, rad."""

KNEE_MOTOR_EFFORT = 1.5
"""Effort of the knee's motor ahead of its linkage, N m: the release's efforts are 1.5 times its ratios."""

# fmt: off
KNEE_RATIOS = (
    24.776718, 26.290108, 27.793369, 29.285997, 30.767536, 32.237423, 33.695168, 35.140221, 36.572052, 37.990086,
    39.393730, 40.782406, 42.155487, 43.512371, 44.852371, 46.174873, 47.479156, 48.764549, 50.030334, 51.275761,
    52.500103, 53.702587, 54.882442, 56.038860, 57.171028, 58.278133, 59.359314, 60.413738, 61.440529, 62.438812,
    63.407692, 64.346268, 65.253670, 66.128944, 66.971176, 67.779457, 68.552864, 69.290451, 69.991325, 70.654541,
    71.279190, 71.864319, 72.409088, 72.912567, 73.373871, 73.792130, 74.166512, 74.496147, 74.780251, 75.017998,
    75.208656, 75.351448, 75.445686, 75.490677, 75.485771, 75.430344, 75.323830, 75.165688, 74.955406, 74.692551,
    74.376694, 74.007477, 73.584579, 73.107742, 72.576752, 71.991455, 71.351707, 70.657486, 69.908813, 69.105721,
    68.248337, 67.336861, 66.371513, 65.352615, 64.280533, 63.155693, 61.978588, 60.749775, 59.469845, 58.139503,
    56.759487, 55.330616, 53.853729, 52.329796, 50.759762, 49.144699, 47.485737, 45.784004, 44.040764, 42.257267,
    40.434883, 38.574947, 36.678982, 34.748432, 32.784836, 30.789810, 28.764952, 26.711969, 24.632576, 22.528547,
    20.401667,
)
# fmt: on
"""Turns of the knee's motor for one of the knee, for each angle: measured by the Boston Dynamics AI Institute."""


def knee_parameters() -> list[list[float]]:
    """Angle (rad), transmission ratio and largest effort (N m) of the knee, one row for each angle."""
    return [
        [round(FIRST_ANGLE + ANGLE_STEP * row, 6), -ratio, round(KNEE_MOTOR_EFFORT * ratio, 6)]
        for row, ratio in enumerate(KNEE_RATIOS)
    ]


def spot_cfg() -> ArticulationCfg:
    """Boston Dynamics Spot without an arm."""
    gains: dict[str, Any] = {"stiffness": 60.0, "damping": 1.5, "min_delay": 0, "max_delay": 4}
    return ArticulationCfg(
        spawn=released_or_urdf(
            "Isaac/Robots/BostonDynamics/spot/spot.usd",
            lambda: own_description("spot.urdf"),
            fix_base=False,
            keep_links=".*_foot",
            **legged(self_collisions=True),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.5),
            joint_pos={"[fh]l_hx": 0.1, "[fh]r_hx": -0.1, "f[rl]_hy": 0.9, "h[rl]_hy": 1.1, ".*_kn": -1.5},
            joint_vel={".*": 0.0},
        ),
        actuators={
            "spot_hip": DelayedPDActuatorCfg(joint_names_expr=[".*_h[xy]"], actuator_effort_limit=45.0, **gains),
            "spot_knee": RemotizedPDActuatorCfg(
                joint_names_expr=[".*_kn"],
                joint_parameter_lookup=knee_parameters(),
                actuator_effort_limit=None,
                **gains,
            ),
        },
    )
