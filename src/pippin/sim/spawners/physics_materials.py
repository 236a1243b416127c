"""Materials that colliders are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING
from typing import ClassVar, Literal

from pxr import Usd, UsdPhysics, UsdShade

from pippin.utils import configclass

from ..prims import define_prim
from ..schemas.attributes import BOOL, FLOAT, TOKEN, Attribute, author_properties, check_properties

CombineMode = Literal["average", "min", "multiply", "max"]

COMBINE_MODES = ("average", "min", "multiply", "max")
_PHYSX = "PhysxMaterialAPI"

RIGID_MATERIAL_ATTRIBUTES = {
    "static_friction": Attribute("PhysicsMaterialAPI", "physics:staticFriction", minimum=0.0),
    "dynamic_friction": Attribute("PhysicsMaterialAPI", "physics:dynamicFriction", minimum=0.0),
    "restitution": Attribute("PhysicsMaterialAPI", "physics:restitution", minimum=0.0),
    "density": Attribute("PhysicsMaterialAPI", "physics:density", minimum=0.0),
    "improve_patch_friction": Attribute(_PHYSX, "physxMaterial:improvePatchFriction", BOOL),
    "friction_combine_mode": Attribute(_PHYSX, "physxMaterial:frictionCombineMode", TOKEN, choices=COMBINE_MODES),
    "restitution_combine_mode": Attribute(_PHYSX, "physxMaterial:restitutionCombineMode", TOKEN, choices=COMBINE_MODES),
    "compliant_contact_stiffness": Attribute(_PHYSX, "physxMaterial:compliantContactStiffness", minimum=0.0),
    "compliant_contact_damping": Attribute(_PHYSX, "physxMaterial:compliantContactDamping", minimum=0.0),
}

_SOFT = "PhysxDeformableBodyMaterialAPI"

DEFORMABLE_MATERIAL_ATTRIBUTES = {
    "density": Attribute(_SOFT, "physxDeformableBodyMaterial:density", minimum=0.0),
    "dynamic_friction": Attribute(_SOFT, "physxDeformableBodyMaterial:dynamicFriction", minimum=0.0),
    "youngs_modulus": Attribute(_SOFT, "physxDeformableBodyMaterial:youngsModulus", minimum=0.0),
    "poissons_ratio": Attribute(_SOFT, "physxDeformableBodyMaterial:poissonsRatio", minimum=0.0),
    "elasticity_damping": Attribute(_SOFT, "physxDeformableBodyMaterial:elasticityDamping", minimum=0.0),
    "damping_scale": Attribute(_SOFT, "physxDeformableBodyMaterial:dampingScale", minimum=0.0),
}


@configclass
class PhysicsMaterialCfg:
    """A material for physics."""

    func: Callable[..., Usd.Prim] = MISSING
    """Function that spawns the material: ``func(prim_path, cfg)``."""


def spawn_rigid_body_material(prim_path: str, cfg: RigidBodyMaterialCfg) -> Usd.Prim:
    """Make a material of rigid bodies at a path, or change the one that is there.

    Raises:
        ValueError: There is another kind of prim at the path, or a value is out of range.
    """
    check_properties(cfg, RIGID_MATERIAL_ATTRIBUTES)
    prim = define_prim(prim_path, "Material")
    UsdPhysics.MaterialAPI.Apply(UsdShade.Material(prim).GetPrim())
    author_properties(prim, cfg, RIGID_MATERIAL_ATTRIBUTES)
    return prim


@configclass
class RigidBodyMaterialCfg(PhysicsMaterialCfg):
    """A material of rigid bodies.

    Where two touch, the combine mode that comes first in this row decides: max, multiply, min, average.
    """

    func: Callable[..., Usd.Prim] = spawn_rigid_body_material

    static_friction: float = 0.5
    """Coefficient of static friction."""

    dynamic_friction: float = 0.5
    """Coefficient of dynamic friction."""

    restitution: float = 0.0
    """Coefficient of restitution, 0 for no bounce."""

    density: float | None = None
    """Density [kg/m^3] of colliders whose mass nothing else says."""

    improve_patch_friction: bool = True
    """Friction of PhysX that does not grow with the number of contact points."""

    friction_combine_mode: CombineMode = "average"
    """How the friction of two materials that touch is combined."""

    restitution_combine_mode: CombineMode = "average"
    """How the restitution of two materials that touch is combined."""

    compliant_contact_stiffness: float = 0.0
    """Stiffness of contacts [N/m]; 0 for rigid ones."""

    compliant_contact_damping: float = 0.0
    """Damping of contacts [N s/m], where the stiffness is not 0."""


_NEWTON = "NewtonMaterialAPI"


@configclass
class NewtonMaterialPropertiesCfg(RigidBodyMaterialCfg):
    """A material of rigid bodies, with what Newton says of materials."""

    attributes: ClassVar[dict[str, Attribute]] = {
        "torsional_friction": Attribute(_NEWTON, "newton:torsionalFriction", FLOAT, 0.0),
        "rolling_friction": Attribute(_NEWTON, "newton:rollingFriction", FLOAT, 0.0),
        "contact_stiffness": Attribute(_NEWTON, "newton:contactStiffness", FLOAT, 0.0),
        "contact_damping": Attribute(_NEWTON, "newton:contactDamping", FLOAT, 0.0),
        "contact_friction_gain": Attribute(_NEWTON, "newton:contactFrictionGain", FLOAT, 0.0),
        "contact_adhesion": Attribute(_NEWTON, "newton:contactAdhesion", FLOAT, 0.0),
    }

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


def spawn_deformable_body_material(prim_path: str, cfg: DeformableBodyMaterialCfg) -> Usd.Prim:
    """Make a material of soft bodies at a path, or change the one that is there.

    Raises:
        ValueError: There is another kind of prim at the path, or a value is out of range.
    """
    check_properties(cfg, DEFORMABLE_MATERIAL_ATTRIBUTES)
    if not cfg.youngs_modulus > 0.0:
        raise ValueError(f"DeformableBodyMaterialCfg.youngs_modulus is {cfg.youngs_modulus!r}: it should be above 0.")
    if not cfg.poissons_ratio < 0.5:
        raise ValueError(
            f"DeformableBodyMaterialCfg.poissons_ratio is {cfg.poissons_ratio!r}: it should be at least 0 and below "
            "0.5, at which a material has no volume change at all; 0.49 is nearly there."
        )
    prim = define_prim(prim_path, "Material")
    author_properties(prim, cfg, DEFORMABLE_MATERIAL_ATTRIBUTES)
    return prim


@configclass
class DeformableBodyMaterialCfg(PhysicsMaterialCfg):
    """A material of soft bodies: compressible and neo-Hookean, which for small strains is Hooke's law."""

    func: Callable[..., Usd.Prim] = spawn_deformable_body_material

    density: float | None = None
    """Density [kg/m^3]; None takes 1000, or what the body's mass makes of it."""

    dynamic_friction: float = 0.25
    """Coefficient of dynamic friction. Of two surfaces that touch, the larger coefficient counts."""

    youngs_modulus: float = 50000000.0
    """Young's modulus [Pa]. The solver converges slowly on stiff bodies: above 1 MPa or so give it more iterations."""

    poissons_ratio: float = 0.45
    """Poisson's ratio, from 0 to below 0.5."""

    elasticity_damping: float = 0.005
    """Damping of deformations: the time that the viscous stress of a shear flow is behind the elastic one [s]."""

    damping_scale: float = 1.0
    """Factor of the damping of deformations."""


