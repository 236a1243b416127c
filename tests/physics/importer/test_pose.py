"""Frames of prims."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from pippin.physics.importer.pose import Pose


def test_quaternions_have_no_negative_w() -> None:
    """Else a body and what is fixed to it would show the same rotation by opposite quaternions."""
    turns = [Rotation.from_euler("z", angle, degrees=True) for angle in range(-180, 181, 30)]
    for turn in [*turns, *Rotation.random(50, rng=0)]:
        quat = Pose(np.zeros(3), turn.as_matrix()).quat_wxyz
        assert quat[0] >= 0.0
        np.testing.assert_allclose(
            Rotation.from_quat(quat, scalar_first=True).as_matrix(), turn.as_matrix(), atol=1e-12
        )
