"""Closed chains: isaaclab_assets 3.0.0, robots/dr_legs.py and fourbar_pole.py.

Their USD files are those of the repository newton-assets, which Isaac Lab fetches from GitHub. Name a copy of it in the
environment variable ``NEWTON_ASSET_DIR``, as there.
"""

from __future__ import annotations

import os
from typing import Any

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import (
    MjcfFileCfg,
    PhysxArticulationCfg,
    PhysxRigidBodyCfg,
    UsdFileCfg,
    UsdPhysicsMeshCollisionCfg,
    UsdPhysicsRigidBodyCfg,
)
from pippin.utils.assets_root import newton_asset_dir

from ..descriptions import own_description

_LEG = ["j1_{0}_i", "j2_{0}_i", "j3_{0}_i", "j4_{0}_i", "j6_{0}_i", "j7_{0}_i", "j8_{0}_i"]
_LEG += [f"j{index}_{{0}}_o" for index in range(1, 9)]
_DRIVEN = ["j1_{0}_i", "j2_{0}_i", "j6_{0}_i", "j7_{0}_i", "j2_{0}_o", "j7_{0}_o"]

DR_LEGS_JOINT_ORDER = [name.format(side) for side in "lr" for name in _LEG]
"""Joints of DR Legs without those that close its loops."""

DR_LEGS_ACTUATED_JOINTS = [name.format(side) for side in "lr" for name in _DRIVEN]
"""Joints that motors drive."""

DR_LEGS_PASSIVE_JOINTS = [name for name in DR_LEGS_JOINT_ORDER if name not in DR_LEGS_ACTUATED_JOINTS]
"""Joints that follow the linkages."""


def dr_legs_implicit_pd_cfg() -> ArticulationCfg:
    """Disney Research's DR Legs."""
    return ArticulationCfg(
        spawn=UsdFileCfg(
            usd_path=f"{newton_asset_dir()}/disneyresearch/dr_legs/usd/dr_legs.usda",
            activate_contact_sensors=True,
            collision_props=UsdPhysicsMeshCollisionCfg(mesh_approximation_name="convexHull"),
            rigid_props=PhysxRigidBodyCfg(
                disable_gravity=False, max_depenetration_velocity=10.0, enable_gyroscopic_forces=True
            ),
            articulation_props=[PhysxArticulationCfg(enabled_self_collisions=True)],
            copy_from_source=False,
        ),
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 0.27), joint_pos={".*": 0.0}, joint_vel={".*": 0.0}),
        articulation_root_prim_path="/pelvis",
        actuators={
            "driven_joints": ImplicitActuatorCfg(
                joint_names_expr=list(DR_LEGS_ACTUATED_JOINTS),
                stiffness=5.0,
                damping=0.2,
                joint_effort_limit=3.1,
                joint_velocity_limit=100.0,
            ),
            "passive_joints": ImplicitActuatorCfg(
                joint_names_expr=list(DR_LEGS_PASSIVE_JOINTS),
                stiffness=0.0,
                damping=0.0,
                armature=0.0,
                friction=0.0,
                joint_effort_limit=400.0,
                joint_velocity_limit=100.0,
            ),
        },
    )


def _file_or_description(usd_path: str, description: str, **fields: Any) -> UsdFileCfg | MjcfFileCfg:
    """Spawn from a USD file where it is on this machine, or else from a description with its joints."""
    if os.path.isfile(usd_path):
        return UsdFileCfg(usd_path=usd_path, **fields)
    return MjcfFileCfg(asset_path=own_description(description), fix_base=True, **fields)


def fourbar_pole_cfg() -> ArticulationCfg:
    """A pole on the coupler of a linkage of four bars; Pippin's own where the file is not there."""
    limit: dict[str, Any] = {"joint_effort_limit": 400.0, "stiffness": 0.0}
    joints = ("ground_to_crank", "crank_to_coupler", "coupler_to_rocker", "coupler_to_pole")
    return ArticulationCfg(
        spawn=_file_or_description(
            f"{newton_asset_dir()}/fourbar_pole/usd/fourbar_pole.usda",
            "fourbar_pole.xml",
            rigid_props=[
                UsdPhysicsRigidBodyCfg(rigid_body_enabled=True),
                PhysxRigidBodyCfg(
                    max_linear_velocity=1000.0,
                    max_angular_velocity=1000.0,
                    max_depenetration_velocity=100.0,
                    enable_gyroscopic_forces=True,
                ),
            ],
            articulation_props=[PhysxArticulationCfg(enabled_self_collisions=False)],
        ),
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 1.5), joint_pos=dict.fromkeys(joints, 0.0)),
        actuators={
            "fourbar_actuator": ImplicitActuatorCfg(joint_names_expr=["ground_to_crank"], damping=10.0, **limit),
            "pole_actuator": ImplicitActuatorCfg(joint_names_expr=["coupler_to_pole"], damping=0.0, **limit),
        },
    )
