"""Bring the XML of an MJCF to what MuJoCo's parser takes: includes in place, unknown elements and attributes dropped.

Isaac Gym's importer passes over what it does not know, so files for it hold what MuJoCo dropped since or never had.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

import mujoco

BODY_TAGS = ("worldbody", "body", "frame", "replicate")
"""Elements that hold what a body may hold; the schema has one entry for all."""

NAMED_SECTIONS = ("body", "joint", "geom", "site", "actuator", "tendon", "equality", "mesh", "material", "texture")
"""Kinds of elements whose names MuJoCo wants to be unique."""


@dataclass
class _Known:
    """What an element may hold.

    Attributes:
        attributes: Names of its attributes.
        children: Its children by tag.
        is_recursive: Whether it may hold elements of its own kind.
    """

    attributes: set[str] = field(default_factory=set)
    children: dict[str, _Known] = field(default_factory=dict)
    is_recursive: bool = False


@functools.cache
def _schema() -> _Known:
    """MuJoCo's own table of elements, as its parser checks it."""
    root = _Known()
    stack: list[tuple[int, _Known]] = [(-1, root)]
    current = root
    for line in mujoco.mj_printSchema(False, False).splitlines():
        entry = re.match(r"( *)(\S+) \(([!?*R])\) *(.*)", line)
        if entry is None:
            current.attributes.update(line.split())
            continue
        indent, tag, count, attributes = len(entry[1]), entry[2], entry[3], entry[4]
        while stack[-1][0] >= indent:
            stack.pop()
        current = _Known(set(attributes.split()), is_recursive=count == "R")
        stack[-1][1].children[tag.removeprefix("(world)")] = current
        stack.append((indent, current))
    return root.children["mujoco"]


def expanded(root: Element, read_included: Callable[[str], Element]) -> Element:
    """Copy a document with its includes in place.

    Args:
        root: Root element of the file.
        read_included: From the name of an included file to its root element.
    """
    copy = Element(root.tag, dict(root.attrib))
    for child in root:
        if child.tag == "include":
            copy.extend(expanded(read_included(child.get("file", "")), read_included))
        else:
            copy.append(expanded(child, read_included))
    return copy


def drop_unknown(root: Element) -> list[str]:
    """Drop elements and attributes that MuJoCo's parser does not know, in place.

    Returns:
        What was dropped, such as "<option apirate>", without repetitions.
    """
    found: dict[str, None] = {}
    classes = {"main", *(element.get("class", "main") for element in root.iter("default"))}
    stack = [(root, _schema())]
    while stack:
        element, known = stack.pop()
        for child in list(element):
            entry = _entry(child.tag, element.tag, known)
            if entry is None:
                element.remove(child)
                found[f"<{child.tag}> in <{element.tag}>"] = None
            else:
                stack.append((child, entry))
        for name in _unknown_attributes(element, known, classes):
            found[f"<{element.tag} {name}={element.attrib.pop(name)!r:.40}>"] = None
    return list(found)


def _entry(tag: str, parent: str, known: _Known) -> _Known | None:
    """What is known of a child; None where the parser refuses it."""
    if tag in BODY_TAGS:
        return known if parent in BODY_TAGS else known.children.get("body") if tag == "worldbody" else None
    if tag == parent and known.is_recursive:
        return known
    return known.children.get(tag)


def _unknown_attributes(element: Element, known: _Known, classes: set[str]) -> Iterator[str]:
    is_checked = element.tag not in ("frame", "replicate", "worldbody")  # the schema has no attributes of these
    for name, value in list(element.attrib.items()):
        names_class = name in ("class", "childclass") and element.tag != "default"
        if (is_checked and name not in known.attributes) or (names_class and value not in classes):
            yield name


def rename_repeated(root: Element) -> list[str]:
    """Return elements whose name another element of their kind has one of their own, in place.

    Returns:
        What was renamed, such as "joint 'hip' -> 'hip_1'".
    """
    renamed = []
    taken: dict[str, set[str]] = {kind: set() for kind in NAMED_SECTIONS}
    for kind, element in _named_elements(root):
        name, number = element.attrib["name"], 0
        while element.attrib["name"] in taken[kind]:
            number += 1
            element.attrib["name"] = f"{name}_{number}"
        taken[kind].add(element.attrib["name"])
        if number:
            renamed.append(f"{kind} '{name}' -> '{element.attrib['name']}'")
    return renamed


def _named_elements(root: Element) -> Iterator[tuple[str, Element]]:
    """Named elements with their kinds, in the order of the document."""
    stack = [(root, "")]
    while stack:
        element, section = stack.pop()
        if element.tag in ("default", "custom", "sensor", "keyframe"):
            continue
        kind = {"freejoint": "joint"}.get(element.tag, element.tag)
        kind = section if section in ("actuator", "tendon", "equality") else kind
        if kind in NAMED_SECTIONS and element.tag != section and element.get("name"):
            yield kind, element
        inner = element.tag if element.tag in ("actuator", "tendon", "equality") and not section else section
        stack += [(child, inner) for child in reversed(element)]
