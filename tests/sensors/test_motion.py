"""What inertial measurement units and Pva sensors report, against mechanics."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from pxr import UsdGeom
from scipy.spatial.transform import Rotation

from pippin.scene import InteractiveScene
from pippin.sensors import ImuCfg, PvaCfg
from pippin.sim import SimulationContext, define_prim

from .conftest import MakeScene, step

G = 9.81
BOX, BALL = "{ENV_REGEX_NS}/Box", "{ENV_REGEX_NS}/Ball"
TURN = Rotation.from_euler("xyz", [0.4, -0.7, 1.1])


def test_an_imu_at_rest_reads_gravity_upwards_and_in_free_fall_nothing(
    make_scene: MakeScene, backend: tuple[str, str]
) -> None:
    offset = ImuCfg.OffsetCfg(pos=(0.1, 0.05, 0.02), rot=tuple(TURN.as_quat()))
    scene = make_scene(
        backend=backend, resting=ImuCfg(prim_path=BOX, offset=offset), falling=ImuCfg(prim_path=BALL, offset=offset)
    )
    step(scene, 50)  # 0.25 s: the box has settled, and the ball falls until 0.6 s
    up = torch.tensor(TURN.inv().apply([0.0, 0.0, G]), dtype=torch.float32, device=scene.device).expand(3, 3)
    # contacts give by less than 1 %; float32 velocities over 5 ms
    torch.testing.assert_close(scene["resting"].data.lin_acc_b.torch, up, rtol=0.0, atol=0.01 * G)
    torch.testing.assert_close(scene["falling"].data.lin_acc_b.torch, torch.zeros_like(up), rtol=0.0, atol=2e-3)
    torch.testing.assert_close(scene["falling"].data.ang_vel_b.torch, torch.zeros_like(up), rtol=0.0, atol=1e-5)


@pytest.mark.parametrize("waits", [True, False])
def test_sensors_of_motion_may_wait_after_a_reset(make_scene: MakeScene, waits: bool) -> None:
    """As in Isaac Lab 3, where nothing has been measured until a step follows a reset."""
    scene = make_scene(imu=ImuCfg(prim_path=BOX), pva=PvaCfg(prim_path=BOX))
    SimulationContext.instance().cfg.zero_until_update = waits
    step(scene, 50)
    scene.reset([1])
    imu, pva = scene["imu"].data, scene["pva"].data
    weighed = imu.lin_acc_b.torch[:, 2].abs() > 0.9 * G
    assert weighed.tolist() == [True, not waits, True]
    assert (pva.pos_w.torch.norm(dim=-1) > 0.0).tolist()[1] is not waits
    np.testing.assert_allclose(pva.projected_gravity_b.torch[1].cpu(), [0.0, 0.0, -1.0], atol=1e-3)  # the box lies flat
    step(scene, 1)
    assert (scene["imu"].data.lin_acc_b.torch[:, 2] > 0.9 * G).all()


def spin(scene: InteractiveScene, omega: tuple[float, float, float], velocity: tuple[float, float, float]) -> None:
    """Let the balls turn and fly."""
    motion = torch.tensor([[*velocity, *omega]], dtype=torch.float32, device=scene.device).repeat(3, 1)
    scene["ball"].write_root_velocity_to_sim_index(root_velocity=motion)


def test_a_turntable_has_centripetal_acceleration(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    """A point at r from the axis of a body that turns with w is accelerated by -w^2 r."""
    radius, omega = 0.3, 4.0
    scene = make_scene(
        gravity=(0.0, 0.0, 0.0),
        backend=backend,
        imu=ImuCfg(prim_path=BALL, offset=ImuCfg.OffsetCfg(pos=(radius, 0.0, 0.0))),
    )
    spin(scene, (0.0, 0.0, omega), (0.0, 0.0, 0.0))
    step(scene, 20)
    data = scene["imu"].data
    expected = torch.tensor([[-(omega**2) * radius, 0.0, 0.0]], device=scene.device).expand(3, 3)
    torch.testing.assert_close(data.lin_acc_b.torch, expected, rtol=0.01, atol=0.01)
    turning = torch.tensor([[0.0, 0.0, omega]], device=scene.device).expand(3, 3)
    torch.testing.assert_close(data.ang_vel_b.torch, turning, rtol=1e-4, atol=1e-5)


def test_a_pva_reports_pose_velocity_and_coordinate_acceleration(
    make_scene: MakeScene, backend: tuple[str, str]
) -> None:
    position = np.array([0.05, -0.1, 0.2])
    offset = PvaCfg.OffsetCfg(pos=tuple(position), rot=tuple(TURN.as_quat()))
    scene = make_scene(backend=backend, pva=PvaCfg(prim_path=BALL, offset=offset))
    omega, velocity = np.array([0.5, -1.0, 2.0]), np.array([0.3, 0.2, 1.0])
    spin(scene, tuple(omega), tuple(velocity))
    step(scene, 10)
    data, ball = scene["pva"].data, scene["ball"].data
    for env in range(3):
        pose = ball.root_link_pose_w.torch[env].cpu().numpy().astype(float)
        body = Rotation.from_quat(pose[3:])
        sensor = body * TURN
        arm = body.apply(position)
        com_velocity = ball.root_com_lin_vel_w.torch[env].cpu().numpy()  # of a ball: that of its centre
        expected = {
            "pos_w": pose[:3] + arm,
            "lin_vel_b": sensor.inv().apply(com_velocity + np.cross(omega, arm)),
            "ang_vel_b": sensor.inv().apply(omega),
            "projected_gravity_b": sensor.inv().apply([0.0, 0.0, -1.0]),
            "lin_acc_b": sensor.inv().apply([0.0, 0.0, -G] + np.cross(omega, np.cross(omega, arm))),
            "ang_acc_b": np.zeros(3),
        }
        for name, value in expected.items():
            # accelerations are differences of float32 velocities over 5 ms
            tolerance = 5e-3 if "acc" in name else 2e-5
            np.testing.assert_allclose(getattr(data, name).torch[env].cpu(), value, rtol=1e-4, atol=tolerance)
        turned = Rotation.from_quat(data.quat_w.torch[env].cpu().numpy())
        assert (turned.inv() * sensor).magnitude() < 1e-5


def test_a_sensor_may_be_a_prim_below_a_body(make_scene: MakeScene) -> None:
    """Its pose is that of its prim, on which the offset comes."""

    def mount() -> None:
        prim = define_prim("/World/envs/env_0/Box/mount")
        UsdGeom.XformCommonAPI(prim).SetTranslate((0.1, 0.0, 0.3))
        UsdGeom.XformCommonAPI(prim).SetRotate((0.0, 0.0, 90.0))

    offset = PvaCfg.OffsetCfg(pos=(0.2, 0.0, 0.0))
    scene = make_scene(gravity=(0.0, 0.0, 0.0), before_play=mount, pva=PvaCfg(prim_path=f"{BOX}/mount", offset=offset))
    relative = scene["pva"].data.pos_w.torch - scene["box"].data.root_link_pos_w.torch
    torch.testing.assert_close(relative, torch.tensor([[0.1, 0.2, 0.3]]).expand(3, 3), rtol=0.0, atol=1e-6)


@pytest.mark.parametrize(("path", "message"), [("/World/ground", "rigid body ancestor"), ("/World/no", "'no'")])
def test_prims_without_a_body_are_named(make_scene: MakeScene, path: str, message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        make_scene(imu=ImuCfg(prim_path=path))
