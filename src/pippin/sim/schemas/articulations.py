"""Articulations, and whether their root is fixed to the world."""

from __future__ import annotations

from pxr import Gf, Usd, UsdPhysics

from pippin.utils import configclass

from ..prims import get_next_free_path, get_prim
from ..stage import check_prim
from ..xforms import resolve_prim_pose
from .attributes import BOOL, INT, Attribute, applied_schemas, author_properties, check_properties
from .nested import concerned_prims, modify_nested


@configclass
class PhysxArticulationFields:
    """What PhysX knows of articulations."""

    articulation_enabled: bool | None = None
    """Whether the joints below are simulated as one articulation."""

    enabled_self_collisions: bool | None = None
    """Whether links of the articulation collide with one another."""

    solver_position_iteration_count: int | None = None
    """Position iterations of PhysX's solver."""

    solver_velocity_iteration_count: int | None = None
    """Velocity iterations of PhysX's solver."""

    sleep_threshold: float | None = None
    """Kinetic energy per mass below which the articulation may sleep [J/kg]."""

    stabilization_threshold: float | None = None
    """Kinetic energy per mass below which the articulation may be stabilised [J/kg]."""


@configclass
class ArticulationRootPropertiesCfg(PhysxArticulationFields):
    """Properties of articulations. None leaves what the prim has."""

    fix_root_link: bool | None = None
    """Whether the root link is fixed to the world.

    A fixed joint to the world that is there already is enabled or disabled; where there is none, True makes one. The
    root of a fixed articulation is the prim above its root link, as PhysX wants it.
    """


_SCHEMA = "PhysxArticulationAPI"

ARTICULATION_ATTRIBUTES = {
    "articulation_enabled": Attribute(_SCHEMA, "physxArticulation:articulationEnabled", BOOL),
    "enabled_self_collisions": Attribute(_SCHEMA, "physxArticulation:enabledSelfCollisions", BOOL),
    "solver_position_iteration_count": Attribute(_SCHEMA, "physxArticulation:solverPositionIterationCount", INT, 1),
    "solver_velocity_iteration_count": Attribute(_SCHEMA, "physxArticulation:solverVelocityIterationCount", INT, 0),
    "sleep_threshold": Attribute(_SCHEMA, "physxArticulation:sleepThreshold", minimum=0.0),
    "stabilization_threshold": Attribute(_SCHEMA, "physxArticulation:stabilizationThreshold", minimum=0.0),
}


def define_articulation_root_properties(
    prim_path: str, cfg: ArticulationRootPropertiesCfg, stage: Usd.Stage | None = None
) -> None:
    """Make the prim at a path the root of an articulation with the given properties.

    Raises:
        NotImplementedError: There is a root link to fix and no rigid body.
        ValueError: There is no prim at the path, a value is out of range, or which link to fix cannot be told.
    """
    check_properties(cfg, ARTICULATION_ATTRIBUTES)
    prim = get_prim(prim_path, stage)
    UsdPhysics.ArticulationRootAPI.Apply(prim)
    _author(prim, cfg, prim)


def modify_articulation_root_properties(
    prim_path: str, cfg: ArticulationRootPropertiesCfg, stage: Usd.Stage | None = None
) -> bool:
    """Change properties of all articulations whose root is at or below a path; say whether there are any.

    Raises:
        NotImplementedError: There is a root link to fix and no rigid body.
        ValueError: There is no prim at the path, a value is out of range, or which link to fix cannot be told.
    """
    check_properties(cfg, ARTICULATION_ATTRIBUTES)
    top = get_prim(prim_path, stage)
    return modify_nested(
        prim_path,
        lambda prim: prim.HasAPI(UsdPhysics.ArticulationRootAPI),
        lambda prim: _author(prim, cfg, top),
        stage,
    )


def find_global_fixed_joint_prim(
    prim_path: str, check_enabled_only: bool = False, stage: Usd.Stage | None = None
) -> UsdPhysics.Joint | None:
    """First fixed joint at or below a path that ties a body to the world, or None.

    Args:
        prim_path: Path of the prim to begin with.
        check_enabled_only: Pass over joints that are disabled.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: There is no prim at the path.
    """
    for prim in concerned_prims(prim_path, lambda prim: prim.IsA(UsdPhysics.FixedJoint), stage):
        joint = UsdPhysics.Joint(prim)
        tied_to_world = not (joint.GetBody0Rel().GetTargets() and joint.GetBody1Rel().GetTargets())
        if tied_to_world and (joint.GetJointEnabledAttr().Get() or not check_enabled_only):
            return joint
    return None


def find_root_link(prim: Usd.Prim) -> Usd.Prim:
    """Root link of the articulation whose root API a prim has: the body that no joint hangs on another one.

    Raises:
        NotImplementedError: There is no body at all.
        ValueError: Which one it is cannot be told.
    """
    check_prim("prim", prim)
    if prim.HasAPI(UsdPhysics.RigidBodyAPI):
        return prim
    below = list(Usd.PrimRange(prim, Usd.TraverseInstanceProxies()))
    joints = [UsdPhysics.Joint(item) for item in below if item.IsA(UsdPhysics.Joint)]
    children = {
        target
        for joint in joints
        if joint.GetBody0Rel().GetTargets() and not joint.GetExcludeFromArticulationAttr().Get()
        for target in joint.GetBody1Rel().GetTargets()
    }
    bodies = [item for item in below if item.HasAPI(UsdPhysics.RigidBodyAPI)]
    if not bodies:
        raise NotImplementedError(
            f"The articulation '{prim.GetPath()}' has no rigid body, so that there is no root link; apply "
            "UsdPhysics.RigidBodyAPI to its links first."
        )
    roots = [item for item in bodies if item.GetPath() not in children]
    if len(roots) != 1:
        names = ", ".join(item.GetName() for item in roots) or "none"
        raise ValueError(f"The articulation '{prim.GetPath()}' should have one root link, but has: {names}.")
    return roots[0]


