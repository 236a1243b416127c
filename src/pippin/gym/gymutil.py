"""Names of ``isaacgym.gymutil``: command line, simulation configs, lines to draw, randomisation."""

from __future__ import annotations

from xml.etree import ElementTree

from .arguments import parse_arguments
from .devices import parse_device_str
from .line_geometry import (
    AxesGeometry,
    LineGeometry,
    WireframeBBoxGeometry,
    WireframeBoxGeometry,
    WireframeSphereGeometry,
    draw_line,
    draw_lines,
)
from .randomization import (
    apply_random_samples,
    check_buckets,
    generate_random_samples,
    get_bucketed_val,
    get_default_setter_args,
    get_property_getter_map,
    get_property_setter_map,
)
from .sim_config import parse_bool, parse_sim_config

__all__ = [
    "AxesGeometry",
    "LineGeometry",
    "WireframeBBoxGeometry",
    "WireframeBoxGeometry",
    "WireframeSphereGeometry",
    "apply_random_samples",
    "check_buckets",
    "draw_line",
    "draw_lines",
    "generate_random_samples",
    "get_bucketed_val",
    "get_default_setter_args",
    "get_property_getter_map",
    "get_property_setter_map",
    "parse_arguments",
    "parse_bool",
    "parse_device_str",
    "parse_sim_config",
]


def _indent_xml(elem: ElementTree.Element, level: int = 0) -> None:
    """Indent the elements of an XML document that a task writes, such as the MJCF file of a robot it generates."""
    ElementTree.indent(elem, space="  ", level=level)
