"""Wrong arguments of a world and its objects: named in one sentence."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pippin.objects import DynamicCuboid, World


def test_names_and_objects_that_are_none(cpu_world: World) -> None:
    for call in (
        lambda: cpu_world.get_task(["a"]),
        lambda: cpu_world.add_task(None),
        lambda: cpu_world.scene.add("cube"),
        lambda: cpu_world.scene.get_object(5),
        lambda: cpu_world.scene.object_exists(None),
        lambda: cpu_world.scene.remove_object(["cube"]),
    ):
        with pytest.raises(TypeError, match="name.*expected a string"):
            call()


@pytest.mark.parametrize("value", [[[1.0], [1.0, 2.0]], np.full(3, 1j), torch.zeros(3, device="meta")])
def test_values_that_are_no_numbers(cpu_world: World, value: object) -> None:
    cube = cpu_world.scene.add(DynamicCuboid("/World/cube", position=np.array([0.0, 0.0, 1.0])))
    for write in (cube.set_world_pose, cube.set_local_pose, cube.set_default_state):
        with pytest.raises(ValueError, match="expected real numbers"):
            write(value)
    np.testing.assert_allclose(cube.get_world_pose()[0], [0.0, 0.0, 1.0])
