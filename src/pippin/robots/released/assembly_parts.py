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

MODULE = 0.001
"""Module of the gears [m]: wheels of 20, 40 and 60 teeth have the released distances, 30.5 and 50.5 mm, less 0.5 mm."""

_GEARS = {
    "small": (20, 0.05075, 0.5, 0.019),
    "medium": (40, 0.02025, 0.0, 0.012),
    "large": (60, -0.03025, 0.5, 0.019),
}
"""Teeth, place along x [m], angle of the first tooth in teeth, mass [kg]: they mesh where none is turned."""

GEAR_PLATE, SHAFT_HEIGHT, SHAFT_DIAMETER, BORE_DIAMETER = 0.005, 0.020, 0.0095, 0.010
"""Thickness of the plate, height and diameter of the shafts on it, and diameter of the bores [m]."""

SHAFT_CHAMFER = 0.002
"""Chamfer of the shafts [m]."""

FOOT, FOOT_HEIGHT = 0.0005, 0.0001
"""Half the width of the blocks below the gears on which these stand, and how far they stand out [m]."""

GEAR_WIDTH, HUB_TOP, HUB_DIAMETER = 0.010, 0.030, 0.030
"""Width of the teeth, height of the medium gear with its hub, and the hub's diameter [m]."""

PITCH, BOLT_DIAMETER = 0.002, 0.016
"""Pitch and diameter of the thread M16 [m]."""

NUT_WIDTH, NUT_HEIGHT, HEAD_DIAMETER, HEAD_HEIGHT, SHANK_LENGTH = 0.024, 0.010, 0.024, 0.010, 0.025
"""Width across flats and height of the nut, diameter and height of the bolt's head, length of its shank [m]."""

THREAD_PLAY = 0.0002
"""How far the nut's thread is from the bolt's, outwards and along the axis [m]."""

BOLT_TURNS, NUT_TURNS, RUN_OUT, THREAD_END = 5.0, 3.0, 0.125, 0.15
"""Turns of the threads, the bolt's uppermost and the nut's lowest, turns over which they become flat at their ends, and
how far these are from those of the parts, in pitches: a nut sinks by up to a pitch before it has to be turned."""

STIFF = 'solimp="0.99 0.999 0.0001 0.5 2" solmix="1e6"'
"""Contacts of parts, which weigh a few grams and are held with 40 N: others would give way by millimetres.

They are as stiff with what has no such weight in the mean of both. A priority would say the same, and take the friction
of the part alone.
"""

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


def _ring(
    name: str, inner: float, outer: float, bottom: float, top: float, chamfer: float, wedges: int = WEDGES
) -> tuple[str, str]:
    """Wedges around a hole along z, which is wider by a chamfer at its top, in MJCF.

    Args:
        name: What names of meshes begin with.
        inner: Radius of the hole [m].
        outer: Radius of what it is in [m].
        bottom: Its lower end [m].
        top: Its upper end [m].
        chamfer: Width and depth of the chamfer [m].
        wedges: Number of wedges.
    """
    half = math.pi / wedges
    meshes, geoms = [], []
    for number in range(wedges):
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


def _thread(
    name: str, root: float, tip: float, widths: tuple[float, float], bottom: float, turns: float
) -> tuple[str, str]:
    """Ridge of a right-hand thread about z in wedges, in MJCF.

    Args:
        name: What names of meshes begin with.
        root: Radius at which the ridge begins [m].
        tip: Radius to which it goes, outwards or inwards [m].
        widths: How wide it is along z at its root and at its tip [m].
        bottom: Height of its middle at the angle 0, where it begins [m].
        turns: Number of turns; over those of :data:`RUN_OUT` at both ends it becomes flat.
    """
    meshes, geoms = [], []
    count = round(turns * WEDGES)
    for number in range(count):
        points = []
        for step in (number, number + 1):
            angle, height = 2 * math.pi * step / WEDGES, bottom + PITCH * step / WEDGES
            share = min(1.0, 0.1 + 0.9 * min(step, count - step) / (RUN_OUT * WEDGES))
            for radius, width in ((root, widths[0]), (root + share * (tip - root), widths[1])):
                for side in (-0.5, 0.5):
                    points.append((radius * math.cos(angle), radius * math.sin(angle), height + side * width))
        mesh, geom = _mesh(f"{name}_thread_{number}", points)
        meshes.append(mesh)
        geoms.append(geom)
    return "".join(meshes), "".join(geoms)


def _teeth(name: str, teeth: int, bottom: float, top: float, turned: float) -> tuple[str, str]:
    """Teeth of a gear of module 1 mm about z, as trapezoids, in MJCF.

    Args:
        name: What names of meshes begin with.
        teeth: Number of teeth.
        bottom: Lower end [m].
        top: Upper end [m].
        turned: Angle of the first tooth from x, as a share of the distance between two.
    """
    pitch = 2 * math.pi / teeth
    radius = MODULE * teeth / 2
    # depths of ISO 53, 1 and 1.25 modules; at the pitch circle a tooth is 1.3 mm wide, the gap 1.8 mm
    ends = ((radius - 1.25 * MODULE, 1.1e-3), (radius + MODULE, 0.3e-3))
    meshes, geoms = [], []
    for number in range(teeth):
        middle = (number + turned) * pitch
        points = []
        for distance, half_width in ends:
            for side in (-1.0, 1.0):
                angle = middle + side * half_width / distance
                points += [(distance * math.cos(angle), distance * math.sin(angle), z) for z in (bottom, top)]
        mesh, geom = _mesh(f"{name}_tooth_{number}", points)
        meshes.append(mesh)
        geoms.append(geom)
    return "".join(meshes), "".join(geoms)


