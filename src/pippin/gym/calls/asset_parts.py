"""Parts of assets.

What assets consist of, and the properties that actors begin with.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..engine.asset import GymAsset
from ..engine.checks import has_one_for_each, index_of_name, require_index
from ..engine.properties import shape_structs, shapes_from
from ..engine.tendons import actuator_struct
from ..types import (
    ActuatorProperties,
    DofType,
    IndexRange,
    JointType,
    RigidShapeProperties,
    SoftMaterial,
)
from .handles import as_asset

JOINT_TYPES = {
    "fixed": JointType.JOINT_FIXED,
    "revolute": JointType.JOINT_REVOLUTE,
    "prismatic": JointType.JOINT_PRISMATIC,
    "ball": JointType.JOINT_BALL,
    "planar": JointType.JOINT_PLANAR,
    "floating": JointType.JOINT_FLOATING,
}


# -- bodies and shapes ---------------------------------------------------------------------------------------------


def get_asset_rigid_body_count(asset: GymAsset) -> int:
    """Return the number of bodies."""
    return len(as_asset(asset).body_names)


def get_asset_rigid_body_name(asset: GymAsset, body_index: int) -> str:
    """Return the name of a body."""
    names = as_asset(asset).body_names
    return names[require_index(body_index, len(names), "body of the asset")]


def get_asset_rigid_body_names(asset: GymAsset) -> list[str]:
    """Return the names of all bodies."""
    return list(as_asset(asset).body_names)


def get_asset_rigid_body_dict(asset: GymAsset) -> dict[str, int]:
    """Return the index of each body by its name."""
    return _indices(as_asset(asset).body_names)


def find_asset_rigid_body_index(asset: GymAsset, name: str) -> int:
    """Return the index of the body of a name; -1 where there is none."""
    return index_of_name(as_asset(asset).body_names, name)


def get_asset_rigid_body_shape_indices(asset: GymAsset) -> list[IndexRange]:
    """Return for each body which shapes are its."""
    ranges = as_asset(asset).description.shape_ranges
    return [IndexRange(start=start, count=count) for start, count in ranges]


def get_asset_rigid_shape_count(asset: GymAsset) -> int:
    """Return the number of shapes that collide."""
    return len(as_asset(asset).shape_properties)


def get_asset_rigid_shape_properties(asset: GymAsset) -> list[RigidShapeProperties]:
    """Return the properties of all shapes that actors begin with."""
    return shape_structs(as_asset(asset).shape_properties)


def set_asset_rigid_shape_properties(asset: GymAsset, properties: Sequence[RigidShapeProperties]) -> bool:
    """Set the properties of all shapes that further actors begin with.

    Returns:
        Whether there was one for each shape; nothing is changed otherwise, and a warning says so.
    """
    asset = as_asset(asset)
    count = len(asset.shape_properties)
    if not has_one_for_each(properties, count, "shapes"):
        return False
    asset.shape_properties = shapes_from(properties, count)
    return True


# -- joints --------------------------------------------------------------------------------------------------------


def get_asset_joint_count(asset: GymAsset) -> int:
    """Return the number of joints, fixed ones included."""
    return len(as_asset(asset).joint_names)


def get_asset_joint_name(asset: GymAsset, joint_index: int) -> str:
    """Return the name of a joint."""
    names = as_asset(asset).joint_names
    return names[require_index(joint_index, len(names), "joint of the asset")]


def get_asset_joint_names(asset: GymAsset) -> list[str]:
    """Return the names of all joints, fixed ones included."""
    return list(as_asset(asset).joint_names)


def get_asset_joint_dict(asset: GymAsset) -> dict[str, int]:
    """Return the index of each joint by its name."""
    return _indices(as_asset(asset).joint_names)


def get_asset_joint_type(asset: GymAsset, joint_index: int) -> JointType:
    """Return the kind of a joint."""
    joints = as_asset(asset).description.joints
    index = require_index(joint_index, len(joints), "joint of the asset")
    return JOINT_TYPES[joints[index].kind]


def find_asset_joint_index(asset: GymAsset, name: str) -> int:
    """Return the index of the joint of a name; -1 where there is none."""
    return index_of_name(as_asset(asset).joint_names, name)


def get_joint_type_string(joint_type: JointType) -> str:
    """Return the name of a kind of joint."""
    return JointType(joint_type).name.removeprefix("JOINT_").capitalize()


# -- DOFs ----------------------------------------------------------------------------------------------------------


def get_asset_dof_count(asset: GymAsset) -> int:
    """Return the number of DOFs."""
    return len(as_asset(asset).dof_names)


def get_asset_dof_name(asset: GymAsset, dof_index: int) -> str:
    """Return the name of a DOF."""
    names = as_asset(asset).dof_names
    return names[require_index(dof_index, len(names), "DOF of the asset")]


def get_asset_dof_names(asset: GymAsset) -> list[str]:
    """Return the names of all DOFs."""
    return list(as_asset(asset).dof_names)


def get_asset_dof_dict(asset: GymAsset) -> dict[str, int]:
    """Return the index of each DOF by its name."""
    return _indices(as_asset(asset).dof_names)


def get_asset_dof_type(asset: GymAsset, dof_index: int) -> DofType:
    """Return the kind of motion of a DOF."""
    dofs = as_asset(asset).description.dofs
    dof = dofs[require_index(dof_index, len(dofs), "DOF of the asset")]
    return DofType.DOF_ROTATION if dof.is_rotation else DofType.DOF_TRANSLATION


def get_asset_dof_properties(asset: GymAsset) -> np.ndarray:
    """Return the properties of all DOFs that actors begin with: records with named fields, shape (num_dofs,)."""
    return as_asset(asset).dof_properties.copy()


def find_asset_dof_index(asset: GymAsset, name: str) -> int:
    """Return the index of the DOF of a name; -1 where there is none."""
    return index_of_name(as_asset(asset).dof_names, name)


def get_dof_type_string(dof_type: DofType) -> str:
    """Return the name of a kind of motion."""
    return DofType(dof_type).name.removeprefix("DOF_").capitalize()


# -- actuators -----------------------------------------------------------------------------------------------------


def get_asset_actuator_count(asset: GymAsset) -> int:
    """Return the number of actuators of an MJCF file."""
    return len(as_asset(asset).actuator_names)


def get_asset_actuator_name(asset: GymAsset, actuator_index: int) -> str:
    """Return the name of an actuator."""
    names = as_asset(asset).actuator_names
    return names[require_index(actuator_index, len(names), "actuator of the asset")]


def get_asset_actuator_joint_name(asset: GymAsset, actuator_index: int) -> str:
    """Return the name of the joint that an actuator drives."""
    actuators = as_asset(asset).description.actuators
    return actuators[require_index(actuator_index, len(actuators), "actuator of the asset")].joint


def get_asset_actuator_properties(asset: GymAsset) -> list[ActuatorProperties]:
    """Return the properties of all actuators."""
    actuators = as_asset(asset).description.actuators
    return [actuator_struct(actuator) for actuator in actuators]


def find_asset_actuator_index(asset: GymAsset, name: str) -> int:
    """Return the index of the actuator of a name; -1 where there is none."""
    return index_of_name(as_asset(asset).actuator_names, name)


# -- soft bodies, of which there are none --------------------------------------------------------------------------


def get_asset_soft_body_count(asset: GymAsset) -> int:
    """Return the number of soft bodies: there are none."""
    as_asset(asset)
    return 0


def get_asset_soft_materials(asset: GymAsset) -> list[SoftMaterial]:
    """Return the materials of soft bodies: there are none."""
    as_asset(asset)
    return []


def _indices(names: Sequence[str]) -> dict[str, int]:
    return {name: index for index, name in enumerate(names)}
