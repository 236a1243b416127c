"""Properties by families, with those of Newton's and MuJoCo's schemas; :mod:`.fragments_newton` has them by schema."""

from __future__ import annotations

from typing import ClassVar, Literal

from pippin.utils import configclass

from .articulations import ArticulationRootPropertiesCfg
from .attributes import BOOL, FLOAT, INT, TOKEN, Attribute
from .bodies import COLLISION_ATTRIBUTES, CollisionPropertiesCfg, RigidBodyPropertiesCfg
from .joint_drives import JointDrivePropertiesCfg
from .mesh_collision import MeshCollisionPropertiesCfg


@configclass
class MujocoRigidBodyPropertiesCfg(RigidBodyPropertiesCfg):
    """Properties of rigid bodies, with MuJoCo's."""

    attributes: ClassVar[dict[str, Attribute]] = {"gravcomp": Attribute("", "mjc:gravcomp")}

    gravcomp: float | None = None
    """Part of the weight that is compensated: 1 makes the body weightless."""


@configclass
class MujocoJointDrivePropertiesCfg(JointDrivePropertiesCfg):
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
class NewtonCollisionPropertiesCfg(CollisionPropertiesCfg):
    """Properties of colliders, with Newton's."""

    attributes: ClassVar[dict[str, Attribute]] = _COLLISION

    contact_margin: float | None = None
    """Distance by which the surface is moved outwards [m]."""

    contact_gap: float | None = None
    """Distance from there at which contacts are generated [m]."""


@configclass
class NewtonMeshCollisionPropertiesCfg(NewtonCollisionPropertiesCfg, MeshCollisionPropertiesCfg):
    """Properties of colliders that are meshes, with Newton's."""

    attributes: ClassVar[dict[str, Attribute]] = {
        **COLLISION_ATTRIBUTES,  # which functions of meshes alone would leave out
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
class NewtonArticulationRootPropertiesCfg(ArticulationRootPropertiesCfg):
    """Properties of articulations, with Newton's."""

    attributes: ClassVar[dict[str, Attribute]] = {
        "self_collision_enabled": Attribute("NewtonArticulationRootAPI", "newton:selfCollisionEnabled", BOOL)
    }

    self_collision_enabled: bool | None = None
    """Whether links of the articulation collide with one another."""
