"""Enums of gymapi, those of keys and mouse aside. gymapi has all their members as names of its own, too."""

from __future__ import annotations

from .gym_enum import GymEnum


class SimType(GymEnum):
    """Physics engine that code asks for. Pippin simulates what was written for PhysX with an engine of its own."""

    SIM_PHYSX = 0
    SIM_FLEX = 1


class UpAxis(GymEnum):
    """Axis of the world that points up."""

    UP_AXIS_Y = 0
    UP_AXIS_Z = 1


class IndexDomain(GymEnum):
    """What an index of a body, joint or DOF counts from: the first one of its actor, environment or simulation."""

    DOMAIN_ACTOR = 0
    DOMAIN_ENV = 1
    DOMAIN_SIM = 2


class CoordinateSpace(GymEnum):
    """Frame in which forces and positions are given: that of the environment, of the body, or of the world."""

    ENV_SPACE = 0
    LOCAL_SPACE = 1
    GLOBAL_SPACE = 2


class ContactCollection(GymEnum):
    """Substeps of which contacts are reported."""

    CC_NEVER = 0
    CC_LAST_SUBSTEP = 1
    CC_ALL_SUBSTEPS = 2


class DofDriveMode(GymEnum):
    """Which commands a DOF follows: none, position targets, velocity targets, or efforts."""

    DOF_MODE_NONE = 0
    DOF_MODE_POS = 1
    DOF_MODE_VEL = 2
    DOF_MODE_EFFORT = 3


class DofType(GymEnum):
    """Kind of motion of a DOF."""

    DOF_INVALID = 0
    DOF_ROTATION = 1
    DOF_TRANSLATION = 2


class JointType(GymEnum):
    """Kind of joint between two bodies."""

    JOINT_INVALID = 0
    JOINT_FIXED = 1
    JOINT_REVOLUTE = 2
    JOINT_PRISMATIC = 3
    JOINT_BALL = 4
    JOINT_PLANAR = 5
    JOINT_FLOATING = 6


class TendonType(GymEnum):
    """Kind of tendon: a linear relation of joint positions, or a line through points on bodies."""

    TENDON_FIXED = 0
    TENDON_SPATIAL = 1


class MeshType(GymEnum):
    """Geometry of a body: what is seen, what collides, or both. The values combine bitwise."""

    MESH_NONE = 0
    MESH_COLLISION = 1
    MESH_VISUAL = 2
    MESH_VISUAL_AND_COLLISION = 3


class MeshNormalMode(GymEnum):
    """Where the normals of a mesh come from: its file, or its vertices, or its faces."""

    FROM_ASSET = 0
    COMPUTE_PER_VERTEX = 1
    COMPUTE_PER_FACE = 2


class SoftMaterialType(GymEnum):
    """Law of a soft material."""

    MAT_COROTATIONAL = 0
    MAT_NEOHOOKEAN = 1


class ImageType(GymEnum):
    """What the pixels of a camera's image hold."""

    IMAGE_COLOR = 0
    """Red, green, blue and alpha, uint8."""
    IMAGE_DEPTH = 1
    """Distance along the camera's axis [m], negative, float32; minus infinity where there is nothing."""
    IMAGE_SEGMENTATION = 2
    """Segmentation id of the body."""
    IMAGE_OPTICAL_FLOW = 3
    """Motion on the screen since the last image, horizontal and vertical."""


class CameraFollowMode(GymEnum):
    """What of the motion of a body its camera takes part in: its position, or its rotation too."""

    FOLLOW_POSITION = 0
    FOLLOW_TRANSFORM = 1


class TensorDataType(GymEnum):
    """Type of the elements of a tensor. Signed integers of 32 and 64 bits go by the unsigned types."""

    DTYPE_FLOAT32 = 0
    DTYPE_UINT32 = 1
    DTYPE_UINT64 = 2
    DTYPE_UINT8 = 3
    DTYPE_INT16 = 4


class UsdMaterialMode(GymEnum):
    """How an exporter writes materials to a USD file."""

    USD_MATERIAL_DISPLAY_COLOR = 0
    USD_MATERIAL_PREVIEW_SURFACE = 1
    USD_MATERIAL_MDL = 2
