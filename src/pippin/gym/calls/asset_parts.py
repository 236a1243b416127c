"""Methods of Gym that tell what assets consist of, and the properties that actors begin with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..engine.asset import GymAsset
from ..engine.checks import require_index
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
from ..types.constants import INVALID_HANDLE
from .handles import as_asset

JOINT_TYPES = {
    "fixed": JointType.JOINT_FIXED,
    "revolute": JointType.JOINT_REVOLUTE,
    "prismatic": JointType.JOINT_PRISMATIC,
    "ball": JointType.JOINT_BALL,
    "planar": JointType.JOINT_PLANAR,
    "floating": JointType.JOINT_FLOATING,
}


class AssetPartCalls:
    """Parts of assets."""

    # -- bodies and shapes ---------------------------------------------------------------------------------------------

    def get_asset_rigid_body_count(self, asset: GymAsset) -> int:
        """Give the number of bodies."""
        return len(as_asset(asset, "get_asset_rigid_body_count").body_names)

    def get_asset_rigid_body_name(self, asset: GymAsset, body_index: int) -> str:
        """Give the name of a body."""
        names = as_asset(asset, "get_asset_rigid_body_name").body_names
        return names[require_index(body_index, len(names), "get_asset_rigid_body_name", "body of the asset")]

    def get_asset_rigid_body_names(self, asset: GymAsset) -> list[str]:
        """Give the names of all bodies."""
        return list(as_asset(asset, "get_asset_rigid_body_names").body_names)

    def get_asset_rigid_body_dict(self, asset: GymAsset) -> dict[str, int]:
        """Give the index of each body by its name."""
        return _indices(as_asset(asset, "get_asset_rigid_body_dict").body_names)

    def find_asset_rigid_body_index(self, asset: GymAsset, name: str) -> int:
        """Give the index of the body of a name; -1 where there is none."""
        return _find(as_asset(asset, "find_asset_rigid_body_index").body_names, name)

    def get_asset_rigid_body_shape_indices(self, asset: GymAsset) -> list[IndexRange]:
        """Give for each body which shapes are its."""
        ranges = as_asset(asset, "get_asset_rigid_body_shape_indices").description.shape_ranges
        return [IndexRange(start=start, count=count) for start, count in ranges]

    def get_asset_rigid_shape_count(self, asset: GymAsset) -> int:
        """Give the number of shapes that collide."""
        return len(as_asset(asset, "get_asset_rigid_shape_count").shape_properties)

    def get_asset_rigid_shape_properties(self, asset: GymAsset) -> list[RigidShapeProperties]:
        """Give the properties of all shapes that actors begin with."""
        return shape_structs(as_asset(asset, "get_asset_rigid_shape_properties").shape_properties)

    def set_asset_rigid_shape_properties(self, asset: GymAsset, properties: Sequence[RigidShapeProperties]) -> bool:
        """Set the properties of all shapes that further actors begin with."""
        asset = as_asset(asset, "set_asset_rigid_shape_properties")
        count = len(asset.shape_properties)
        asset.shape_properties = shapes_from(properties, count, "set_asset_rigid_shape_properties")
        return True

    # -- joints --------------------------------------------------------------------------------------------------------

    def get_asset_joint_count(self, asset: GymAsset) -> int:
        """Give the number of joints, fixed ones included."""
        return len(as_asset(asset, "get_asset_joint_count").joint_names)

    def get_asset_joint_name(self, asset: GymAsset, joint_index: int) -> str:
        """Give the name of a joint."""
        names = as_asset(asset, "get_asset_joint_name").joint_names
        return names[require_index(joint_index, len(names), "get_asset_joint_name", "joint of the asset")]

    def get_asset_joint_names(self, asset: GymAsset) -> list[str]:
        """Give the names of all joints, fixed ones included."""
        return list(as_asset(asset, "get_asset_joint_names").joint_names)

    def get_asset_joint_dict(self, asset: GymAsset) -> dict[str, int]:
        """Give the index of each joint by its name."""
        return _indices(as_asset(asset, "get_asset_joint_dict").joint_names)

    def get_asset_joint_type(self, asset: GymAsset, joint_index: int) -> JointType:
        """Give the kind of a joint."""
        joints = as_asset(asset, "get_asset_joint_type").description.joints
        index = require_index(joint_index, len(joints), "get_asset_joint_type", "joint of the asset")
        return JOINT_TYPES[joints[index].kind]

    def find_asset_joint_index(self, asset: GymAsset, name: str) -> int:
        """Give the index of the joint of a name; -1 where there is none."""
        return _find(as_asset(asset, "find_asset_joint_index").joint_names, name)

    def get_joint_type_string(self, joint_type: JointType) -> str:
        """Give the name of a kind of joint."""
        return JointType(joint_type).name.removeprefix("JOINT_").capitalize()

    # -- DOFs ----------------------------------------------------------------------------------------------------------

    def get_asset_dof_count(self, asset: GymAsset) -> int:
        """Give the number of DOFs."""
        return len(as_asset(asset, "get_asset_dof_count").dof_names)

    def get_asset_dof_name(self, asset: GymAsset, dof_index: int) -> str:
        """Give the name of a DOF."""
        names = as_asset(asset, "get_asset_dof_name").dof_names
        return names[require_index(dof_index, len(names), "get_asset_dof_name", "DOF of the asset")]

    def get_asset_dof_names(self, asset: GymAsset) -> list[str]:
        """Give the names of all DOFs."""
        return list(as_asset(asset, "get_asset_dof_names").dof_names)

    def get_asset_dof_dict(self, asset: GymAsset) -> dict[str, int]:
        """Give the index of each DOF by its name."""
        return _indices(as_asset(asset, "get_asset_dof_dict").dof_names)

    def get_asset_dof_type(self, asset: GymAsset, dof_index: int) -> DofType:
        """Give the kind of motion of a DOF."""
        dofs = as_asset(asset, "get_asset_dof_type").description.dofs
        dof = dofs[require_index(dof_index, len(dofs), "get_asset_dof_type", "DOF of the asset")]
        return DofType.DOF_ROTATION if dof.is_rotation else DofType.DOF_TRANSLATION

    def get_asset_dof_properties(self, asset: GymAsset) -> np.ndarray:
        """Give the properties of all DOFs that actors begin with: an array of records with named fields."""
        return as_asset(asset, "get_asset_dof_properties").dof_properties.copy()

    def find_asset_dof_index(self, asset: GymAsset, name: str) -> int:
        """Give the index of the DOF of a name; -1 where there is none."""
        return _find(as_asset(asset, "find_asset_dof_index").dof_names, name)

    def get_dof_type_string(self, dof_type: DofType) -> str:
        """Give the name of a kind of motion."""
        return DofType(dof_type).name.removeprefix("DOF_").capitalize()

    # -- actuators -----------------------------------------------------------------------------------------------------

    def get_asset_actuator_count(self, asset: GymAsset) -> int:
        """Give the number of actuators of an MJCF file."""
        return len(as_asset(asset, "get_asset_actuator_count").actuator_names)

    def get_asset_actuator_name(self, asset: GymAsset, actuator_index: int) -> str:
        """Give the name of an actuator."""
        names = as_asset(asset, "get_asset_actuator_name").actuator_names
        return names[require_index(actuator_index, len(names), "get_asset_actuator_name", "actuator of the asset")]

    def get_asset_actuator_joint_name(self, asset: GymAsset, actuator_index: int) -> str:
        """Give the name of the joint that an actuator drives."""
        actuators = as_asset(asset, "get_asset_actuator_joint_name").description.actuators
        call, what = "get_asset_actuator_joint_name", "actuator of the asset"
        return actuators[require_index(actuator_index, len(actuators), call, what)].joint

    def get_asset_actuator_properties(self, asset: GymAsset) -> list[ActuatorProperties]:
        """Give the properties of all actuators."""
        actuators = as_asset(asset, "get_asset_actuator_properties").description.actuators
        return [actuator_struct(actuator) for actuator in actuators]

    def find_asset_actuator_index(self, asset: GymAsset, name: str) -> int:
        """Give the index of the actuator of a name; -1 where there is none."""
        return _find(as_asset(asset, "find_asset_actuator_index").actuator_names, name)

    # -- soft bodies, of which there are none --------------------------------------------------------------------------

    def get_asset_soft_body_count(self, asset: GymAsset) -> int:
        """Give the number of soft bodies: there are none."""
        as_asset(asset, "get_asset_soft_body_count")
        return 0

    def get_asset_soft_materials(self, asset: GymAsset) -> list[SoftMaterial]:
        """Give the materials of soft bodies: there are none."""
        as_asset(asset, "get_asset_soft_materials")
        return []


def _indices(names: Sequence[str]) -> dict[str, int]:
    return {name: index for index, name in enumerate(names)}


def _find(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else INVALID_HANDLE
