"""Mechanisms with tendons, as files and as scenes."""

from __future__ import annotations

from pathlib import Path

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import MjcfFileCfg, SimulationContext, UsdFileCfg

NUM_ENVS = 3

HEADER = '#usda 1.0\n(\n    defaultPrim = "Robot"\n    upAxis = "Z"\n    metersPerUnit = 1\n)\n'


def body(name: str, schemas: str = "", attributes: str = "") -> str:
    """Prim of a body of 2 kg and 0.5 kg m^2 about each axis."""
    return f"""
    def Xform "{name}" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"{schemas}]
    )
    {{
        float physics:mass = 2
        float3 physics:diagonalInertia = (0.5, 0.5, 0.5)
        {attributes}
    }}
"""


def joint(kind: str, name: str, child: str, schema: str = "", attributes: str = "") -> str:
    """Prim of a joint from the base to a body, along or about its z axis."""
    schemas = f' (\n        prepend apiSchemas = ["{schema}"]\n    )' if schema else ""
    return f"""
    def Physics{kind}Joint "{name}"{schemas}
    {{
        rel physics:body0 = </Robot/base>
        rel physics:body1 = </Robot/{child}>
        {'uniform token physics:axis = "Z"' if kind != "Fixed" else ""}
        {attributes}
    }}
"""


def robot(*parts: str) -> str:
    """USD file of an articulation on a fixed base."""
    fixed = 'def PhysicsFixedJoint "root"\n    {\n        rel physics:body1 = </Robot/base>\n    }\n'
    return (
        HEADER
        + 'def Xform "Robot" (\n    prepend apiSchemas = ["PhysicsArticulationRootAPI"]\n)\n{\n'
        + body("base")
        + fixed
        + "".join(parts)
        + "}\n"
    )


ROOT_AXIS = """
        float[] physxTendon:cord:gearing = [1]
        token[] physxTendon:cord:jointAxis = ["rotZ"]
        float physxTendon:cord:stiffness = 4
        float physxTendon:cord:damping = 3
        float physxTendon:cord:limitStiffness = 30
        float physxTendon:cord:lowerLimit = -0.5
        float physxTendon:cord:upperLimit = 0.5
        float physxTendon:cord:offset = 0.1
        float physxTendon:cord:restLength = 0.2
"""
"""A tendon of PhysX at its root joint."""

COUPLED = robot(
    body("first"),
    body("second"),
    joint("Revolute", "near", "first", "PhysxTendonAxisRootAPI:cord", ROOT_AXIS),
    joint("Revolute", "far", "second", "PhysxTendonAxisAPI:cord", "float[] physxTendon:cord:gearing = [-2]"),
)
"""Two hinges; the length of the tendon is near - 2 far + 0.1."""

HANGING = robot(
    body("hook", ', "PhysxTendonAttachmentRootAPI:top"', "float physxTendon:top:stiffness = 100"),
    joint("Fixed", "mount", "hook", attributes="point3f physics:localPos0 = (0, 0, 1)"),
    body(
        "load",
        ', "PhysxTendonAttachmentLeafAPI:end"',
        """rel physxTendon:end:parentLink = </Robot/hook>
        token physxTendon:end:parentAttachment = "top"
        float physxTendon:end:gearing = 2
        float physxTendon:end:restLength = 1.5
        point3f physxTendon:end:localPos = (0, 0, 0.25)""",
    ),
    joint("Prismatic", "slide", "load"),
)
"""A load that hangs from a hook 1 m above the base by a tendon; its length is twice the distance."""

DRIVE = ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=0.0, damping=0.0)


def spawn(
    simulation: SimulationContext, path: Path, actuator: ImplicitActuatorCfg = DRIVE, num_envs: int = NUM_ENVS
) -> Articulation:
    """Play the articulation of a file in several environments.

    Args:
        simulation: Simulation to play it in.
        path: USD or MJCF file.
        actuator: Model of its drives.
        num_envs: Number of environments.
    """
    file = MjcfFileCfg(asset_path=str(path)) if path.suffix == ".xml" else UsdFileCfg(usd_path=str(path))
    InteractiveScene(InteractiveSceneCfg(num_envs=num_envs, env_spacing=3.0))
    cfg = ArticulationCfg(prim_path="{ENV_REGEX_NS}/Robot", spawn=file, actuators={"all": actuator})
    articulation = Articulation(cfg)
    simulation.reset()
    return articulation


def settle(simulation: SimulationContext, articulation: Articulation, steps: int) -> None:
    """Let time pass."""
    for _ in range(steps):
        articulation.write_data_to_sim()
        simulation.step(render=False)
        articulation.update(simulation.get_physics_dt())
