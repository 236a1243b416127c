"""Names of isaaclab.envs.ui: windows that control an environment, and the camera of its viewport."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from pippin.sim import SimulationContext

from .nothing import Nothing


class BaseEnvWindow:
    """Window of an environment; it shows nothing.

    Args:
        env: The environment.
        window_name: Its title.
    """

    def __init__(self, env: Any, window_name: str = "IsaacLab"):
        self.env = env
        self.ui_window = Nothing()
        self.ui_window_elements: dict[str, Any] = defaultdict(Nothing)

    def _create_debug_vis_ui_element(self, name: str, elem: Any) -> None:
        """Add a switch for what an element draws."""

    def _visualize_manager(self, title: str, class_name: str) -> None:
        """Add what a manager computes."""


class ManagerBasedRLEnvWindow(BaseEnvWindow):
    """Window of an environment with managers; it shows nothing."""


class EmptyWindow(BaseEnvWindow):
    """Window that programs fill themselves; it shows nothing."""


class ViewportCameraController:
    """Camera that pictures of an environment are taken with.

    Args:
        env: The environment.
        cfg: Its ``ViewerCfg``: ``eye``, ``lookat``, ``origin_type``, ``env_index``, ``asset_name``, ``body_name``.
    """

    def __init__(self, env: Any, cfg: Any):
        self._env = env
        self._cfg = cfg
        self.default_cam_eye = list(cfg.eye)
        self.default_cam_lookat = list(cfg.lookat)
        self.viewer_origin = [0.0, 0.0, 0.0]

    @property
    def cfg(self) -> Any:
        """Config of the viewer."""
        return self._cfg

    def set_view_env_index(self, env_index: int) -> None:
        """Look at another environment.

        Raises:
            ValueError: There is no such environment.
        """
        if not 0 <= env_index < self._env.num_envs:
            raise ValueError(f"'env_index' is {env_index}; expected 0 to {self._env.num_envs - 1}.")
        self._cfg.env_index = env_index
        if self._cfg.origin_type == "env":
            self.update_view_to_env()

    def update_view_to_world(self) -> None:
        """Look from the origin of the world."""
        self._cfg.origin_type = "world"
        self._look_from([0.0, 0.0, 0.0])

    def update_view_to_env(self) -> None:
        """Look from the origin of the environment of the config."""
        self._cfg.origin_type = "env"
        self._look_from(self._env.scene.env_origins[self._cfg.env_index])

    def update_view_to_asset_root(self, asset_name: str) -> None:
        """Look from where the root of an asset is."""
        self._cfg.origin_type, self._cfg.asset_name = "asset_root", asset_name
        self._look_from(self._env.scene[asset_name].data.root_pos_w[self._cfg.env_index])

    def update_view_to_asset_body(self, asset_name: str, body_name: str) -> None:
        """Look from where a body of an asset is."""
        self._cfg.origin_type, self._cfg.asset_name, self._cfg.body_name = "asset_body", asset_name, body_name
        asset = self._env.scene[asset_name]
        body = asset.find_bodies(body_name)[0][0]
        self._look_from(asset.data.body_pos_w[self._cfg.env_index, body])

    def update_view_location(self, eye: Sequence[float] | None = None, lookat: Sequence[float] | None = None) -> None:
        """Look from and to other points, relative to the origin [m]."""
        self.default_cam_eye = list(self.default_cam_eye if eye is None else eye)
        self.default_cam_lookat = list(self.default_cam_lookat if lookat is None else lookat)
        self._look_from(self.viewer_origin)

    def _look_from(self, origin: Any) -> None:
        self.viewer_origin = [float(value) for value in origin]
        simulation = SimulationContext.instance()
        if simulation is not None:
            eye, lookat = (
                tuple(value + shift for value, shift in zip(point, self.viewer_origin, strict=True))
                for point in (self.default_cam_eye, self.default_cam_lookat)
            )
            simulation.set_camera_view(eye, lookat)
