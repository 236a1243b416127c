"""Recorded motions of joints and bodies, at any time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

_ARRAYS = (
    *("dof_positions", "dof_velocities", "body_positions", "body_rotations"),
    *("body_linear_velocities", "body_angular_velocities"),
)


class MotionLoader:
    """One recorded motion of D joints and B bodies in F frames, interpolated between these.

    Attributes:
        dof_names: Names of the joints.
        body_names: Names of the bodies.
        dt: Time between two frames [s].
        num_frames: Number of frames F.
        duration: Time from the first frame to the last [s].
        dof_positions: Positions of the joints [m or rad], shape (F, D).
        dof_velocities: Velocities of the joints [m/s or rad/s], shape (F, D).
        body_positions: Positions of the bodies in the world [m], shape (F, B, 3).
        body_rotations: Their orientations, as quaternions (w, x, y, z), shape (F, B, 4).
        body_linear_velocities: Their velocities in the world [m/s], shape (F, B, 3).
        body_angular_velocities: Their angular velocities in the world [rad/s], shape (F, B, 3).
    """

    def __init__(self, motion_file: str, device: torch.device | str) -> None:
        """Read a motion.

        Args:
            motion_file: Path of a file of NumPy with the arrays above, the names and ``fps``, frames in a second.
            device: Where the motion is kept.

        Raises:
            FileNotFoundError: There is no such file.
            KeyError: An array is missing in it.
        """
        if not Path(motion_file).is_file():
            raise FileNotFoundError(
                f"There is no motion '{motion_file}'; expected a file such as 'humanoid_walk.npz', which Isaac Lab's"
                " wheel and repository have in isaaclab_tasks/direct/humanoid_amp/motions: put it there, or name it in"
                " 'motion_file' of the config."
            )
        with np.load(motion_file, allow_pickle=False) as data:
            missing = sorted({"fps", "dof_names", "body_names", *_ARRAYS} - set(data))
            if missing:
                raise KeyError(f"Motion '{motion_file}' has no {', '.join(missing)}; it has: {', '.join(data)}.")
            self.dof_names: list[str] = data["dof_names"].tolist()
            self.body_names: list[str] = data["body_names"].tolist()
            self.dt = 1.0 / float(data["fps"])
            arrays = [torch.as_tensor(data[name], dtype=torch.float32, device=device) for name in _ARRAYS]
        self.device = device
        self.dof_positions, self.dof_velocities, self.body_positions, self.body_rotations = arrays[:4]
        self.body_linear_velocities, self.body_angular_velocities = arrays[4:]
        self.num_frames = len(self.dof_positions)
        self.duration = self.dt * (self.num_frames - 1)

    @property
    def num_dofs(self) -> int:
        """Number of joints."""
        return len(self.dof_names)

    @property
    def num_bodies(self) -> int:
        """Number of bodies."""
        return len(self.body_names)

    def sample_times(self, num_samples: int, duration: float | None = None) -> np.ndarray:
        """Draw times of the motion.

        Args:
            num_samples: Number of times N.
            duration: Latest time [s]; None for the end of the motion.

        Returns:
            Times [s], shape (N,).

        Raises:
            ValueError: The motion ends before that time.
        """
        latest = self.duration if duration is None else duration
        if latest > self.duration:
            raise ValueError(f"Argument 'duration' is {latest} s; expected at most the motion's {self.duration} s.")
        return np.random.uniform(0.0, latest, size=num_samples)

    def sample(
        self, num_samples: int, times: np.ndarray | None = None, duration: float | None = None
    ) -> tuple[torch.Tensor, ...]:
        """Look up the motion at times.

        As in Isaac Lab, values go on in a straight line from the nearest frame and the one after it.

        Args:
            num_samples: Number of times N that are drawn where ``times`` gives none.
            times: Times [s], shape (N,).
            duration: Latest time that is drawn [s]; None for the end of the motion.

        Returns:
            Values of the six arrays above at these times, in their order, each of shape (N, ...).
        """
        if times is None:
            times = self.sample_times(num_samples, duration)
        phases = np.clip(times / self.duration, 0.0, 1.0)
        before = (phases * (self.num_frames - 1)).round().astype(int)
        after = np.minimum(before + 1, self.num_frames - 1)
        shares = torch.as_tensor((times / self.dt - before).round(5), dtype=torch.float32, device=self.device)
        first, second = (torch.as_tensor(frames, device=self.device) for frames in (before, after))
        values = []
        for name in _ARRAYS:
            frames = getattr(self, name)
            between = _between_orientations if name == "body_rotations" else torch.lerp
            share = shares.reshape(-1, *[1] * (frames.ndim - 1))
            values.append(between(frames[first], frames[second], share))
        return tuple(values)

    def get_dof_index(self, dof_names: list[str]) -> list[int]:
        """Find joints by their names.

        Raises:
            ValueError: The motion has no such joint.
        """
        return [_index(name, self.dof_names, "joint") for name in dof_names]

    def get_body_index(self, body_names: list[str]) -> list[int]:
        """Find bodies by their names.

        Raises:
            ValueError: The motion has no such body.
        """
        return [_index(name, self.body_names, "body") for name in body_names]


def _index(name: str, names: list[str], what: str) -> int:
    if name not in names:
        raise ValueError(f"The motion has no {what} '{name}'; it has: {', '.join(names)}.")
    return names.index(name)


def _between_orientations(first: torch.Tensor, second: torch.Tensor, share: torch.Tensor) -> torch.Tensor:
    """Turn from the first orientations to the second at a constant rate, for shares of the way, shape (N, B, 4)."""
    cosine = (first * second).sum(dim=-1, keepdim=True)
    second = torch.where(cosine < 0.0, -second, second)
    angle = torch.acos(cosine.abs().clamp(max=1.0))
    sine = torch.sin(angle)
    turned = (torch.sin((1.0 - share) * angle) * first + torch.sin(share * angle) * second) / sine
    return torch.where(sine < 1e-3, 0.5 * (first + second), turned)
