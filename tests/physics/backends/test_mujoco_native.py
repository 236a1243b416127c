"""Native MuJoCo keeps double precision behind its single-precision arrays, whoever writes to them."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from .conftest import WORKSHOP

BOX = slice(1, 8)


def test_number_of_threads_does_not_change_results(make_named):
    runs = []
    for threads in (1, 3):
        engine = make_named("mujoco", "cpu", ["nv_ant.xml"], [0] * 7, dt=0.008, threads=threads)
        worlds = engine.worlds[0]
        worlds.ctrl.assign(np.random.default_rng(1).normal(size=worlds.ctrl.shape).astype(np.float32))
        for _ in range(100):
            engine.step()
        runs.append(worlds.qpos.numpy().copy())
    np.testing.assert_array_equal(*runs)


def test_saying_that_the_state_was_written_changes_nothing_where_it_was_not(make_named):
    engine, untouched = (make_named("mujoco", "cpu", [WORKSHOP], [0, 0]) for _ in range(2))
    for step in range(200):
        if step % 3 == 0:
            engine.worlds[0].state_written()
        engine.step()
        untouched.step()
    np.testing.assert_array_equal(engine.worlds[0]._batch.state, untouched.worlds[0]._batch.state)


def test_write_to_one_coordinate_keeps_the_others_in_double_precision(make_named):
    engine = make_named("mujoco", "cpu", [WORKSHOP], [0])
    worlds = engine.worlds[0]
    data = mujoco.MjData(worlds.model)
    data.qvel[:] = (0.3, 1.0, 0.7, 0.1, 3.0, -2.0, 1.0)
    worlds.qvel.assign(data.qvel[None].astype(np.float32))
    data.qvel[:] = worlds.qvel.numpy()[0]
    worlds.state_written()
    for step in range(100):
        if step == 50:
            qpos = worlds.qpos.numpy()
            qpos[0, 0] = 0.25
            worlds.qpos.assign(qpos)
            worlds.state_written()
            data.qpos[0] = 0.25
            data.qacc_warmstart[:] = 0.0
        engine.step()
        mujoco.mj_step(worlds.model, data)
    np.testing.assert_array_equal(worlds._batch.bind("qpos")[0], data.qpos)


def test_parameter_that_was_not_written_keeps_its_double_precision(make_named):
    engine = make_named("mujoco", "cpu", [WORKSHOP], [0, 0])
    worlds = engine.worlds[0]
    damping = worlds.parameter("dof_damping").numpy()
    damping[1, 0] = 0.1
    worlds.parameter_changed("dof_damping")
    masses = worlds.parameter("body_mass").numpy()
    masses[1, 3] = 4.0
    worlds.parameter_changed("body_mass")
    engine.step()
    np.testing.assert_array_equal(worlds._batch.expand("body_mass")[0], worlds.model.body_mass)
    assert worlds._batch.expand("body_mass")[1, 3] == 4.0


def test_engine_itself_prints_and_writes_nothing(make_named, capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    engine = make_named("mujoco", "cpu", [WORKSHOP], [0, 0, 0])
    engine.worlds[0].ctrl.fill_(np.nan)  # of which MuJoCo warns
    engine.step()
    assert len(engine.report()) == 1
    assert capfd.readouterr().err == "" and not list(tmp_path.iterdir())


def test_other_devices_are_refused(make_named):
    with pytest.raises(ValueError, match="runs on the CPU, not on 'cuda:0': use device 'cpu', or backend 'newton'"):
        make_named("mujoco", "cuda:0", [WORKSHOP], [0])