def _author(prim: Usd.Prim, cfg: ArticulationRootPropertiesCfg, top: Usd.Prim) -> None:
    """Author the properties of one articulation, whose root stays at or below a prim."""
    if cfg.fix_root_link is not None:
        prim = fix_root_link(prim, cfg.fix_root_link, top)
    author_properties(prim, cfg, ARTICULATION_ATTRIBUTES)
    if cfg.enabled_self_collisions is not None:
        prim.AddAppliedSchema("NewtonArticulationRootAPI")
        attribute = prim.CreateAttribute("newton:selfCollisionEnabled", BOOL, custom=False)
        attribute.Set(cfg.enabled_self_collisions)


def fix_root_link(prim: Usd.Prim, fixed: bool, top: Usd.Prim | None = None) -> Usd.Prim:
    """Tie the root link of an articulation to the world where it is now, or let it loose.

    Args:
        prim: Prim with the root API.
        fixed: Whether it is tied.
        top: Prim of the asset. Where the root link itself has the root API, and lies below, the prim above gets it.

    Returns:
        The prim with the root API.

    Raises:
        NotImplementedError: There is no rigid body.
        ValueError: Which one is the root link cannot be told.
    """
    check_prim("prim", prim)
    path, stage = prim.GetPath().pathString, prim.GetStage()
    joint = find_global_fixed_joint_prim(path, stage=stage)
    if joint is not None:
        joint.CreateJointEnabledAttr(fixed)
    elif fixed:
        _tie_to_world(find_root_link(prim), f"{_authorable(prim).GetPath()}/root_joint")
    is_below = top is not None and prim.GetPath() != top.GetPath() and prim.GetPath().HasPrefix(top.GetPath())
    if fixed and is_below and prim.HasAPI(UsdPhysics.RigidBodyAPI):
        move_articulation_root(prim, prim.GetParent())
        return prim.GetParent()
    return prim


_ROOT_SCHEMAS = {"PhysxArticulationAPI": "physxArticulation:", "NewtonArticulationRootAPI": "newton:"}
"""Schemas that go with the root API, and what the names of their attributes begin with."""


def move_articulation_root(prim: Usd.Prim, to: Usd.Prim) -> None:
    """Make another prim the root of an articulation, with its properties.

    A link that is tied to the world and has the root API itself would be no root link of the joints below it to PhysX.

    Args:
        prim: Prim with the root API, which is without it afterwards.
        to: Prim that gets it.
    """
    for schema, prefix in _ROOT_SCHEMAS.items():
        if schema not in applied_schemas(prim):
            continue
        to.AddAppliedSchema(schema)
        for attribute in prim.GetAuthoredPropertiesInNamespace(prefix):
            if isinstance(attribute, Usd.Attribute) and (prefix != "newton:" or "selfCollision" in attribute.GetName()):
                attribute.FlattenTo(to)
                prim.RemoveProperty(attribute.GetName())
        prim.RemoveAppliedSchema(schema)
    UsdPhysics.ArticulationRootAPI.Apply(to)
    prim.RemoveAPI(UsdPhysics.ArticulationRootAPI)


def create_world_fixed_joint(articulation_prim: Usd.Prim, stage: Usd.Stage) -> None:
    """Tie a link to the world where it is now, by a joint ``FixedJoint`` below it, or above the instance that it is in.

    Args:
        articulation_prim: Prim of the link.
        stage: Its stage.

    Raises:
        ValueError: The prim is not on the stage.
    """
    check_prim("articulation_prim", articulation_prim)
    if not articulation_prim or articulation_prim.GetStage() != stage:
        raise ValueError(f"'articulation_prim' is {articulation_prim}; expected a prim of the stage that is given.")
    _tie_to_world(articulation_prim, f"{_authorable(articulation_prim).GetPath()}/FixedJoint".replace("//", "/"))


def _authorable(prim: Usd.Prim) -> Usd.Prim:
    """The prim itself, or the first one above it that is no instance nor inside one: prims can be made below it."""
    while prim.IsInstance() or prim.IsInstanceable() or prim.IsInstanceProxy() or prim.IsInPrototype():
        prim = prim.GetParent()
    return prim


def _tie_to_world(link: Usd.Prim, path: str) -> None:
    """Make a joint at a path, or at a free one like it, that holds a link where it is."""
    stage = link.GetStage()
    position, (x, y, z, w) = resolve_prim_pose(link)
    joint = UsdPhysics.FixedJoint.Define(stage, get_next_free_path(path, stage))
    joint.CreateBody1Rel().SetTargets([link.GetPath()])
    joint.CreateLocalPos0Attr(Gf.Vec3f(*position))
    joint.CreateLocalRot0Attr(Gf.Quatf(w, x, y, z))
    joint.CreateLocalPos1Attr(Gf.Vec3f(0.0))
    joint.CreateLocalRot1Attr(Gf.Quatf.GetIdentity())
