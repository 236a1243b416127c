"""Numbers, vectors and poses from the attributes of XML elements, with errors that say where they stand."""

from __future__ import annotations

import logging
import math
import re
from xml.etree.ElementTree import Element

from .model import Quaternion, UrdfError, UrdfPose, Vector

_LOGGER = logging.getLogger("pippin")

_STRAY_MARKUP = re.compile(r"""[<>/;"'()\[\]]""")
"""What slips of the hand leave in values of public files: ``xyz="0 0 0.09>>"``, ``xyz="0 0 0.1273)"``."""


def numbers(
    element: Element, attribute: str, count: int, where: str, default: tuple[float, ...] | None = None
) -> tuple:
    """Read an attribute that holds a fixed count of finite numbers.

    Args:
        element: The element.
        attribute: Name of the attribute.
        count: How many numbers it holds.
        where: File and named element, for messages.
        default: What a missing attribute means; None where it must not be missing.

    Raises:
        UrdfError: The attribute is missing, or holds something else.
    """
    text = element.get(attribute)
    if text is None:
        if default is None:
            raise UrdfError(f"{where}: <{element.tag}> lacks the attribute '{attribute}'.")
        return default
    try:
        values = tuple(map(float, text.split()))  # as _floats, without a call: robots have hundreds of these
    except ValueError:
        values = ()
    if len(values) != count and len(_floats(_STRAY_MARKUP.sub(" ", text))) == count:
        values = _floats(_STRAY_MARKUP.sub(" ", text))
        _LOGGER.warning("%s: <%s %s=%r> is read as %s.", where, element.tag, attribute, text, values)
    if len(values) != count or not all(map(math.isfinite, values)):
        wanted = "a finite number" if count == 1 else f"{count} finite numbers"
        raise UrdfError(f"{where}: <{element.tag} {attribute}={text!r:.100}> should hold {wanted}.")
    return values


def _floats(text: str) -> tuple[float, ...]:
    """Numbers between spaces; none where one of them is no number."""
    try:
        return tuple(map(float, text.split()))
    except ValueError:
        return ()


def each_number(
    element: Element,
    attributes: tuple[str, ...],
    where: str,
    default: float | None = None,
    may_be_infinite: bool = False,
) -> list[float]:
    """Read attributes that hold one finite number each, or infinity where that makes sense; see :func:`numbers`."""
    values = []
    for attribute in attributes:
        if default is not None and attribute not in element.attrib:
            values.append(default)
            continue
        try:
            value = float(element.get(attribute, "nothing"))
        except ValueError:
            value = math.nan
        is_fine = math.isfinite(value) or (may_be_infinite and math.isinf(value))
        # What is missing or wrong is read again, for its message.
        values.append(value if is_fine else numbers(element, attribute, 1, where)[0])
    return values


def number(element: Element, attribute: str, where: str, default: float | None = None) -> float:
    """Read an attribute that holds one finite number; see :func:`numbers`."""
    return each_number(element, (attribute,), where, default)[0]


def text(element: Element, attribute: str, where: str) -> str:
    """Read an attribute that holds a name.

    Raises:
        UrdfError: It is missing or empty.
    """
    value = (element.get(attribute) or "").strip()
    if not value:
        raise UrdfError(f"{where}: <{element.tag}> lacks the attribute '{attribute}'.")
    return value


def pose(element: Element | None, where: str) -> UrdfPose:
    """Read an ``<origin>``; a missing one is the identity."""
    if element is None:
        return UrdfPose()
    position = numbers(element, "xyz", 3, where, (0.0, 0.0, 0.0))
    angles = numbers(element, "rpy", 3, where, (0.0, 0.0, 0.0))
    return UrdfPose(position, quaternion_from_rpy(*angles)) if any(angles) else UrdfPose(position)


def unit_vector(element: Element | None, where: str) -> Vector:
    """Read an ``<axis>`` and normalise it; a missing one is the x-axis."""
    if element is None:
        return (1.0, 0.0, 0.0)
    axis = numbers(element, "xyz", 3, where, (1.0, 0.0, 0.0))
    length = math.hypot(*axis)
    if length < 1e-9:
        raise UrdfError(f"{where}: <axis xyz={element.get('xyz')!r:.100}> has no direction.")
    return (axis[0] / length, axis[1] / length, axis[2] / length)


def quaternion_from_rpy(roll: float, pitch: float, yaw: float) -> Quaternion:
    """Quaternion (x, y, z, w) of rotations about the fixed axes x, y and z, in this order [rad]."""
    sr, cr = math.sin(roll / 2.0), math.cos(roll / 2.0)
    sp, cp = math.sin(pitch / 2.0), math.cos(pitch / 2.0)
    sy, cy = math.sin(yaw / 2.0), math.cos(yaw / 2.0)
    return (
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    )
