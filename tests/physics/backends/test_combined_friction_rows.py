"""Contacts whose friction is combined have the rows that MuJoCo makes where both surfaces have that friction."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import mujoco
import mujoco_warp as mjw
import numpy as np
import pytest
import warp as wp

from pippin.physics.backend import SolverSettings
from pippin.physics.backends.bounces import bounce
from pippin.physics.backends.combined_friction import combine_friction
from pippin.physics.backends.contact_targets import change_of_targets
from pippin.physics.backends.native_contact_targets import change_contact_targets
from pippin.physics.compile import compile_model
from pippin.physics.description import CombineModes, Variant

PAIRS = [
    ("average", 0.9, "average", 0.3, 0.6),
    ("average", 0.2, "min", 0.7, 0.2),
    ("multiply", 0.8, "min", 0.5, 0.4),
    ("multiply", 1.5, "average", 0.6, 0.9),
    ("max", 0.4, "multiply", 0.7, 0.7),
    ("max", 0.8, "average", 0.3, 0.8),
    ("multiply", 0.0, "average", 0.6, None),
    (None, 0.4, "min", 0.9, 0.9),
]
"""Mode and friction of a pad and of what lies on it, and the friction of their contacts; None is the least there is."""

LEAST = {"elliptic": 1e-5, "pyramidal": np.nextafter(0.01, 1.0)}
"""Least friction; two surfaces with no more than 0.01 have contacts without tangents on pyramidal cones."""
CONES = ["elliptic", "pyramidal"]
DIMENSIONS = [3, 4, 6, 3, 4, 6, 3, 4]
MANY = "".join(f'<body pos="{n} 9 9"><freejoint/><geom size="0.1"/></body>' for n in range(6))
"""Bodies with which the engines keep their Jacobians as lists."""


def scene(frictions: list[tuple[float, float]], extra: str) -> mujoco.MjSpec:
    """Boxes and balls, in turn, that lie in pads, each with contacts of 3 to 6 dimensions."""
    bodies = ""
    for number, ((pad, thing), dimension) in enumerate(zip(frictions, DIMENSIONS, strict=True)):
        shape = 'type="box" size="0.1 0.1 0.1"' if number % 2 else 'size="0.1"'
        bodies += (
            f'<geom name="pad {number}" type="box" size="0.3 0.3 0.1" pos="{number} 0 0" friction="{pad} 0.02 0.003"/>'
            f'<body pos="{number} 0 0.19" euler="0 5 0"><freejoint/>'
            f'<geom name="thing {number}" {shape} condim="{dimension}" friction="{thing} 0.02 0.003"/></body>'
        )
    return mujoco.MjSpec.from_string(f"<mujoco><worldbody>{bodies}{extra}</worldbody></mujoco>")


def model_of(cone: str, extra: str = "", is_reference: bool = False) -> mujoco.MjModel:
    """A scene whose materials are combined, or one whose surfaces have what comes out."""
    frictions = [(pad, thing) for _, pad, _, thing, _ in PAIRS]
    if is_reference:
        frictions = [(LEAST[cone] if mu is None else mu,) * 2 for *_, mu in PAIRS]
    modes = {f"pad {number}": CombineModes(pair[0]) for number, pair in enumerate(PAIRS) if pair[0]}
    modes |= {f"thing {number}": CombineModes(pair[2]) for number, pair in enumerate(PAIRS)}
    variant = Variant(scene(frictions, extra), combine_modes=modes)
    settings = SolverSettings(dt=0.005, cone=cone, impratio=4.0, combines_materials=not is_reference)
    model = compile_model(variant, settings)
    model.opt.disableflags &= ~int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)  # as the engines do it
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_NATIVECCD)
    return model


def in_motion(model: mujoco.MjModel) -> mujoco.MjData:
    """The state of a model in which everything moves, before anything is computed."""
    data = mujoco.MjData(model)
    data.qvel[:] = np.random.default_rng(2).normal(size=model.nv)
    return data


@pytest.fixture
def _no_control() -> Iterator[None]:
    """Leaves MuJoCo as it was."""
    before = mujoco.get_mjcb_control()
    yield
    mujoco.set_mjcb_control(before)


@pytest.mark.usefixtures("_no_control")
@pytest.mark.parametrize("has_islands", [True, False])
@pytest.mark.parametrize("extra", ["", MANY], ids=["dense", "sparse"])
@pytest.mark.parametrize("cone", CONES)
def test_rows_of_native_mujoco(cone: str, extra: str, has_islands: bool) -> None:
    states = []
    for is_reference in (False, True):
        model = model_of(cone, extra, is_reference)
        if not has_islands:
            model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_ISLAND)
        mujoco.set_mjcb_control(None)
        if not is_reference:
            change_contact_targets(model)
            assert mujoco.get_mjcb_control() is not None
        states.append(in_motion(model))
        mujoco.mj_forward(model, states[-1])
    found, expected = states
    assert bool(mujoco.mj_isSparse(model)) == bool(extra)
    assert found.nisland == (len(PAIRS) if has_islands else 0)
    np.testing.assert_allclose(found.contact.friction, expected.contact.friction, rtol=1e-12)
    np.testing.assert_allclose(found.contact.mu, expected.contact.mu, rtol=1e-12)
    for name in ("efc_J", "efc_D", "efc_R", "efc_vel", "efc_aref", "iefc_D", "iefc_R"):
        values = getattr(expected, name)
        largest = np.abs(values).max(initial=0.0)
        np.testing.assert_allclose(getattr(found, name), values, rtol=1e-9, atol=1e-12 * largest, err_msg=name)
    np.testing.assert_allclose(found.qacc, expected.qacc, atol=1e-5 * np.abs(expected.qacc).max())


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda:0", marks=pytest.mark.gpu)])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("cone", CONES)
def test_rows_of_mujoco_warp(cone: str, jacobian: str, device: str) -> None:
    """To what single precision leaves of differences of large numbers."""
    model, reference = model_of(cone), model_of(cone, is_reference=True)
    model.opt.jacobian = getattr(mujoco.mjtJacobian, f"mjJAC_{jacobian.upper()}")
    expected = in_motion(reference)
    mujoco.mj_forward(reference, expected)
    with wp.ScopedDevice(device):
        engine = mjw.put_model(model)
        data = mjw.put_data(model, in_motion(model), nworld=2, nconmax=200, njmax=600)
        change = change_of_targets(model, wp.get_device(device), wp.zeros(1, dtype=float))
        assert change is not None
        engine.callback.control = change
        mjw.forward(engine, data)
        assert engine.is_sparse == (jacobian == "sparse")
        for world in range(2):
            found = mujoco.MjData(model)
            mjw.get_data_into(found, model, data, world_id=world)
            assert found.nefc == expected.nefc
            for key in ("D", "aref", "vel"):
                values = getattr(expected, f"efc_{key}")
                theirs = np.sort(getattr(data.efc, key).numpy()[world, : found.nefc])
                np.testing.assert_allclose(theirs, np.sort(values), rtol=2e-4, atol=1e-5 * np.abs(values).max())
            frictions = data.contact.friction.numpy()[data.contact.worldid.numpy() == world][: expected.ncon]
            np.testing.assert_allclose(np.sort(frictions[:, 0]), np.sort(expected.contact.friction[:, 0]), rtol=1e-5)
            scale = np.abs(expected.qacc).max()
            np.testing.assert_allclose(data.qacc.numpy()[world] / scale, expected.qacc / scale, atol=2e-3)


@pytest.mark.usefixtures("_no_control")
def test_gauss_seidel_iterations_keep_the_rows_that_they_have_the_products_of() -> None:
    """A second solve ends with them; half-changed rows would be solved for as neither."""
    model = model_of("pyramidal")
    model.opt.solver = mujoco.mjtSolver.mjSOL_PGS
    mujoco.set_mjcb_control(None)
    change_contact_targets(model)
    data = in_motion(model)
    mujoco.mj_forward(model, data)
    larger = [max(pad, thing) for _, pad, _, thing, _ in PAIRS]
    assert set(np.round(data.contact.friction[:, 0], 12)) == set(larger)


@pytest.mark.parametrize("kernel", [combine_friction, bounce], ids=["friction", "bounces"])
def test_kernels_that_combine_compile_for_a_gpu(kernel: wp.Kernel, tmp_path: Path) -> None:
    """NVIDIA's runtime compiler, which is part of Warp, needs no GPU."""
    if 90 not in wp.get_cuda_supported_archs():
        pytest.skip("this Warp comes without NVIDIA's runtime compiler")
    wp.compile_aot_module(kernel.module, arch=90, module_dir=tmp_path, use_ptx=False)
    assert list(tmp_path.glob("*.cubin"))
