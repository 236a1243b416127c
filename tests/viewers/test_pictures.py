"""Pictures show what is simulated where it is."""

from __future__ import annotations

from pathlib import Path

import imageio.v3 as iio
import mujoco
import numpy as np
import pytest

import pippin.physics  # noqa: F401  registers the engines
from pippin.physics.backend import SolverSettings
from pippin.physics.description import SceneDescription, Variant
from pippin.physics.scene import PhysicsScene
from pippin.viewers import video
from pippin.viewers.pictures import PictureCamera
from pippin.viewers.video import write_png, write_video

BALL = """
<mujoco>
  <worldbody>
    <body name="ball" pos="0 0 1"><freejoint name="ball"/>
      <geom type="sphere" size="0.2" rgba="1 0 0 1" name="ball"/>
      <geom type="sphere" size="5" rgba="0 1 0 1" group="3" name="hidden" contype="0" conaffinity="0" mass="0"/>
    </body>
  </worldbody>
</mujoco>
"""
WIDTH, HEIGHT, ANGLE = 120, 80, 0.8
EYE, TARGET = np.array([4.0, 0.0, 1.0]), np.array([0.0, 0.0, 1.0])


def make_scene(num_envs: int, spacing: float) -> PhysicsScene:
    origins = np.stack([np.zeros(num_envs), np.arange(num_envs) * spacing, np.zeros(num_envs)], axis=1)
    variant = Variant(mujoco.MjSpec.from_string(BALL))
    return PhysicsScene(
        SceneDescription([variant], np.zeros(num_envs, dtype=int), origins), SolverSettings(dt=0.01), "mujoco"
    )


def take(scene: PhysicsScene, env_ids: list[int] | None = None) -> np.ndarray:
    camera = PictureCamera(scene, env_ids, WIDTH, HEIGHT, ANGLE, samples_per_pixel=1)
    return camera.take(EYE, TARGET).astype(int)


def is_red(picture: np.ndarray) -> np.ndarray:
    return (picture[..., 0] > 60) & (picture[..., 0] > 2 * picture[..., 1] + 5)


def test_a_ball_is_as_large_and_where_perspective_says() -> None:
    """A sphere of radius r at distance d appears under the half angle asin(r / d), in the middle of the picture."""
    red = is_red(take(make_scene(1, 1.0)))
    rows, columns = np.nonzero(red)
    assert rows.mean() == pytest.approx((HEIGHT - 1) / 2, abs=0.5)
    assert columns.mean() == pytest.approx((WIDTH - 1) / 2, abs=0.5)
    radius = np.tan(np.arcsin(0.2 / 4.0)) / np.tan(ANGLE / 2.0) * HEIGHT / 2.0
    assert np.sqrt(red.sum() / np.pi) == pytest.approx(radius, abs=0.5)


def test_a_ball_falls_in_the_picture_as_in_the_simulation() -> None:
    scene = make_scene(1, 1.0)
    for _ in range(30):
        scene.step()
    drop = 1.0 - scene.backend.worlds[0].qpos.numpy()[0, 2]
    rows, _ = np.nonzero(is_red(take(scene)))
    expected = (HEIGHT - 1) / 2 + drop / 4.0 / np.tan(ANGLE / 2.0) * HEIGHT / 2.0
    assert rows.mean() == pytest.approx(expected, abs=0.6)


def test_environments_stand_side_by_side_and_can_be_chosen() -> None:
    scene = make_scene(3, 0.6)
    all_columns = np.nonzero(is_red(take(scene)).any(axis=0))[0]
    one = np.nonzero(is_red(take(scene, [1])).any(axis=0))[0]
    assert len(one) < len(all_columns) / 2
    # the camera looks along -x with z up, so +y is to the right
    expected = (WIDTH - 1) / 2 + 0.6 / 4.0 / np.tan(ANGLE / 2.0) * HEIGHT / 2.0
    assert one.mean() == pytest.approx(expected, abs=0.6)


def test_black_ground_shows_its_tiles_and_coloured_ground_its_colour() -> None:
    """As in Isaac Sim, whose ground shows the lines of its grid when it is black, Isaac Lab's default."""

    def ground(color: str) -> np.ndarray:
        file = f"<mujoco><worldbody><geom type='plane' size='0 0 1' rgba='{color} 1'/></worldbody></mujoco>"
        description = SceneDescription([Variant(mujoco.MjSpec.from_string(file))], np.zeros(1, int), np.zeros((1, 3)))
        scene = PhysicsScene(description, SolverSettings(dt=0.01), "mujoco")
        camera = PictureCamera(scene, None, WIDTH, HEIGHT, ANGLE, samples_per_pixel=1)
        return camera.take((0.0, 0.1, 6.0), (0.0, 0.0, 0.0)).astype(int).max(axis=-1)

    black = ground("0 0 0")
    assert black.min() > 8 and black.max() - black.min() > 2
    assert ground("0.9 0.9 0.9").min() > 3 * black.max()


def test_an_environment_that_is_not_there_is_refused() -> None:
    with pytest.raises(IndexError, match=r"no environments \[3\]: the scene has 3"):
        PictureCamera(make_scene(3, 1.0), [0, 3])


def test_files_hold_the_pictures(tmp_path: Path) -> None:
    picture = np.zeros((64, 96, 3), dtype=np.uint8)
    picture[:, 48:] = (250, 20, 20)
    write_png(tmp_path / "folder" / "picture.png", picture)
    np.testing.assert_array_equal(iio.imread(tmp_path / "folder" / "picture.png"), picture)
    write_video(tmp_path / "video.mp4", [picture] * 5, frame_rate=25)
    frames = iio.imread(tmp_path / "video.mp4")
    assert frames.shape == (5, 64, 96, 3)
    np.testing.assert_allclose(frames[2][:, 60:90].mean(axis=(0, 1)), (250, 20, 20), atol=12)  # H.264 loses a little


def test_videos_without_ffmpeg_name_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(video, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pippin\[video\]"):
        write_video(tmp_path / "video.mp4", [], frame_rate=25)
    assert list(tmp_path.iterdir()) == []
