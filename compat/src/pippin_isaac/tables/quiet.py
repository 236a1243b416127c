"""Modules of Isaac Sim and Isaac Lab for which there is nothing here; see :mod:`pippin_isaac.quiet`."""

from __future__ import annotations

_DEVICES = "pippin_isaac.quiet.devices: "
_WINDOWS = "pippin_isaac.quiet.windows: *"

MODULES: dict[str, str | tuple[str, ...]] = {
    "carb.input": "pippin_isaac.quiet.inputs: *",
    "isaaclab.devices": "pippin_isaac.quiet.devices: *",
    "isaaclab.devices.device_base": f"{_DEVICES}DeviceBase, DeviceCfg, DevicesCfg",
    "isaaclab.devices.gamepad": f"{_DEVICES}Se2Gamepad, Se2GamepadCfg, Se3Gamepad, Se3GamepadCfg",
    "isaaclab.devices.gamepad.se2_gamepad": f"{_DEVICES}Se2Gamepad, Se2GamepadCfg",
    "isaaclab.devices.gamepad.se3_gamepad": f"{_DEVICES}Se3Gamepad, Se3GamepadCfg",
    "isaaclab.devices.keyboard": f"{_DEVICES}Se2Keyboard, Se2KeyboardCfg, Se3Keyboard, Se3KeyboardCfg",
    "isaaclab.devices.keyboard.se2_keyboard": f"{_DEVICES}Se2Keyboard, Se2KeyboardCfg",
    "isaaclab.devices.keyboard.se2_keyboard_cfg": f"{_DEVICES}Se2KeyboardCfg",
    "isaaclab.devices.keyboard.se3_keyboard": f"{_DEVICES}Se3Keyboard, Se3KeyboardCfg",
    "isaaclab.devices.openxr": f"{_DEVICES}OpenXRDevice, OpenXRDeviceCfg, XrCfg, remove_camera_configs",
    "isaaclab.devices.retargeter_base": f"{_DEVICES}RetargeterBase, RetargeterCfg",
    "isaaclab.devices.spacemouse": f"{_DEVICES}Se2SpaceMouse, Se2SpaceMouseCfg, Se3SpaceMouse, Se3SpaceMouseCfg",
    "isaaclab.devices.teleop_device_factory": f"{_DEVICES}create_teleop_device",
    "isaaclab.envs.ui": "pippin_isaac.quiet.env_windows: *",
    "isaaclab.envs.ui.base_env_window": "pippin_isaac.quiet.env_windows: BaseEnvWindow",
    "isaaclab.envs.ui.empty_window": "pippin_isaac.quiet.env_windows: EmptyWindow",
    "isaaclab.envs.ui.manager_based_rl_env_window": "pippin_isaac.quiet.env_windows: ManagerBasedRLEnvWindow",
    "isaaclab.envs.ui.viewport_camera_controller": "pippin_isaac.quiet.env_windows: ViewportCameraController",
    "isaaclab.ui.widgets": _WINDOWS,
    "isaaclab.ui.xr_widgets": _WINDOWS,
    "isaacsim.core.simulation_manager": "pippin_isaac.quiet.simulation_manager: IsaacEvents, SimulationManager",
    "isaacsim.core.utils.carb": "pippin_isaac.quiet.simulation_manager: get_carb_setting, set_carb_setting",
    "isaacsim.core.version": "pippin_isaac.quiet.simulation_manager: get_version",
    "isaacsim.gui.components": _WINDOWS,
    "isaacsim.gui.components.ui_utils": _WINDOWS,
    "isaacsim.util.debug_draw": "isaacsim.util.debug_draw._debug_draw",
    "isaacsim.util.debug_draw._debug_draw": "pippin_isaac.quiet.inputs: acquire_debug_draw_interface",
    "omni.appwindow": ("pippin_isaac.quiet.inputs: acquire_app_window_factory_interface, get_default_app_window"),
    "omni.ext": "pippin_isaac.quiet.kit: IExt",
    "omni.kit.commands": "pippin_isaac.quiet.kit: execute",
    "omni.kit.viewport.utility": "pippin_isaac.quiet.windows: *",
    "omni.kit.viewport.utility.camera_state": _WINDOWS,
    "omni.kit.window.extensions": _WINDOWS,
    "omni.log": "pippin_isaac.quiet.log: *",
    "omni.physics.tensors.impl.api": "pippin_isaac.quiet.tensor_views: *",
    "omni.physics.tensors": "pippin_isaac.quiet.tensor_views: *",
    "omni.replicator.core": "pippin_isaac.quiet.replicator: *",
    "omni.ui": _WINDOWS,
    "pxr.PhysxSchema": "pippin_isaac.quiet.physx_schema: *",
}
