"""Surfaces that viewers and recordings show are those of the shapes."""

from __future__ import annotations

import mujoco
import numpy as np

from pippin.physics.rendering.surfaces import shape_triangles

TETRAHEDRON = """<mujoco>
  <asset><mesh name="corner" vertex="0 0 0  0.3 0 0  0 0.3 0  0 0 0.3"/></asset>
  <worldbody><geom type="mesh" mesh="corner"/><geom type="sphere" size="0.2"/></worldbody>
</mujoco>"""


def test_a_mesh_has_its_own_triangles() -> None:
    """Of a corner of a cube: the longest way between two vertices is the diagonal of a face, 0.3 m times root 2."""
    model = mujoco.MjModel.from_xml_string(TETRAHEDRON)
    vertices, faces = shape_triangles(model, 0)
    assert len(faces) == 4
    longest = max(np.linalg.norm(one - other) for one in vertices for other in vertices)
    np.testing.assert_allclose(longest, 0.3 * np.sqrt(2.0), rtol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(shape_triangles(model, 1)[0], axis=1), 0.2, rtol=1e-6)
