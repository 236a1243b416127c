"""Physics materials by fragments, each of which holds the fields of one schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from pxr import Usd, UsdPhysics

from pippin.utils import configclass

from ..prims import define_prim
from ..schemas import SchemaFragment
from .physics_materials import DeformableBodyMaterialCfg, PhysicsMaterialCfg

CombineMode = Literal["average", "min", "multiply", "max"]


@configclass
class RigidBodyMaterialFragment(SchemaFragment):
    """Properties of materials of rigid bodies."""


@configclass
class DeformableMaterialFragment(SchemaFragment):
    """Properties of materials of soft bodies."""


AnyPhysicsMaterial = (
    PhysicsMaterialCfg
    | RigidBodyMaterialFragment
    | DeformableMaterialFragment
    | list[RigidBodyMaterialFragment | DeformableMaterialFragment]
    | None
)
"""A material as configs of spawners take it: a config, a fragment, or several."""


@configclass
class UsdPhysicsRigidBodyMaterialCfg(RigidBodyMaterialFragment):
    """What USD says of materials."""

    _usd_namespace: ClassVar[str | None] = "physics"

    static_friction: float | None = None
    """Coefficient of static friction."""

    dynamic_friction: float | None = None
    """Coefficient of dynamic friction."""

    restitution: float | None = None
    """Coefficient of restitution, 0 for no bounce."""

    density: float | None = None
    """Density of colliders of it [kg/m^3]."""


@configclass
class PhysxMaterialCfg(RigidBodyMaterialFragment):
    """What PhysX says of materials."""

    _usd_namespace: ClassVar[str | None] = "physxMaterial"
    _usd_applied_schema: ClassVar[str | None] = "PhysxMaterialAPI"

    compliant_contact_stiffness: float | None = None
    """Stiffness of contacts [N/m]; 0 for rigid ones."""

    compliant_contact_damping: float | None = None
    """Damping of contacts [N s/m], where the stiffness is not 0."""

    compliant_contact_acceleration_spring: bool | None = None
    """Whether stiffness and damping are those of an acceleration."""

    friction_combine_mode: CombineMode | None = None
    """How the friction of two materials that touch is combined."""

    restitution_combine_mode: CombineMode | None = None
    """How the restitution of two materials that touch is combined."""

    damping_combine_mode: CombineMode | None = None
    """How the damping of two materials that touch is combined."""


@configclass
class NewtonMaterialCfg(RigidBodyMaterialFragment):
    """What Newton says of materials."""

    _usd_namespace: ClassVar[str | None] = "newton"
    _usd_applied_schema: ClassVar[str | None] = "NewtonMaterialAPI"

    torsional_friction: float | None = None
    """Coefficient of torsional friction [m]."""

    rolling_friction: float | None = None
    """Coefficient of rolling friction [m]."""

    contact_stiffness: float | None = None
    """Stiffness of contacts of Newton's solvers without constraints [N/m]."""

    contact_damping: float | None = None
    """Damping of contacts of Newton's solvers without constraints [N s/m]."""

    contact_friction_gain: float | None = None
    """Gain of friction of Newton's solvers without constraints [N s/m]."""

    contact_adhesion: float | None = None
    """Distance at which things stick [m]."""


@configclass
class OmniPhysicsDeformableMaterialCfg(DeformableMaterialFragment):
    """What all engines of soft bodies know of materials."""

    _usd_namespace: ClassVar[str | None] = "omniphysics"
    _usd_applied_schema: ClassVar[str | None] = "OmniPhysicsDeformableMaterialAPI"

    density: float | None = None
    """Density [kg/m^3]."""

    static_friction: float | None = None
    """Coefficient of static friction; the engines here know the dynamic one alone."""

    dynamic_friction: float | None = None
    """Coefficient of dynamic friction."""

    youngs_modulus: float | None = None
    """Young's modulus [Pa]."""

    poissons_ratio: float | None = None
    """Poisson's ratio."""


@configclass
class PhysxDeformableMaterialCfg(DeformableMaterialFragment):
    """What PhysX says of materials of soft bodies."""

    _usd_namespace: ClassVar[str | None] = "physxDeformableMaterial"
    _usd_applied_schema: ClassVar[str | None] = "PhysxDeformableMaterialAPI"

    elasticity_damping: float | None = None
    """Damping of deformations [s]."""


def material_of(given: Any) -> PhysicsMaterialCfg | list[RigidBodyMaterialFragment]:
    """Material that a field of a spawner asks for: a config, or fragments of rigid bodies.

    Fragments of soft bodies are put together to a config.

    Raises:
        TypeError: It is neither a config nor fragments.
        ValueError: There is no fragment at all.
    """
    if isinstance(given, PhysicsMaterialCfg):
        return given
    fragments = list(given) if isinstance(given, Sequence) else [given]
    if not fragments:
        raise ValueError("A physics material has no fragments; expected a config or one fragment at least.")
    soft = [fragment for fragment in fragments if isinstance(fragment, DeformableMaterialFragment)]
    if soft:
        material = DeformableBodyMaterialCfg()
        for fragment in soft:
            for name, value in vars(fragment).items():
                if value is not None and hasattr(material, name) and name != "func":
                    setattr(material, name, value)
        return material
    if not all(isinstance(fragment, RigidBodyMaterialFragment) for fragment in fragments):
        kinds = ", ".join(type(fragment).__name__ for fragment in fragments)
        raise TypeError(f"A physics material should be a config or fragments of materials, not: {kinds}.")
    return fragments


def spawn_physics_material(prim_path: str, given: Any) -> Usd.Prim:
    """Make a physics material at a path, or change the one that is there.

    Args:
        prim_path: Path of the material.
        given: A config of a material, a fragment, or several.

    Raises:
        TypeError: It is neither a config nor fragments.
        ValueError: There is another kind of prim at the path, or a value is out of range.
    """
    material = material_of(given)
    if isinstance(material, PhysicsMaterialCfg):
        prim = material.func(prim_path, material)
        if isinstance(given, PhysicsMaterialCfg):
            return prim
    else:
        prim = define_prim(prim_path, "Material")
    fragments = list(given) if isinstance(given, Sequence) else [given]  # those of soft bodies beside Pippin's own
    if any(isinstance(fragment, RigidBodyMaterialFragment) for fragment in fragments):
        UsdPhysics.MaterialAPI.Apply(prim)
    for fragment in fragments:
        fragment.func(fragment, prim_path, prim.GetStage())
    return prim
