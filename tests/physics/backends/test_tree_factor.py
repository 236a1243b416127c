"""Steps of branched robots, whose factorisations follow the tree, are those of native MuJoCo."""

from __future__ import annotations

from pathlib import Path

import mujoco
import mujoco_warp as mjw
import numpy as np
import pytest
import warp as wp

from pippin.physics.backends.held_limits import LARGEST, hold_kernel
from pippin.physics.backends.newton_solver.solver import solve_kernel
from pippin.physics.backends.smooth_dynamics.integration import integration_kernel
from pippin.physics.backends.smooth_dynamics.motion import motion_kernel, sizes_of
from pippin.physics.backends.warp_step import OwnStep
from pippin.physics.lanes import fits_registers
from pippin.physics.tree_factor import tree_of

NUM_STATES = 8
LIMBS = {"crab": [8, 8, 8, 8], "hand": [9, 4, 4, 6], "worm": [30]}


def robot(limbs: list[int], is_tied: bool) -> mujoco.MjModel:
    """A floating trunk with limbs of hinges, each ending in a foot; the last link of each has two more of its own.

    Args:
        limbs: Hinges of each limb.
        is_tied: Whether the feet of the first limb and of the last are tied together.
    """
    bodies = ""
    for limb, num_links in enumerate(limbs):
        inner = ""
        for finger in (0, 1):
            inner += (
                f'<body pos="0 {0.1 * finger} 0"><joint axis="0 1 1" damping=".1"/>'
                '<geom type="capsule" size=".02" fromto="0 0 0 .1 0 0" contype="0"/></body>'
            )
        inner += f'<geom name="foot{limb}" size=".05"/>'
        for link in reversed(range(num_links)):
            axis = np.roll([0, 1, 0], link)
            inner = (
                f'<body name="link{limb}.{link}" pos=".12 0 0"><joint axis="{axis[0]} {axis[1]} {axis[2]}" '
                'damping=".4" armature=".02" range="-40 40" limited="true"/>'
                f'<geom type="capsule" size=".03" fromto="0 0 0 .1 0 0" contype="0" conaffinity="0"/>{inner}</body>'
            )
        bodies += f'<body euler="0 20 {360 * limb / len(limbs)}">{inner}</body>'
    ends = [f"link{limb}.{num - 1}" for limb, num in enumerate(limbs)]
    tie = f'<equality><connect body1="{ends[0]}" body2="{ends[-1]}" anchor=".1 0 0"/></equality>'
    return mujoco.MjModel.from_xml_string(f"""
<mujoco>
  <option timestep="0.002" jacobian="sparse" integrator="implicitfast" tolerance="1e-8" iterations="100"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .25"><freejoint/><geom type="box" size=".1 .1 .05"/>{bodies}</body>
  </worldbody>
  {tie if is_tied else ""}
</mujoco>""")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limbs", "is_tied"), [("crab", False), ("crab", True), ("hand", False), ("hand", True), ("worm", False)]
)
def test_a_step_of_a_branched_robot_is_native_mujocos(limbs: str, is_tied: bool, device: str) -> None:
    """On the ground, with limbs at their limits, whether or not constraints tie one branch to another."""
    model = robot(LIMBS[limbs], is_tied)
    assert not fits_registers(model.nv)
    random, natives = np.random.default_rng(2), []
    for steps in random.integers(20, 120, size=NUM_STATES):
        native = mujoco.MjData(model)
        native.qvel[6:] = random.normal(size=model.nv - 6)
        mujoco.mj_step(model, native, nstep=int(steps))
        native.qfrc_applied[:] = random.normal(size=model.nv)
        native.qacc_warmstart[:] = 0.0
        natives.append(native)
    with wp.ScopedDevice(device):
        engine = mjw.put_model(model)
        data = mjw.make_data(model, nworld=NUM_STATES, nconmax=40, njmax=150)
        for name in ("qpos", "qvel", "qfrc_applied"):
            getattr(data, name).assign(np.array([getattr(native, name) for native in natives], dtype=np.float32))
        OwnStep(model, engine, data)(engine, data)
        velocities, rows = data.qvel.numpy(), data.nefc.numpy()
    for native, velocity in zip(natives, velocities, strict=True):
        before = native.qvel.copy()
        mujoco.mj_step(model, native)
        # In float32, against float64: 1e-3 of what the step changes, or ten roundings of the velocities.
        allowed = 1e-3 * np.abs(native.qvel - before).max() + 1e-6 * np.abs(native.qvel).max()
        assert np.abs(velocity - native.qvel).max() < allowed
    assert (rows > 0).any()


def test_a_tree_is_that_of_the_inertia_matrix() -> None:
    """What a degree of freedom moves follows it; entries go by the lengths of rows; trees are told apart."""
    model = robot(LIMBS["hand"], is_tied=False)
    starts, sizes, columns = model.M_rowadr, model.M_rownnz, model.M_colind
    tree = tree_of(sizes, columns)
    assert tree.depth == 6 + 9 + 1 == len(tree.length_starts) - 1
    for dof in range(model.nv):
        moved = [other for other in range(model.nv) if dof in columns[starts[other] : starts[other] + sizes[other]]]
        assert moved == list(range(dof, tree.ends[dof]))
    rows, places, dofs = tree.entries & 255, tree.entries >> 8 & 255, tree.entries >> 16
    np.testing.assert_array_equal(dofs, columns[starts[rows] + places])
    assert len(np.unique(tree.entries)) == len(columns)
    for level in range(tree.depth):
        own = slice(tree.length_starts[level], tree.length_starts[level + 1])
        assert (sizes[rows[own]] == level + 1).all()
    later = tree_of(np.concatenate([[1], sizes]), np.concatenate([[0], columns + 1]), first=1, num_dofs=model.nv)
    np.testing.assert_array_equal(later.entries, tree.entries)
    np.testing.assert_array_equal(later.ends[1:], tree.ends + 1)


def test_trees_whose_entries_cannot_be_packed_are_refused() -> None:
    with pytest.raises(ValueError, match="has 300 degrees of freedom; expected at most 255"):
        tree_of(np.ones(300, dtype=int), np.arange(300))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hold", "hold a chain", "integrate", "move", "solve"])
def test_what_follows_the_tree_compiles_for_a_gpu(name: str, tmp_path: Path) -> None:
    """NVIDIA's runtime compiler, which is part of Warp, needs no GPU: names that CUDA does not have show everywhere."""
    model = robot(LIMBS["crab"], is_tied=False)
    with wp.ScopedDevice("cpu"):
        engine = mjw.put_model(model)
    tree = tree_of(model.M_rownnz, model.M_colind)
    kernels = {
        "hold": lambda: hold_kernel(64, tree.depth, wp.float32),
        "hold a chain": lambda: hold_kernel(LARGEST, LARGEST, wp.float32),  # within the 48 kB of a block
        "integrate": lambda: integration_kernel(model.nv, model.njnt, len(model.M_colind), tree.depth, 0),
        "move": lambda: motion_kernel(sizes_of(model, engine), drives_joints=True),
        "solve": lambda: solve_kernel(model.nv, tree.depth, is_sparse=True),
    }
    if 90 not in wp.get_cuda_supported_archs():
        pytest.skip("this Warp comes without NVIDIA's runtime compiler")
    wp.compile_aot_module(kernels[name]().module, arch=90, module_dir=tmp_path, use_ptx=False)
    assert list(tmp_path.glob("*.cubin"))
