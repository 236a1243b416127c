"""A description of Shadow Robot's right hand in boxes and capsules, with the names of either released file.

Frames, axes and ranges of the joints are those of public models of it: with the older file's names those of
gymnasium-robotics 1.4 (``envs/assets/hand/robot.xml``), with the newer one's those of mujoco_menagerie
(``shadow_hand``), which the masses are of, too. What the links look like and their moments of inertia are ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .renamed_description import write_description

_WIDE, _NARROW = 0.349066, 0.698132
_QUARTER = 1.570796

_BASES = {"ff": (0.033, 0.095), "mf": (0.011, 0.099), "rf": (-0.011, 0.095)}
"""Knuckles in the palm, sideways and forward [m]."""

_DRIVES = """<joint damping="0.05" armature="0.0002" frictionloss="0.01" limited="true"/>"""


class _Link(NamedTuple):
    """A link on the joint that moves it.

    Attributes:
        name: Its name, without the prefix.
        parent: Name of the link before it.
        pos: Origin in the frame of the link before it [m].
        joint: Name of the joint: the finger and the number that Shadow Robot counts from its tip, from 1.
        axis: Axis of the joint.
        limits: Range of the joint [rad].
        mass: Mass [kg].
        geometry: What it looks like and collides with; nothing without any.
        length: Length along z, in whose middle the centre of mass is [m].
        quat: Orientation in the frame of the link before it, (w, x, y, z).
    """

    name: str
    parent: str
    pos: tuple[float, float, float]
    joint: str
    axis: tuple[float, float, float]
    limits: tuple[float, float]
    mass: float
    geometry: str = ""
    length: float = 0.0
    quat: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class _Model:
    """What the two public models differ in.

    Attributes:
        prefix: What all names begin with.
        counts_from: Number of the joint at a finger's tip.
        wrist: Origin [m] and orientation (w, x, y, z) of the wrist in the forearm's frame.
        wrist_limits: Range of the wrist sideways [rad].
        spread: Sideways axis of the knuckles of the first two and of the last two fingers, along y.
        proximal_limits: Range of the first joint along a finger [rad].
        metacarpal: Origin of the little finger's metacarpal in the palm, and of the knuckle in it [m].
        thumb: Origin of the thumb in the palm [m].
        thumb_middle: Axis and half of the range [rad] of the thumb's joint before its last.
        thumb_distal: Axis and range [rad] of the thumb's last joint, and the orientation of its link.
        tendons: What couples the last two joints of the fingers, for a finger's name.
    """

    prefix: str
    counts_from: int
    wrist: tuple[tuple[float, float, float], tuple[float, float, float, float]]
    wrist_limits: tuple[float, float]
    spread: tuple[float, float]
    proximal_limits: tuple[float, float]
    metacarpal: tuple[tuple[float, float, float], tuple[float, float, float]]
    thumb: tuple[float, float, float]
    thumb_middle: tuple[tuple[float, float, float], float]
    thumb_distal: tuple[tuple[float, float, float], tuple[float, float], tuple[float, float, float, float]]
    tendons: str


_OLDER = _Model(
    prefix="robot0_",
    counts_from=0,
    # The public model's mount turns the forearm along -y, palm up, as Isaac Lab 2's tasks have the file unturned.
    wrist=((0.0, -0.256, -0.01), (0.0, 0.0, -0.7071068, 0.7071068)),
    wrist_limits=(-0.489, 0.14),
    spread=(1.0, 1.0),
    proximal_limits=(0.0, 1.571),
    metacarpal=((-0.017, 0.0, 0.044), (-0.017, 0.0, 0.044)),
    thumb=(0.034, -0.009, 0.029),
    thumb_middle=((0.0, 1.0, 0.0), 0.524),
    thumb_distal=((0.0, 1.0, 0.0), (-1.571, 0.0), (1.0, 0.0, 0.0, 0.0)),
    tendons="""
    <fixed name="robot0_T_{0}J1c" limited="true" range="-0.001 0.001">
      <joint joint="robot0_{0}J0" coef="0.00705"/><joint joint="robot0_{0}J1" coef="-0.00805"/>
    </fixed>""",
)
_NEWER = _Model(
    prefix="rh_",
    counts_from=1,
    # The forearm points along x here, the palm along z: the frame that Isaac Lab 3 turns onto its object.
    wrist=((0.21301, 0.0, 0.01), (0.5, -0.5, 0.5, -0.5)),
    wrist_limits=(-0.523599, 0.174533),
    spread=(-1.0, 1.0),
    proximal_limits=(-0.261799, _QUARTER),
    metacarpal=((-0.033, 0.0, 0.02071), (0.0, 0.0, 0.06579)),
    thumb=(0.034, -0.00858, 0.029),
    thumb_middle=((0.0, -1.0, 0.0), _NARROW),
    thumb_distal=((1.0, 0.0, 0.0), (-0.261799, _QUARTER), (0.7071068, 0.0, 0.0, -0.7071068)),
    tendons="""
    <fixed name="rh_{0}J0"><joint joint="rh_{0}J2" coef="1"/><joint joint="rh_{0}J1" coef="1"/></fixed>""",
)


def shadow_hand_description(older: bool) -> str:
    """Write the hand as an MJCF into the cache, once.

    Args:
        older: Whether names and joints are those of Isaac Lab 2's file (``robot0_FFJ3``), whose last two joints of a
            finger are coupled; else those of 3.0.0's (``rh_FFJ4``), where a motor pulls a tendon over both.

    Returns:
        Path of the MJCF.
    """
    return write_description(_mjcf(_OLDER if older else _NEWER), "shadow_hand", "xml")


def _mjcf(model: _Model) -> str:
    """The hand as an MJCF: the forearm, and the links on it."""
    links = list(_links(model))
    fingers = ("FF", "MF", "RF", "LF")
    tendons = "".join(model.tendons.format(finger) for finger in fingers)
    servos = "" if model is _OLDER else "".join(_servo(f"rh_{finger}J0") for finger in fingers)
    forearm = f'<geom type="capsule" fromto="{_text(_along(model, -0.18))} {_text(_along(model, -0.05))}" size="0.04"/>'
    return f"""<mujoco model="shadow_hand">
  <compiler angle="radian"/>
  <default>{_DRIVES}<geom rgba="0.3 0.3 0.32 1" friction="1 0.005 0.001"/></default>
  <worldbody>
    <body name="{model.prefix}forearm">
      <inertial pos="{_text(_along(model, -0.12))}" mass="3" diaginertia="0.0138 0.0138 0.0138"/>{forearm}
      {_below("forearm", links, model)}
    </body>
  </worldbody>
  <contact>
    <exclude body1="{model.prefix}forearm" body2="{model.prefix}palm"/>
    <exclude body1="{model.prefix}palm" body2="{model.prefix}thproximal"/>
    <exclude body1="{model.prefix}thproximal" body2="{model.prefix}thmiddle"/>
  </contact>
  <tendon>{tendons}
  </tendon>
  <actuator>{servos}</actuator>