def _feet(name: str, radius: float, bottom: float, top: float) -> tuple[str, str]:
    """Three blocks about z on which a part stands, in MJCF: a part flat on a plate has hundreds of contacts.

    Args:
        name: What names of meshes begin with.
        radius: Their distance from z [m].
        bottom: Their lower ends [m].
        top: Their upper ends, inside of the part [m].
    """
    meshes, geoms = [], []
    for number in range(3):
        x, y = radius * math.cos(2 * math.pi * number / 3), radius * math.sin(2 * math.pi * number / 3)
        ends = [(x + i, y + j, z) for i in (-FOOT, FOOT) for j in (-FOOT, FOOT) for z in (bottom, top)]
        mesh, geom = _mesh(f"{name}_foot_{number}", ends)
        meshes.append(mesh)
        geoms.append(geom)
    return "".join(meshes), "".join(geoms)


def _moved(geoms: str, x: float) -> str:
    """Colliders at a distance along x [m]."""
    return geoms.replace('<geom type="mesh"', f'<geom type="mesh" pos="{x} 0 0"')


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


def gear_description(size: str) -> str:
    """Path of the description of a gear in the frame of the base that it lies on.

    Args:
        size: "small", "medium" or "large", with 20, 40 or 60 teeth. The medium one has a hub to hold it by.
    """
    teeth, place, turned, mass = _GEARS[size]
    middle = GEAR_PLATE + GEAR_WIDTH
    root = MODULE * teeth / 2 - 1.25 * MODULE
    bottom = GEAR_PLATE + FOOT_HEIGHT
    parts = [
        _ring(f"{size}_wheel", BORE_DIAMETER / 2, root, bottom, middle, 0.0),
        _feet(size, (BORE_DIAMETER / 2 + root) / 2, GEAR_PLATE, middle),
        _teeth(size, teeth, bottom, middle, turned),
    ]
    if size == "medium":
        parts.append(_ring("hub", BORE_DIAMETER / 2, HUB_DIAMETER / 2, middle, GEAR_PLATE + HUB_TOP, 0.0))
    meshes, geoms = ("".join(each) for each in zip(*parts, strict=True))
    return _part(f"factory_gear_{size}", meshes, _moved(geoms, place), mass)


def gear_base_description() -> str:
    """Path of the description of a plate with three shafts, whose origin is its lower side."""
    length, half = 0.14, GEAR_PLATE / 2
    meshes, geoms = "", f'<geom type="box" size="{length / 2} 0.035 {half}" pos="0.01 0 {half}"/>'
    top = GEAR_PLATE + SHAFT_HEIGHT
    for size, (_, place, _, _) in _GEARS.items():
        mesh, geom = _rod(f"{size}_shaft", SHAFT_DIAMETER / 2, (top - SHAFT_CHAMFER, top, GEAR_PLATE))
        meshes, geoms = meshes + mesh, geoms + _moved(geom, place)
    return _part("factory_gear_base", meshes, geoms, mass=0.05)


def bolt_description() -> str:
    """Path of the description of a bolt M16, whose origin is the lower side of its head.

    The thread has the depth of ISO 68 and 24 wedges a turn.
    """
    top, outer = HEAD_HEIGHT + SHANK_LENGTH, BOLT_DIAMETER / 2
    core = outer - 0.6134 * PITCH
    thread = _thread(
        "bolt", core, outer, (0.833 * PITCH, PITCH / 8), top - (BOLT_TURNS + THREAD_END) * PITCH, BOLT_TURNS
    )
    shank = _rod("shank", core, (top - 0.0005, top, HEAD_HEIGHT))
    head = f'<geom type="cylinder" size="{HEAD_DIAMETER / 2} {HEAD_HEIGHT / 2}" pos="0 0 {HEAD_HEIGHT / 2}"/>'
    return _part("factory_bolt_m16", thread[0] + shank[0], thread[1] + shank[1] + head, mass=0.05)


def nut_description() -> str:
    """Path of the description of a nut for that bolt, which lies above its origin by the height of the bolt's head."""
    root = BOLT_DIAMETER / 2 + THREAD_PLAY
    tip = root - 0.5413 * PITCH
    widths = 0.875 * PITCH - THREAD_PLAY, 0.25 * PITCH - THREAD_PLAY
    thread = _thread("nut", root, tip, widths, HEAD_HEIGHT + THREAD_END * PITCH, NUT_TURNS)
    body = _ring("nut", root, NUT_WIDTH / 2, HEAD_HEIGHT, HEAD_HEIGHT + NUT_HEIGHT, 0.0, wedges=6)
    return _part("factory_nut_m16", thread[0] + body[0], thread[1] + body[1], mass=0.03)


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


def gear_cfg(size: str) -> ArticulationCfg:
    """A loose gear, "small", "medium" or "large"."""
    return ArticulationCfg(spawn=UsdFileCfg(usd_path=articulation_of_one_body(gear_description(size))), actuators={})


def nut_cfg() -> ArticulationCfg:
    """A loose nut."""
    return ArticulationCfg(spawn=UsdFileCfg(usd_path=articulation_of_one_body(nut_description())), actuators={})


def bolt_cfg() -> ArticulationCfg:
    """A bolt that stays where it is put."""
    return ArticulationCfg(spawn=MjcfFileCfg(asset_path=bolt_description(), fix_base=True), actuators={})


def gear_base_cfg() -> ArticulationCfg:
    """The plate with shafts that stays where it is put."""
    return ArticulationCfg(spawn=MjcfFileCfg(asset_path=gear_base_description(), fix_base=True), actuators={})


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