def spawn_newton_deformable_body_material(prim_path: str, cfg: NewtonDeformableBodyMaterialCfg) -> Usd.Prim:
    """Make a material of soft bodies of Lamé's parameters, as :func:`spawn_deformable_body_material` does.

    Raises:
        ValueError: There is another kind of prim at the path, or a value is out of range.
    """
    for name, value in (("k_mu", cfg.k_mu), ("k_lambda", cfg.k_lambda)):
        if not value > 0.0:
            raise ValueError(f"NewtonDeformableBodyMaterialCfg.{name} is {value!r}: it should be above 0.")
    total = cfg.k_lambda + cfg.k_mu
    material = DeformableBodyMaterialCfg(
        density=cfg.density,
        dynamic_friction=cfg.dynamic_friction,
        youngs_modulus=cfg.k_mu * (3.0 * cfg.k_lambda + 2.0 * cfg.k_mu) / total,
        poissons_ratio=cfg.k_lambda / (2.0 * total),
        elasticity_damping=2.0 * cfg.k_damp / cfg.k_mu,
    )
    return spawn_deformable_body_material(prim_path, material)


@configclass
class NewtonDeformableBodyMaterialCfg(PhysicsMaterialCfg):
    """A material of soft bodies by Lamé's parameters, as Newton has them."""

    func: Callable[..., Usd.Prim] = spawn_newton_deformable_body_material

    density: float = 1.0
    """Density [kg/m^3]."""

    k_mu: float = 1e5
    """Shear modulus, Lamé's second parameter [Pa]."""

    k_lambda: float = 1e5
    """Lamé's first parameter [Pa], above 0."""

    k_damp: float = 0.0
    """Viscosity of deformations [Pa s]: half of the shear modulus, times the time that stresses are behind."""

    dynamic_friction: float = 0.25
    """Coefficient of dynamic friction. Of two surfaces that touch, the larger coefficient counts."""