</mujoco>
"""


def _along(model: _Model, distance: float) -> tuple[float, ...]:
    """A point on the forearm's axis, a distance in front of the wrist [m], in the forearm's frame."""
    origin, _ = model.wrist
    forward = (0.0, -1.0, 0.0) if model is _OLDER else (1.0, 0.0, 0.0)
    return tuple(value + distance * part for value, part in zip(origin, forward, strict=True))


def _links(model: _Model) -> Iterator[_Link]:
    """The links from the wrist on, each after the one before it."""
    wrist, orientation = model.wrist
    rod = '<geom type="capsule" fromto="-0.012 0 0.01 0.012 0 0.01" size="0.012"/>'
    yield _Link("wrist", "forearm", wrist, "WRJ2", (0, 1, 0), model.wrist_limits, 0.1, rod, 0.02, orientation)
    palm = (
        '<geom type="box" pos="0.011 0 0.038" size="0.031 0.011 0.047"/>'
        '<geom type="box" pos="-0.03 0 0.012" size="0.01 0.011 0.02"/>'
    )
    yield _Link("palm", "wrist", (0, 0, 0.034), "WRJ1", (1, 0, 0), (-_NARROW, 0.488692), 0.3, palm, 0.07)
    for finger, (sideways, forward) in _BASES.items():
        yield from _finger(model, finger, "palm", (sideways, 0.0, forward))
    base, knuckle = model.metacarpal
    slanted, opposed = (0.573576, 0.0, 0.819152), (0.0, 0.785398)
    yield _Link("lfmetacarpal", "palm", base, "LFJ5", slanted, opposed, 0.03, *_rod(0.01, 0.03))
    yield from _finger(model, "lf", "lfmetacarpal", knuckle)
    yield from _thumb(model)


def _finger(model: _Model, finger: str, parent: str, knuckle: tuple[float, float, float]) -> Iterator[_Link]:
    """The four links of a finger."""
    joint = finger.upper() + "J"
    bend, bent, spread = (1.0, 0.0, 0.0), (0.0, _QUARTER), (0.0, model.spread[finger in ("rf", "lf")], 0.0)
    names = [f"{finger}{part}" for part in ("knuckle", "proximal", "middle", "distal")]
    yield _Link(names[0], parent, knuckle, f"{joint}4", spread, (-_WIDE, _WIDE), 0.008)
    yield _Link(names[1], names[0], (0, 0, 0), f"{joint}3", bend, model.proximal_limits, 0.03, *_rod(0.01, 0.045))
    yield _Link(names[2], names[1], (0, 0, 0.045), f"{joint}2", bend, bent, 0.017, *_rod(0.008, 0.025))
    yield _Link(names[3], names[2], (0, 0, 0.025), f"{joint}1", bend, bent, 0.013, *_rod(0.00705, 0.024))


def _thumb(model: _Model) -> Iterator[_Link]:
    """The five links of the thumb."""
    bend, none, turned = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.92388, 0.0, 0.382683, 0.0)
    yield _Link("thbase", "palm", model.thumb, "THJ5", (0, 0, -1), (-1.0472, 1.0472), 0.01, quat=turned)
    yield _Link("thproximal", "thbase", none, "THJ4", bend, (0, 1.22173), 0.04, *_rod(0.012, 0.038))
    yield _Link("thhub", "thproximal", (0, 0, 0.038), "THJ3", bend, (-0.20944, 0.20944), 0.005)
    axis, half = model.thumb_middle
    yield _Link("thmiddle", "thhub", none, "THJ2", axis, (-half, half), 0.02, *_rod(0.01, 0.032))
    axis, limits, quat = model.thumb_distal
    yield _Link("thdistal", "thmiddle", (0, 0, 0.032), "THJ1", axis, limits, 0.017, *_rod(0.009, 0.026), quat)


def _below(parent: str, links: list[_Link], model: _Model) -> str:
    """The bodies on a link, with those on them."""
    return "".join(_body(link, links, model) for link in links if link.parent == parent)


def _body(link: _Link, links: list[_Link], model: _Model) -> str:
    number = int(link.joint[-1]) - 1 + model.counts_from
    inertia = max(1e-6, 3e-4 * link.mass)  # of a sphere of 27 mm
    return f"""
<body name="{model.prefix}{link.name}" pos="{_text(link.pos)}" quat="{_text(link.quat)}">
  <inertial pos="0 0 {link.length / 2:.9g}" mass="{link.mass}" diaginertia="{inertia:.3g} {inertia:.3g} {inertia:.3g}"/>
  <joint name="{model.prefix}{link.joint[:-1]}{number}" axis="{_text(link.axis)}" range="{_text(link.limits)}"/>
  {link.geometry}{_below(link.name, links, model)}
</body>"""


def _servo(tendon: str) -> str:
    return (
        f'<position name="{tendon}_servo" tendon="{tendon}" kp="0.5" ctrllimited="true" ctrlrange="0 3.1415" '
        'forcelimited="true" forcerange="-1 1"/>'
    )


def _rod(radius: float, length: float) -> tuple[str, float]:
    """Geometry and length of a link along z."""
    return f'<geom type="capsule" fromto="0 0 0 0 0 {length}" size="{radius}"/>', length


def _text(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:.9g}" for value in values)
