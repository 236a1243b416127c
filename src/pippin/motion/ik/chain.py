"""What inverse kinematics has to move: the joints to one frame and the coordinates that drive them."""

# No postponed annotations here: Warp evaluates those of a struct, which name the precision.

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import warp as wp

from pippin.motion.arrays import pose_type
from pippin.motion.kinematics import chain_struct
from pippin.motion.robot_description import JointKind, RobotModel


@cache
def ik_chain_struct(scalar: type) -> Any:
    """Struct of a chain whose coordinates are only those that move it, with their limits.

    ``lower``, ``upper`` (num_coordinates,) are the limits, which may be infinite; configurations are drawn from between
    ``lowest_sample`` and ``highest_sample``, which are finite. ``num_driven_joints`` counts the joints of the chain
    that each coordinate drives.
    """

    @wp.struct
    class IkChain:
        chain: chain_struct(scalar)
        lower: wp.array(dtype=scalar)
        upper: wp.array(dtype=scalar)
        lowest_sample: wp.array(dtype=scalar)
        highest_sample: wp.array(dtype=scalar)
        num_driven_joints: wp.array(dtype=wp.int32)

    return IkChain


@dataclass(frozen=True)
class IkChain:
    """The joints to one frame on a device.

    Attributes:
        struct: What kernels take, an :func:`ik_chain_struct`.
        num_joints: Number of joints.
        coordinates: Coordinates of the robot that drive them, shape (num_coordinates,); the chain counts its own.
    """

    struct: Any
    num_joints: int
    coordinates: np.ndarray


def upload_ik_chain(model: RobotModel, frame_name: str, device: wp.DeviceLike, scalar: type) -> IkChain:
    """Put what moves a frame on a device.

    A frame that nothing moves gets one joint that stands still, so that it can be asked for like any other.

    Raises:
        ValueError: There is no such frame.
    """
    joints = model.joints_to(frame_name)
    kinds, multipliers = model.joint_kinds[joints], model.joint_multipliers[joints]
    offsets, biases = model.joint_offsets[joints], model.joint_biases[joints]
    driving = model.joint_coordinates[joints]
    if not joints:
        kinds, multipliers = np.array([JointKind.PRISMATIC], dtype=np.int32), np.zeros(1)
        offsets, biases = np.array([[0, 0, 0, 0, 0, 0, 1.0]]), np.zeros(1)
        driving = np.zeros(1, dtype=np.int32)
    coordinates, own = np.unique(driving, return_inverse=True)
    lower, upper = model.lower_limits[coordinates], model.upper_limits[coordinates]

    def array(values: np.ndarray, dtype: Any = scalar) -> wp.array:
        return wp.array(values.copy(), dtype=dtype, device=device)

    chain = chain_struct(scalar)()
    chain.num_joints = len(kinds)
    chain.joint_kinds = array(kinds, wp.int32)
    chain.joint_offsets = array(offsets, pose_type(scalar))
    chain.joint_coordinates = array(own.astype(np.int32), wp.int32)
    chain.joint_multipliers = array(multipliers)
    chain.joint_biases = array(biases)
    chain.tool = pose_type(scalar)(*model.frame_offsets[model.frame_index(frame_name)])
    struct = ik_chain_struct(scalar)()
    struct.chain = chain
    struct.lower, struct.upper = array(lower), array(upper)
    struct.lowest_sample, struct.highest_sample = (array(bound) for bound in sampling_bounds(lower, upper))
    struct.num_driven_joints = array(np.bincount(own).astype(np.int32), wp.int32)
    return IkChain(struct, len(kinds), coordinates)


def sampling_bounds(lower: np.ndarray, upper: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Finite bounds to draw configurations from: the limits or, where there are none, one turn.

    Args:
        lower: Lower limits [m or rad], shape (num_coordinates,), infinite where there are none.
        upper: Upper limits, in the same form.
    """
    low = np.where(np.isfinite(lower), lower, np.where(np.isfinite(upper), upper - 2.0 * math.pi, -math.pi))
    high = np.where(np.isfinite(upper), upper, np.where(np.isfinite(lower), lower + 2.0 * math.pi, math.pi))
    return low, high
