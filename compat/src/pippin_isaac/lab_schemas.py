"""Properties of prims by families, as Isaac Lab 3 still has them: Newton's configs, and writers that it has deprecated.

Version 3 writes properties by fragments. The older configs and functions do what they did, and say what takes their
place (DeprecationWarning): the functions here, the configs in :mod:`pippin_isaac.older_names`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ClassVar, Literal

from pippin.sim import schemas, spawners
from pippin.sim.schemas.attributes import BOOL, FLOAT, INT, TOKEN, Attribute
from pippin.utils import configclass

from .older_names import is_own_caller, warn_deprecated
from .tables.older_names import REMOVED_IN, WRITERS

# -- configs of Newton's and MuJoCo's schemas -------------------------------------------------------------------------


@configclass
class MujocoRigidBodyPropertiesCfg(schemas.RigidBodyPropertiesCfg):
    """Properties of rigid bodies, with MuJoCo's."""

    attributes: ClassVar[dict[str, Attribute]] = {"gravcomp": Attribute("", "mjc:gravcomp")}

    gravcomp: float | None = None
    """Part of the weight that is compensated: 1 makes the body weightless."""


@configclass
class MujocoJointDrivePropertiesCfg(schemas.JointDrivePropertiesCfg):
    """Properties of the drives of joints, with MuJoCo's."""

    attributes: ClassVar[dict[str, Attribute]] = {
        "actuatorgravcomp": Attribute("MjcJointAPI", "mjc:actuatorgravcomp", BOOL)
    }

    actuatorgravcomp: bool | None = None
    """Whether the joint's actuator bears the compensation of gravity, which then counts towards its effort limit."""


_COLLISION = {
    "contact_margin": Attribute("NewtonCollisionAPI", "newton:contactMargin", FLOAT, 0.0),
    "contact_gap": Attribute("NewtonCollisionAPI", "newton:contactGap", FLOAT),
}


@configclass
class NewtonCollisionPropertiesCfg(schemas.CollisionPropertiesCfg):
    """Properties of colliders, with Newton's."""

    attributes: ClassVar[dict[str, Attribute]] = _COLLISION

    contact_margin: float | None = None
    """Distance by which the surface is moved outwards [m]."""

    contact_gap: float | None = None
    """Distance from there at which contacts are generated [m]."""


@configclass
class NewtonMeshCollisionPropertiesCfg(NewtonCollisionPropertiesCfg, schemas.MeshCollisionPropertiesCfg):
    """Properties of colliders that are meshes, with Newton's."""

    attributes: ClassVar[dict[str, Attribute]] = {
        **_COLLISION,
        "max_hull_vertices": Attribute("NewtonMeshCollisionAPI", "newton:maxHullVertices", INT),
    }

    max_hull_vertices: int | None = None
    """Most vertices of a convex hull; -1 for any number."""


_SDF = "NewtonSDFCollisionAPI"


@configclass
class NewtonSDFCollisionPropertiesCfg(NewtonCollisionPropertiesCfg):
    """Properties of colliders that are grids of signed distances."""

    attributes: ClassVar[dict[str, Attribute]] = {
        **_COLLISION,
        "sdf_max_resolution": Attribute(_SDF, "newton:sdfMaxResolution", INT, 1),
        "sdf_narrow_band_inner": Attribute(_SDF, "newton:sdfNarrowBandInner"),
        "sdf_narrow_band_outer": Attribute(_SDF, "newton:sdfNarrowBandOuter"),
        "sdf_target_voxel_size": Attribute(_SDF, "newton:sdfTargetVoxelSize", FLOAT, 0.0),
        "sdf_texture_format": Attribute(_SDF, "newton:sdfTextureFormat", TOKEN, choices=("uint8", "uint16", "float32")),
        "sdf_padding": Attribute(_SDF, "newton:sdfPadding", FLOAT, 0.0),
        "hydroelastic_enabled": Attribute(_SDF, "newton:hydroelasticEnabled", BOOL),
        "hydroelastic_stiffness": Attribute(_SDF, "newton:hydroelasticStiffness", FLOAT, 0.0),
    }

    sdf_max_resolution: int | None = None
    """Cells along the longest side."""

    sdf_narrow_band_inner: float | None = None
    """Inner border of the band with values [m]."""

    sdf_narrow_band_outer: float | None = None
    """Outer border of the band with values [m]."""

    sdf_target_voxel_size: float | None = None
    """Size of cells [m]."""

    sdf_texture_format: Literal["uint8", "uint16", "float32"] | None = None
    """Precision of the values."""

    sdf_padding: float | None = None
    """Room around the mesh [m]."""

    hydroelastic_enabled: bool | None = None
    """Whether contacts are those of soft surfaces."""

    hydroelastic_stiffness: float | None = None
    """Stiffness of these [Pa]."""


