"""State and properties of rigid objects."""

from __future__ import annotations

from pippin.quantities.properties import PerBody

from ..body_data import BodyData


class RigidObjectData(BodyData):
    """State and properties of the instances of a rigid object; those of its one body are those of its root."""

    body_link_pose_w = PerBody("root_link_pose_w", "As :attr:`root_link_pose_w`, shape (N, 1), transformf.")
    body_com_pose_w = PerBody("root_com_pose_w", "As :attr:`root_com_pose_w`, shape (N, 1), transformf.")
    body_link_vel_w = PerBody("root_link_vel_w", "As :attr:`root_link_vel_w`, shape (N, 1), spatial_vectorf.")
    body_com_vel_w = PerBody("root_com_vel_w", "As :attr:`root_com_vel_w`, shape (N, 1), spatial_vectorf.")
