"""Pictures of a simulation, ray-traced on the CPU or GPU without a window: for documents, demos and tests."""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import mujoco_warp
import numpy as np
import warp as wp

from pippin.physics.compile import compile_model
from pippin.physics.scene import PhysicsScene

from .picture_model import PictureSpec, PlacedBody

_SKY = (0.86, 0.91, 0.97, 1.0)


class PictureCamera:
    """Takes pictures of some environments of a scene.

    The first picture compiles kernels (a few seconds, once on a machine); a picture of 960 x 540 takes about half a
    second on a CPU core.

    Args:
        scene: The scene that plays.
        env_ids: Environments that the pictures show; None for all.
        width: Width of the pictures [pixel].
        height: Height of the pictures [pixel].
        field_of_view: Vertical angle of view [rad].
        samples_per_pixel: Rays along each side of a pixel: 2 smooths edges at four times the cost.

    Raises:
        IndexError: There is no such environment.
    """

    def __init__(
        self,
        scene: PhysicsScene,
        env_ids: Sequence[int] | None = None,
        width: int = 960,
        height: int = 540,
        field_of_view: float = 0.7,
        samples_per_pixel: int = 2,
    ) -> None:
        self._scene = scene
        env_ids = range(scene.num_envs) if env_ids is None else env_ids
        wrong = [env_id for env_id in env_ids if not 0 <= env_id < scene.num_envs]
        if wrong:
            raise IndexError(f"There are no environments {wrong}: the scene has {scene.num_envs}, counted from 0.")
        builder = PictureSpec(width, height, field_of_view)
        self._add_environments(builder, set(env_ids))
        self._placed = builder.placed
        self._model = builder.compile()
        self._data = mujoco.MjData(self._model)
        self._warp_model = mujoco_warp.put_model(self._model)
        self._warp_data = mujoco_warp.put_data(self._model, self._data)
        self._context = mujoco_warp.create_render_context(
            self._model,
            cam_res=[(width, height)],
            render_rgb=True,
            render_depth=False,
            use_shadows=True,
            background_color=_SKY,
            samples_per_pixel=samples_per_pixel,
        )
        self._image = wp.zeros((1, height, width), dtype=wp.vec3)
        self._mocap_of_body = np.array(
            [self._model.body(f"body {i}").mocapid[0] for i in range(len(self._placed))], dtype=int
        )
        self._camera_mocap = int(self._model.body(PictureSpec.CAMERA).mocapid[0])

    def _add_environments(self, builder: PictureSpec, env_ids: set[int]) -> None:
        """Add the bodies of environments; of the shared world geometry, one copy."""
        ground_is_there = False
        for variant, (description, frames) in enumerate(
            zip(self._scene.description.variants, self._scene.frames, strict=True)
        ):
            model = compile_model(description, self._scene.settings, visuals=True)
            shared = {0} | {model.body(name).id for name in description.shared_bodies}
            for world, env_id in enumerate(frames.worlds.env_ids.numpy()):
                if env_id not in env_ids:
                    continue
                for body in range(model.nbody):
                    if body in shared and ground_is_there:
                        continue
                    builder.add_body(model, PlacedBody(variant, world, body))
                ground_is_there = True

    def take(self, eye: Sequence[float], target: Sequence[float]) -> np.ndarray:
        """Picture of the environments as they are now.

        Args:
            eye: Position of the camera in the world [m].
            target: Point that it looks at [m].

        Returns:
            Picture, shape (height, width, 3), uint8, red green blue.
        """
        self._scene.forward()
        self._place_bodies()
        self._data.mocap_pos[self._camera_mocap] = eye
        self._data.mocap_quat[self._camera_mocap] = _looking_at(np.asarray(eye, float), np.asarray(target, float))
        wp.copy(self._warp_data.mocap_pos, wp.array(self._data.mocap_pos[None], dtype=wp.vec3))
        wp.copy(self._warp_data.mocap_quat, wp.array(self._data.mocap_quat[None], dtype=wp.quat))
        mujoco_warp.kinematics(self._warp_model, self._warp_data)
        mujoco_warp.com_pos(self._warp_model, self._warp_data)
        mujoco_warp.camlight(self._warp_model, self._warp_data)
        mujoco_warp.refit_bvh(self._warp_model, self._warp_data, self._context)
        mujoco_warp.render(self._warp_model, self._warp_data, self._context)
        mujoco_warp.get_rgb(self._context, 0, self._image)
        return (np.clip(self._image.numpy()[0], 0.0, 1.0) * 255.0).astype(np.uint8)

    def _place_bodies(self) -> None:
        poses = [frames.kinematics.poses.numpy() for frames in self._scene.frames]
        for mocap, placed in zip(self._mocap_of_body, self._placed, strict=True):
            pose = poses[placed.variant][placed.world, placed.body]
            self._data.mocap_pos[mocap] = pose[:3]
            self._data.mocap_quat[mocap] = pose[[6, 3, 4, 5]]


def _looking_at(eye: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Orientation (w, x, y, z) of a camera that looks along its -z axis with the world's z axis up in the picture."""
    backward = eye - target
    backward /= np.linalg.norm(backward)
    right = np.cross([0.0, 0.0, 1.0], backward)
    length = np.linalg.norm(right)
    right = right / length if length > 1e-6 else np.array([1.0, 0.0, 0.0])  # straight down: any side may be up
    quaternion = np.zeros(4)
    mujoco.mju_mat2Quat(quaternion, np.stack([right, np.cross(backward, right), backward], axis=1).ravel())
    return quaternion
