"""The small classics: cartpole and ant."""

from __future__ import annotations

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import MjcfFileCfg, UrdfFileCfg
from pippin.sim.schemas import ArticulationRootPropertiesCfg

from .descriptions import newton_example, own_description


def cartpole_cfg() -> ArticulationCfg:
    """A pole that turns freely on a cart 2 m above the ground, upright at 0; effort drives the cart against damping."""
    return ArticulationCfg(
        spawn=UrdfFileCfg(
            asset_path=own_description("cartpole.urdf"),
            fix_base=True,
            merge_fixed_joints=False,
            articulation_props=ArticulationRootPropertiesCfg(enabled_self_collisions=False),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 2.0), joint_pos={"slider_to_cart": 0.0, "cart_to_pole": 0.0}
        ),
        actuators={
            "cart_actuator": ImplicitActuatorCfg(
                joint_names_expr=["slider_to_cart"], effort_limit_sim=400.0, stiffness=0.0, damping=10.0
            ),
            "pole_actuator": ImplicitActuatorCfg(
                joint_names_expr=["cart_to_pole"], effort_limit_sim=400.0, stiffness=0.0, damping=0.0
            ),
        },
    )


def ant_cfg() -> ArticulationCfg:
    """The classic ant with 8 joints that are driven by effort, as its policies expect."""
    return ArticulationCfg(
        spawn=MjcfFileCfg(
            asset_path=newton_example("nv_ant.xml"),
            fix_base=False,
            articulation_props=ArticulationRootPropertiesCfg(enabled_self_collisions=False),
            activate_contact_sensors=True,
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.5),
            joint_pos={"hip_.*": 0.0, "ankle_[14]": 0.785398, "ankle_[23]": -0.785398},
        ),
        actuators={"body": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=0.0, damping=0.0)},
    )
