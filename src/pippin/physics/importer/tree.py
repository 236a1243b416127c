"""From bodies and joints to trees: which body hangs from which, by which motions, and which joints close loops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from .bodies import Body
from .joints import HINGE, Joint
from .motions import Motion, chain, reversed_chain
from .notices import Notices
from .pose import Pose


@dataclass(frozen=True)
class ArticulationRoot:
    """Where the stage says that an articulation begins.

    Attributes:
        path: Prim that carries the articulation root API.
        bodies: Bodies among which the root link is to be found: one where the prim is a body or a joint.
        self_collisions: Whether its links collide with each other.
    """

    path: str
    bodies: tuple[str, ...]
    self_collisions: bool


@dataclass(frozen=True)
class Link:
    """One body within a tree.

    Attributes:
        body: The body.
        parent: Path of the body that it hangs from; None for the world.
        rest: Its frame in that of the parent (or the world) where the simulation starts.
        motions: What moves it against the parent, in the order in which it acts.
        floats: Whether it moves freely, in all six directions.
        is_mocap: Whether it is moved by hand: the root link of a fixed base, or a kinematic body.
        joints: Paths of the joints to the parent.
    """

    body: Body
    parent: str | None
    rest: Pose
    motions: tuple[Motion, ...] = ()
    floats: bool = False
    is_mocap: bool = False
    joints: tuple[str, ...] = ()


@dataclass
class Forest:
    """All trees of one environment.

    Attributes:
        links: Bodies by path, parents before their children.
        closures: Joints that are not part of a tree.
        articulations: For each articulation, the paths of its links, the root link first.
    """

    links: dict[str, Link] = field(default_factory=dict)
    closures: list[Joint] = field(default_factory=list)
    articulations: dict[str, tuple[str, ...]] = field(default_factory=dict)


class ForestBuilder:
    """Grows trees breadth-first along joints, articulations first.

    Args:
        bodies: Bodies of one environment, in the order of the stage.
        joints: Joints between them, in the order of the stage.
        roots: Articulations, in the order of the stage.
        notices: Takes remarks.
    """

    def __init__(
        self, bodies: Iterable[Body], joints: list[Joint], roots: list[ArticulationRoot], notices: Notices
    ) -> None:
        self._bodies = {body.path: body for body in bodies}
        self._notices = notices
        self._roots = roots
        self._forest = Forest()
        self._used: set[str] = set()
        self._joints_of: dict[str | None, list[Joint]] = {path: [] for path in (None, *self._bodies)}
        for joint in joints:
            if joint.closes_loop or joint.type == "distance":
                self._close(joint)
            else:
                for end in (joint.body0, joint.body1):
                    self._joints_of[end].append(joint)
        self._hung = {end for joint in self._joints_of[None] for end in (joint.body0, joint.body1)}
        self._fixed = {
            end for joint in self._joints_of[None] if joint.type == "fixed" for end in (joint.body0, joint.body1)
        }
        self._children = {joint.body1 for joint in joints if joint.body0 is not None and not joint.closes_loop}
        # Bodies under the prim of one articulation are not drawn into another one that they are joined to.
        self._reserved = {body: root.path for root in roots for body in root.bodies}

    def build(self) -> Forest:
        """Grow all trees."""
        for root in self._roots:
            self._grow_articulation(root)
        remaining = [path for path in self._bodies if path not in self._forest.links]
        for wanted in (self._is_held, self._hung.__contains__, self._is_never_child, lambda path: True):
            for path in remaining:
                if path not in self._forest.links and wanted(path):
                    self._grow(path)
        return self._forest

    def _grow_articulation(self, root: ArticulationRoot) -> None:
        candidates = [path for path in root.bodies if path not in self._forest.links]
        if not candidates:
            self._notices.warn("There is no body for this articulation: its root is ignored", root.path)
            return
        tests = (
            self._is_held,
            self._hung.__contains__,
            self._is_first_of_chain,
            self._is_never_child,
            lambda path: True,
        )
        start = next(path for wanted in tests for path in candidates if wanted(path))
        self._forest.articulations[root.path] = tuple(self._grow(start, root.path, is_articulation=True))

    # Where a tree may begin, best first.

    def _is_held(self, path: str) -> bool:
        """Whether a body is kinematic, or fixed to the world."""
        return path in self._fixed or self._bodies[path].kinematic

    def _is_never_child(self, path: str) -> bool:
        return path not in self._children

    def _is_first_of_chain(self, path: str) -> bool:
        return path not in self._children and bool(self._joints_of[path])

    # Growing.

    def _grow(self, start: str, owner: str | None = None, is_articulation: bool = False) -> list[str]:
        """Make a body the root of a tree and hang from it whatever joints lead to; return the paths of its links."""
        self._plant(start, is_articulation)
        paths = [start]
        for path in paths:
            for joint in self._joints_of[path]:
                if joint.path in self._used:
                    continue
                end = joint.body1 if joint.body0 == path else joint.body0
                if end is None or end in self._forest.links or not self._may_join(end, owner):
                    self._close(joint)
                else:
                    self._hang(end, path, joint, is_articulation)
                    paths.append(end)
        return paths

    def _may_join(self, path: str, owner: str | None) -> bool:
        """Whether a body may hang from a tree: it is not moved by hand, and no other articulation's."""
        if self._bodies[path].kinematic:
            return False
        return path not in self._reserved or self._reserved[path] == owner or owner is None

    def _plant(self, path: str, is_articulation: bool) -> None:
        """Put the root of a tree in place."""
        body = self._bodies[path]
        if self._is_held(path):
            fixed = [j for j in self._joints_of[path] if j.type == "fixed" and None in (j.body0, j.body1)]
            names = tuple(joint.path for joint in fixed[:1])
            self._used.update(names)
            self._forest.links[path] = Link(body, None, body.pose, is_mocap=True, joints=names)
        elif path in self._hung:
            joint = next(j for j in self._joints_of[path] if None in (j.body0, j.body1))
            self._hang(path, None, joint, is_articulation)
        else:
            self._forest.links[path] = Link(body, None, body.pose, floats=True)

    def _hang(self, path: str, parent: str | None, joint: Joint, is_articulation: bool) -> None:
        """Hang a body from another one by a joint, and by those in series with it."""
        joints = self._in_series(joint)
        if is_articulation:
            joints = [_without_balls(each) if each.type == "spherical" else each for each in joints]
        is_reversed = joint.body1 == parent if parent is not None else joint.body1 is None
        rest, motions = (reversed_chain if is_reversed else chain)(joints)
        names: tuple[str, ...] = ()
        for each in joints:
            names += (each.path,)
        self._used.update(names)
        self._forest.links[path] = Link(self._bodies[path], parent, rest, tuple(motions), joints=names)

    def _in_series(self, joint: Joint) -> list[Joint]:
        """The joint and further ones between the same two bodies, which MuJoCo's converters write one by one.

        Two hinges about one line, as a door has them, are no series: the second one says the same again.
        """
        series = [joint]
        for other in self._joints_of[joint.body1 if joint.body1 is not None else joint.body0]:
            same_ends = (other.body0, other.body1) == (joint.body0, joint.body1)
            if not same_ends or other.path in self._used or other in series:
                continue
            if other.dofs and joint.dofs and not any(_same_line(other, earlier) for earlier in series):
                series.append(other)
        return series

    def _close(self, joint: Joint) -> None:
        self._used.add(joint.path)
        self._forest.closures.append(joint)


