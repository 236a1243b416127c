"""Parts that released tasks put together, from the dimensions that these name, and the arm that does so.

The tasks of Isaac Lab 2.3.2's ``factory`` give diameters and heights; what they leave open, walls and masses, is an
estimate. Colliders are convex: a hole is a ring of wedges whose inner faces touch the circle of its diameter.
"""

from __future__ import annotations

import math
from pathlib import Path
from uuid import uuid4
from xml.etree.ElementTree import tostring

from pxr import Sdf, Usd, UsdPhysics

from pippin.assets import ArticulationCfg
from pippin.sim import MjcfFileCfg, UrdfFileCfg, UsdFileCfg
from pippin.utils.safe_xml import read_xml

from ..descriptions import example_robot_data
from ..renamed_description import renamed_description, write_description
from .arms import franka_actuators, franka_panda_cfg

PEG_DIAMETER, PEG_HEIGHT, PEG_CHAMFER = 0.007986, 0.050, 0.001
HOLE_DIAMETER, HOLE_HEIGHT, HOLE_CHAMFER = 0.0081, 0.025, 0.001
"""Diameters, heights and chamfers of the peg and the hole of 8 mm [m]."""

HOLE_WIDTH = 0.040
"""Outer diameter of the block that has the hole [m]."""

STIFF = 'solimp="0.99 0.999 0.0001 0.5 2" priority="1"'
"""Contacts of parts, which weigh a few grams and are held with 40 N: others would give way by millimetres."""

WEDGES = 24
"""Number of wedges around a hole."""

FINGERTIP = 0.0584 + 0.053671
"""Distance from the Panda's hand to the end of its fingers [m]: Isaac Gym's Factory, factory_control.py."""


def _mesh(name: str, points: list[tuple[float, float, float]]) -> tuple[str, str]:
    """Mesh that is the convex hull of points [m], and its collider, in MJCF."""
    vertices = " ".join(f"{value:.7f}" for point in points for value in point)
    return f'<mesh name="{name}" vertex="{vertices}"/>', f'<geom type="mesh" mesh="{name}"/>'


def _rod(name: str, radius: float, heights: tuple[float, float, float]) -> tuple[str, str]:
    """Rod along z, narrower at one end, in MJCF.

    Args:
        name: Name of its mesh.
        radius: Its radius [m].
        heights: Where the chamfer begins, where the narrow end is, as many metres narrower, and the other end [m].
    """
    begin, narrow, other = heights
    angles = [2 * math.pi * number / (2 * WEDGES) for number in range(2 * WEDGES)]
    rings = ((narrow, radius - abs(begin - narrow)), (begin, radius), (other, radius))
    return _mesh(name, [(r * math.cos(a), r * math.sin(a), height) for height, r in rings for a in angles])


def _ring(name: str, inner: float, outer: float, bottom: float, top: float, chamfer: float) -> tuple[str, str]:
    """Wedges around a hole along z, which is wider by a chamfer at its top, in MJCF.

    Args:
        name: What names of meshes begin with.
        inner: Radius of the hole [m].
        outer: Radius of what it is in [m].
        bottom: Its lower end [m].
        top: Its upper end [m].
        chamfer: Width and depth of the chamfer [m].
    """
    half = math.pi / WEDGES
    meshes, geoms = [], []
    for number in range(WEDGES):
        # up to the chamfer the wall is upright, in it the wall leans outwards: two convex pieces
        pieces = {"wall": ((bottom, inner), (top - chamfer, inner))}
        if chamfer:
            pieces["chamfer"] = ((top - chamfer, inner), (top, inner + chamfer))
        for piece, ends in pieces.items():
            points = []
            for height, radius in ends:
                for angle in (2 * number * half - half, 2 * number * half + half):
                    for distance in (radius, outer):
                        reach = distance / math.cos(half)
                        points.append((reach * math.cos(angle), reach * math.sin(angle), height))
            mesh, geom = _mesh(f"{name}_{piece}_{number}", points)
            meshes.append(mesh)
            geoms.append(geom)
    return "".join(meshes), "".join(geoms)


