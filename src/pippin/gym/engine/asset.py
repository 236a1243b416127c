"""Assets: what actors are made from, with the properties that actors begin with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pippin.physics.assembly import AssetDescription, scaled_asset
from pippin.physics.assembly.asset_kinematics import AssetKinematics

from ..types import Asset, AssetOptions, ForceSensorProperties, Sim, Transform
from .properties import (
    initial_body_properties,
    initial_dof_properties,
    initial_dof_states,
    initial_shape_properties,
)
from .tendons import Tendon


@dataclass(frozen=True)
class ForceSensorDescription:
    """A force sensor that every actor of an asset has.

    Attributes:
        body: Index of the body that carries it.
        pose: Where it is in the frame of the body.
        properties: What it measures.
    """

    body: int
    pose: Transform
    properties: ForceSensorProperties


class GymAsset(Asset):
    """An asset of a simulation.

    Args:
        sim: Simulation that it belongs to.
        description: What it consists of.
        options: How it was loaded.

    Attributes:
        dof_properties: Records of its DOFs. Like the other arrays it is replaced, never changed in place.
        body_properties: Records of its bodies.
        shape_properties: Records of its shapes.
        tendons: Its tendons, with the properties that actors begin with.
        force_sensors: Force sensors of its actors.
        is_in_use: Whether there are actors of it.
        filter_is_told: Whether a warning has said that its actors keep their collision filters.
    """

    def __init__(self, sim: Sim, description: AssetDescription, options: AssetOptions) -> None:
        self.sim = sim
        self.description = description
        self.options = options
        self.dof_properties = initial_dof_properties(description, options)
        self.initial_dof_states = initial_dof_states(self.dof_properties)
        self.body_properties = initial_body_properties(description, options)
        self.shape_properties = initial_shape_properties(description)
        self.tendons = tuple(Tendon(tendon, options.tendon_limit_stiffness) for tendon in description.tendons)
        self.force_sensors: list[ForceSensorDescription] = []
        self.is_in_use = False
        self.filter_is_told = False
        self.body_names = [body.name for body in description.bodies]
        self.dof_names = [dof.name for dof in description.dofs]
        self.joint_names = [joint.name for joint in description.joints]
        self.actuator_names = [actuator.name for actuator in description.actuators]
        self.tendon_names = [tendon.name for tendon in description.tendons]
        self._scaled: dict[float, AssetDescription] = {1.0: description}

        self._kinematics: dict[float, AssetKinematics] = {}
        self._filtered: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    def kinematics_at(self, scale: float) -> AssetKinematics:
        """Where the bodies of the asset are, with all lengths multiplied by a factor."""
        if scale not in self._kinematics:
            self._kinematics[scale] = AssetKinematics(self.at_scale(scale))
        return self._kinematics[scale]

    def shape_properties_with_filter(self, bits: int) -> np.ndarray:
        """Records of its shapes, all with the same collision filter."""
        base, filtered = self._filtered.get(bits, (None, None))
        if base is not self.shape_properties or filtered is None:
            filtered = self.shape_properties.copy()
            filtered["filter"] = bits
            self._filtered[bits] = (self.shape_properties, filtered)
        return filtered

    def __repr__(self) -> str:
        return f"<asset '{self.description.name}', {len(self.body_names)} bodies, {len(self.dof_names)} DOFs>"

    def at_scale(self, scale: float) -> AssetDescription:
        """The asset with all lengths multiplied by a factor."""
        if scale not in self._scaled:
            self._scaled[scale] = scaled_asset(self.description, scale)
        return self._scaled[scale]


def pose_array(pose: Transform) -> np.ndarray:
    """Position [m] and quaternion (x, y, z, w) of a pose, shape (7,), float32, in the pose's own frame of reference.

    The quaternion is made of length 1.
    """
    quat = np.array([pose.r.x, pose.r.y, pose.r.z, pose.r.w])
    length = float(np.linalg.norm(quat))
    if not np.isfinite(length) or length < 1e-6:
        raise ValueError(f"The rotation of a pose is {pose.r}; expected a quaternion of length 1.")
    return np.array([pose.p.x, pose.p.y, pose.p.z, *(quat / length)], np.float32)
