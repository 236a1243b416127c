"""Recordings have the poses of bodies, at the times at which they were there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdGeom

from pippin.assets import RigidObject, RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import CuboidCfg, MassCfg, SimulationCfg, SimulationContext, UsdPhysicsRigidBodyCfg
from pippin.viewers.recordings import record_motion

HEIGHT = 5.0
DT = 0.01
GRAVITY = 9.81


@pytest.fixture
def boxes() -> Iterator[SimulationContext]:
    """Three environments with a falling box each."""
    with SimulationContext(SimulationCfg(dt=DT, device="cpu")) as simulation:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=3, env_spacing=2.0))
        spawn = CuboidCfg(size=(0.1, 0.2, 0.3), rigid_props=UsdPhysicsRigidBodyCfg(), mass_props=MassCfg(mass=1.0))
        cfg = RigidObjectCfg(
            prim_path="/World/envs/env_.*/Box",
            spawn=spawn,
            init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, HEIGHT)),
        )
        scene.rigid_objects["box"] = RigidObject(cfg)
        simulation.reset()
        yield simulation


def record(simulation: SimulationContext, path: Path, steps: int, **options: object) -> int:
    with record_motion(simulation, path, **options) as recording:
        for _ in range(steps):
            simulation.step(render=False)
            recording.record()
        return recording.num_frames


@pytest.mark.parametrize("ending", ["usda", "usdc"])
def test_a_stage_has_the_fall_of_each_box_as_time_samples(
    boxes: SimulationContext, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / "folder" / f"fall.{ending}"
    assert record(boxes, path, 40, env_ids=[0, 2], frame_rate=50.0) == 21  # every second step, and the begin
    stage = Usd.Stage.Open(str(path))
    assert stage.GetTimeCodesPerSecond() == 50.0
    assert (stage.GetStartTimeCode(), stage.GetEndTimeCode()) == (0.0, pytest.approx(20.0))
    assert [prim.GetName() for prim in stage.GetDefaultPrim().GetChildren()] == ["env_0", "env_2"]
    meshes = [prim for prim in stage.Traverse() if prim.IsA(UsdGeom.Mesh)]
    assert len(meshes) == 2
    points = np.array(UsdGeom.Mesh(meshes[0]).GetPointsAttr().Get())
    assert np.allclose(np.ptp(points, axis=0), [0.1, 0.2, 0.3], atol=1e-6)
    for code in (0.0, 10.0, 20.0):
        height = UsdGeom.Xformable(meshes[0]).ComputeLocalToWorldTransform(code).ExtractTranslation()[2]
        steps = 2 * code
        fallen = GRAVITY * DT**2 * steps * (steps + 1) / 2  # semi-implicit Euler's sum, or half a step less
        assert height == pytest.approx(HEIGHT - fallen, abs=GRAVITY * DT**2 * steps)


def test_rerun_gets_a_mesh_and_its_copies(boxes: SimulationContext, tmp_path: Path) -> None:
    pytest.importorskip("rerun", reason="rerun is not installed: pip install 'pippin[rerun]'")
    assert record(boxes, tmp_path / "fall.rrd", 10) == 4
    assert (tmp_path / "fall.rrd").read_bytes()[:3] == b"RRF"  # the signature of such files


def test_bad_arguments_are_refused_before_anything_is_recorded(boxes: SimulationContext, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.usda"):
        record_motion(boxes, tmp_path / "motion.avi")
    with pytest.raises(ValueError, match="frame_rate"):
        record_motion(boxes, tmp_path / "motion.usd", frame_rate=0.0)
    with pytest.raises(IndexError, match="7"):
        record_motion(boxes, tmp_path / "motion.usd", env_ids=[7])
    assert list(tmp_path.iterdir()) == []