@configclass
class NewtonArticulationRootPropertiesCfg(schemas.ArticulationRootPropertiesCfg):
    """Properties of articulations, with Newton's."""

    attributes: ClassVar[dict[str, Attribute]] = {
        "self_collision_enabled": Attribute("NewtonArticulationRootAPI", "newton:selfCollisionEnabled", BOOL)
    }

    self_collision_enabled: bool | None = None
    """Whether links of the articulation collide with one another."""


_MATERIAL = "NewtonMaterialAPI"


@configclass
class NewtonMaterialPropertiesCfg(spawners.RigidBodyMaterialCfg):
    """A material of rigid bodies, with what Newton says of materials."""

    attributes: ClassVar[dict[str, Attribute]] = {
        "torsional_friction": Attribute(_MATERIAL, "newton:torsionalFriction", FLOAT, 0.0),
        "rolling_friction": Attribute(_MATERIAL, "newton:rollingFriction", FLOAT, 0.0),
        "contact_stiffness": Attribute(_MATERIAL, "newton:contactStiffness", FLOAT, 0.0),
        "contact_damping": Attribute(_MATERIAL, "newton:contactDamping", FLOAT, 0.0),
        "contact_friction_gain": Attribute(_MATERIAL, "newton:contactFrictionGain", FLOAT, 0.0),
        "contact_adhesion": Attribute(_MATERIAL, "newton:contactAdhesion", FLOAT, 0.0),
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


# -- configs that are not deprecated, unlike those that they are otherwise equal to -----------------------------------


@configclass
class PhysxRigidBodyMaterialCfg(spawners.RigidBodyMaterialCfg):
    """A material of rigid bodies, with what PhysX says of materials."""


@configclass
class RigidBodyMaterialCfg(PhysxRigidBodyMaterialCfg):
    """The same under the name that version 3 has deprecated."""


@configclass
class DeformableBodyPropertiesBaseCfg(schemas.DeformableBodyPropertiesCfg):
    """Properties of soft bodies."""


@configclass
class PhysxDeformableBodyPropertiesCfg(DeformableBodyPropertiesBaseCfg):
    """Properties of soft bodies, with what PhysX says of them."""


@configclass
class PhysxFixedTendonPropertiesCfg(schemas.FixedTendonPropertiesCfg):
    """Properties of tendons that couple joints."""


@configclass
class PhysxSpatialTendonPropertiesCfg(schemas.SpatialTendonPropertiesCfg):
    """Properties of tendons that run from body to body."""


# -- writers ----------------------------------------------------------------------------------------------------------


def deprecated_writer(name: str, instead: str) -> Callable:
    """Make a function that does what one of Pippin's does, and warns programs that another has taken its place.

    Args:
        name: Name of the function in :mod:`pippin.sim.schemas`.
        instead: Name of the other one.
    """
    function = getattr(schemas, name)

    @functools.wraps(function)
    def writer(*args: Any, **kwargs: Any) -> Any:
        if not is_own_caller():
            warn_deprecated(f"{name} is deprecated. Use {instead}: Isaac Lab {REMOVED_IN} will not have it.")
        return function(*args, **kwargs)

    note = f".. deprecated:: 3.1\n       Use :func:`{instead}`; it is to be removed in version {REMOVED_IN}."
    writer.__doc__ = f"{function.__doc__}\n    {note}\n"
    return writer


def __getattr__(name: str) -> Any:
    """One of the deprecated writers.

    Raises:
        AttributeError: There is none of this name.
    """
    if name not in WRITERS:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    globals()[name] = deprecated_writer(name, WRITERS[name])
    return globals()[name]