def _part(name: str, meshes: str, geoms: str, mass: float) -> str:
    """Path of the description of one body, whose mass is spread over its colliders."""
    count = geoms.count("<geom")
    geoms = geoms.replace("<geom", f'<geom mass="{mass / count:.9f}" {STIFF}')
    return write_description(
        f'<mujoco model="{name}"><compiler angle="radian"/><asset>{meshes}</asset>'
        f'<worldbody><body name="{name}"><freejoint name="root"/>{geoms}</body></worldbody></mujoco>',
        name,
        "xml",
    )


def peg_description() -> str:
    """Path of the description of a peg of 8 mm, chamfered at its lower end, which is its origin."""
    return _part("factory_peg", *_rod("peg", PEG_DIAMETER / 2, (PEG_CHAMFER, 0.0, PEG_HEIGHT)), mass=0.019)


def hole_description() -> str:
    """Path of the description of a hole for that peg, which goes through: its origin is its lower end."""
    ring = _ring("hole", HOLE_DIAMETER / 2, HOLE_WIDTH / 2, 0.0, HOLE_HEIGHT, HOLE_CHAMFER)
    return _part("factory_hole", *ring, mass=0.05)


def articulation_of_one_body(asset_path: str) -> str:
    """Convert an MJCF of one free body to a USD file whose body is an articulation, into the cache, once.

    The released tasks spawn all their parts as articulations, also those without joints.

    Args:
        asset_path: Path of the MJCF.

    Returns:
        Path of the USD file.
    """
    from pippin.sim.converters import MjcfConverter, MjcfConverterCfg

    converted = MjcfConverter(MjcfConverterCfg(asset_path=asset_path, fix_base=False)).usd_path
    path = Path(converted).with_name("articulation.usdc")
    if not path.is_file():
        stage = Usd.Stage.Open(Sdf.Layer.OpenAsAnonymous(converted))
        UsdPhysics.ArticulationRootAPI.Apply(stage.GetDefaultPrim())
        partial = path.with_name(f"{uuid4().hex}.usdc")
        stage.GetRootLayer().Export(str(partial))
        partial.replace(path)  # another process may read it
    return str(path)


def peg_cfg() -> ArticulationCfg:
    """A loose peg."""
    return ArticulationCfg(spawn=UsdFileCfg(usd_path=articulation_of_one_body(peg_description())), actuators={})


def hole_cfg() -> ArticulationCfg:
    """A hole that stays where it is put."""
    return ArticulationCfg(spawn=MjcfFileCfg(asset_path=hole_description(), fix_base=True), actuators={})


def fingertip_panda_description() -> str:
    """Path of the description of Franka's Panda with links between the ends of its fingers, and before its hand.

    What the joint of the link ``force_sensor`` transmits are the forces on the hand.
    """
    added = f"""
    <link name="panda_fingertip_centered"/>
    <joint name="panda_fingertip_centered_joint" type="fixed">
      <parent link="panda_hand"/>
      <child link="panda_fingertip_centered"/>
      <origin xyz="0 0 {FINGERTIP}" rpy="0 0 0"/>
    </joint>
    <link name="force_sensor"/>
    <joint name="force_sensor_joint" type="fixed">
      <parent link="panda_link8"/>
      <child link="force_sensor"/>
    </joint>"""
    path = renamed_description(example_robot_data("panda_description/urdf/panda.urdf"), {}, {}, added=added)
    robot = read_xml(path)
    for joint in robot.iter("joint"):
        if joint.get("name") == "panda_hand_joint":
            for parent in joint.iter("parent"):
                parent.set("link", "force_sensor")
    return write_description(tostring(robot), "panda", "urdf")


def fingertip_panda_cfg() -> ArticulationCfg:
    """Franka's Panda as those tasks take it."""
    spawn = UrdfFileCfg(asset_path=fingertip_panda_description(), fix_base=True, merge_fixed_joints=False)
    return ArticulationCfg(
        spawn=spawn, init_state=franka_panda_cfg().init_state, actuators=franka_actuators(gains_of_file=False)
    )