def _same_line(joint: Joint, other: Joint) -> bool:
    """Whether two joints turn about the same line of their second body."""
    if not (len(joint.dofs) == len(other.dofs) == 1 and joint.dofs[0].kind == other.dofs[0].kind == HINGE):
        return False
    directions = [each.frame1.rotation @ each.dofs[0].axis for each in (joint, other)]
    offset = joint.frame1.position - other.frame1.position
    parallel = np.linalg.norm(np.cross(*directions)) < 1e-4
    return bool(parallel and np.linalg.norm(np.cross(offset, directions[0])) < 1e-4)


def _without_balls(joint: Joint) -> Joint:
    """A spherical joint with three hinges for its ball: links of articulations are told by one coordinate per joint.

    The first hinge twists about the joint's axis, the others swing, as in PhysX.
    """
    ball = joint.dofs[0]
    first = int(np.argmax(ball.axis))
    hinges = []
    for order in range(3):
        limit = ball.upper if order else np.inf
        limit = min(limit, np.pi / 2) if order == 1 else limit  # beyond it, three angles are no longer unique
        axis = np.eye(3)[(first + order) % 3]
        hinges.append(
            replace(ball, name=f"{ball.name}:{order}", kind=HINGE, axis=axis, lower=-float(limit), upper=float(limit))
        )
    return replace(joint, dofs=tuple(hinges))
