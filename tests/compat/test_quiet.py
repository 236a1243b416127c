"""What programs touch of Isaac Sim beside the simulation lets them run on, and says what came of it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pxr import Usd, UsdPhysics

import omni.replicator.core as rep
import omni.ui as windows
from pippin.viewers import gamepads, keys
from pippin.viewers.lines import LINES, POINTS
from pippin_isaac import omni_commands, omni_devices, omni_kit

from pxr import PhysxSchema  # isort: skip  # served once a package of pippin-isaac is imported


def test_extensions_with_windows_can_be_imported_and_started(caplog) -> None:
    omni_kit.say_once.cache_clear()
    pressed = []

    class Example(omni_kit.IExt):
        def on_startup(self, ext_id):
            self.window = windows.Window("My Window", width=300, height=300)
            with self.window.frame, windows.VStack():
                self.label = windows.Label("")
                windows.Button("Add", clicked_fn=lambda: pressed.append(1))
                self.label.text = "count: 1"

    with caplog.at_level(logging.WARNING, logger="pippin"):
        Example().on_startup("example-0.1")
    assert pressed == []
    assert sum("omni.ui" in record.message for record in caplog.records) == 1


def test_commands_of_the_application_are_refused_and_said_once(caplog) -> None:
    omni_kit.say_once.cache_clear()
    with caplog.at_level(logging.WARNING, logger="pippin"):
        assert [omni_commands.execute("ToggleGrid", on=True)[0] for _ in range(3)] == [False] * 3
    assert ["ToggleGrid" in record.message for record in caplog.records] == [True]


def test_channels_of_the_log_take_levels() -> None:
    log = omni_kit.get_log()
    log.set_channel_level("omni.physx", omni_kit.LogLevel.ERROR, omni_kit.SettingBehavior.OVERRIDE)
    log.set_channel_enabled("omni.physx", False, omni_kit.SettingBehavior.INHERIT)
    assert log is omni_kit.get_log()


def test_keys_of_the_page_command_keyboards() -> None:
    base = omni_devices.Se2Keyboard(omni_devices.Se2KeyboardCfg(v_x_sensitivity=0.5))
    gripper = omni_devices.Se3Keyboard(omni_devices.Se3KeyboardCfg(pos_sensitivity=0.25))
    keys.receive(b'{"held": ["arrowup", "Q", "K"], "mouse": [0.25, 0.5]}')
    keys.deliver()
    assert base.advance().tolist() == [0.5, 0.0, 0.0]
    assert gripper.advance().tolist() == [0.0, 0.0, 0.25, 0.0, 0.0, 0.0, -1.0]
    base.reset()
    gripper.reset()
    assert base.advance().tolist() == [0.0] * 3
    assert gripper.advance().tolist() == [0.0] * 6 + [1.0]
    keys.receive(b'{"held": [], "mouse": [0, 0]}')
    keys.deliver()


def press(*names: str) -> None:
    """Hold these keys in the page, and no others."""
    keys.receive(json.dumps({"held": names, "mouse": [0.0, 0.0]}).encode())
    keys.deliver()


def test_programs_bind_keys_of_their_own() -> None:
    """As a program that steers a base by W, S, A and D does; it prints the keyboard's name."""

    class Letters(omni_devices.Se2Keyboard):
        def _create_key_bindings(self) -> None:
            self._INPUT_KEY_MAPPING = {
                "W": np.asarray([-1.0, 0.0, 0.0]) * self.v_x_sensitivity,
                "A": np.asarray([0.0, 0.0, 1.0]) * self.omega_z_sensitivity,
            }

        def __str__(self) -> str:
            return f"keyboard {self._input.get_keyboard_name(self._keyboard)}"

    base = Letters(omni_devices.Se2KeyboardCfg(v_x_sensitivity=0.5, omega_z_sensitivity=0.2))
    assert str(base).startswith("keyboard")
    press("W", "A", "arrowup")
    assert base.advance().tolist() == pytest.approx([-0.5, 0.0, 0.2])
    press()
    assert base.advance().tolist() == [0.0] * 3


def test_programs_handle_events_of_keys_and_hand_on_the_others() -> None:
    class Home(omni_devices.Se3Keyboard):
        homes = 0

        def _on_keyboard_event(self, event: Any, *args: Any, **kwargs: Any) -> bool:
            if event.type == omni_devices.KeyboardEventType.KEY_PRESS and event.input.name == "H":
                self.homes += 1
            return super()._on_keyboard_event(event, *args, **kwargs)

    gripper = Home(omni_devices.Se3KeyboardCfg(pos_sensitivity=0.25, rot_sensitivity=0.5))
    press("H", "Q", "X", "K")
    assert gripper.homes == 1
    assert gripper.advance().tolist() == [0.0, 0.0, 0.25, -0.5, 0.0, 0.0, -1.0]
    press("X")
    assert gripper.advance().tolist() == [0.0, 0.0, 0.0, -0.5, 0.0, 0.0, -1.0]
    press("X", "L")
    assert gripper.advance().tolist() == [0.0] * 6 + [1.0]
    press()


def test_bindings_that_add_nothing_leave_the_command_at_zero() -> None:
    class Silent(omni_devices.Se3Keyboard):
        def _create_key_bindings(self) -> None:
            self._INPUT_KEY_MAPPING = {"K": False}

    gripper = Silent(omni_devices.Se3KeyboardCfg())
    press("W", "K")
    assert gripper.advance().tolist() == [0.0] * 6 + [-1.0]
    press()


def test_omniverse_tells_of_keys_and_sticks() -> None:
    """As programs for Isaac Sim ask: by events, or by the value of a key."""
    told: list = []
    interface = omni_devices.acquire_input_interface()
    keyboard = omni_devices.get_default_app_window().get_keyboard()
    subscription = interface.subscribe_to_keyboard_events(
        keyboard, lambda event, *args: told.append((event.type.name, event.input.name)) or True
    )
    keys.receive(b'{"held": ["arrowup", "1"], "mouse": [0.25, 0.5]}')
    keys.deliver()
    assert interface.get_keyboard_value(keyboard, omni_devices.KeyboardInput.UP) == 1.0
    keys.receive(b'{"held": [], "mouse": [0, 0]}')
    keys.deliver()
    kinds = [("KEY_PRESS", "KEY_1"), ("KEY_PRESS", "UP"), ("KEY_RELEASE", "KEY_1"), ("KEY_RELEASE", "UP")]
    assert told == kinds
    assert interface.get_keyboard_value(keyboard, omni_devices.KeyboardInput.UP) == 0.0
    interface.unsubscribe_to_keyboard_events(keyboard, subscription)
    keys.receive(b'{"held": ["A"], "mouse": [0.25, 0.5]}')
    keys.receive(b'{"held": [], "mouse": [0, 0]}')
    keys.deliver()
    assert len(told) == 4

    subscription = interface.subscribe_to_gamepad_events(None, lambda event, *args: told.append(event))
    buttons = [0.0] * len(gamepads.BUTTONS)
    gamepads.receive(json.dumps({"axes": [0.0, -0.5, 0.0, 0.0], "buttons": buttons}).encode())
    gamepads.deliver()
    assert (told[-1].input, told[-1].value) == (omni_devices.GamepadInput.LEFT_STICK_UP, 0.5)
    interface.unsubscribe_to_gamepad_events(None, subscription)


def test_what_programs_draw_is_kept_for_the_page() -> None:
    draw = omni_devices.acquire_debug_draw_interface()
    draw.clear_lines()
    draw.clear_points()
    draw.draw_lines([(0, 0, 0), (1, 0, 0)], [(0, 0, 1), (1, 0, 1)], [(1, 0, 0, 1), (0, 1, 0, 1)], [1, 2])
    draw.draw_lines_spline([(0, 0, 0), (1, 0, 0), (1, 1, 0)], (0, 0, 1, 1), 5, True)
    draw.draw_points([(0, 0, 2)], [(1, 1, 1, 1)], [3])
    assert (draw.get_num_lines(), draw.get_num_points()) == (5, 1)
    ends, colors = LINES.arrays()
    assert ends[1].tolist() == [[1, 0, 0], [1, 0, 1]]
    assert ends[4].tolist() == [[1, 1, 0], [0, 0, 0]]  # the closing one
    assert colors[1:3].tolist() == [[0, 1, 0], [0, 0, 1]]
    assert POINTS.arrays()[0].shape == (1, 1, 3)
    with pytest.raises(ValueError, match="points"):
        draw.draw_lines([(0, 0)], [(1, 1)], [(1, 0, 0, 1)], [1])
    draw.clear_lines()
    assert draw.get_num_lines() == 0


def test_devices_command_nothing_by_themselves() -> None:
    base = omni_devices.Se2Keyboard(omni_devices.Se2KeyboardCfg(v_x_sensitivity=0.5))
    assert base.advance().tolist() == [0.0, 0.0, 0.0]
    gripper = omni_devices.create_teleop_device("keyboard", {"keyboard": omni_devices.Se3KeyboardCfg()})
    assert gripper.advance().tolist() == [0.0] * 6 + [1.0]
    delta, closes = omni_devices.Se3Keyboard(pos_sensitivity=0.1).advance()  # as up to Isaac Lab 2.2
    assert delta.tolist() == [0.0] * 6 and closes is False
    with pytest.raises(ValueError, match="spoon.*keyboard"):
        omni_devices.create_teleop_device("spoon", {"keyboard": omni_devices.Se3KeyboardCfg()})


def test_replicator_seeds_and_refuses_the_rest() -> None:
    import torch

    rep.set_global_seed(7)
    first = torch.rand(3)
    rep.set_global_seed(7)
    assert (torch.rand(3) == first).all()
    with pytest.raises(NotImplementedError, match="randomizer.register"):
        rep.randomizer.register(print)


@pytest.fixture
def prim():
    stage = Usd.Stage.CreateInMemory()
    yield stage.DefinePrim("/Body", "Xform")
    del stage  # which prims do not keep


def test_schemas_of_physx_are_attributes_of_their_names(prim) -> None:
    body = PhysxSchema.PhysxRigidBodyAPI.Apply(prim)
    body.CreateDisableGravityAttr(True)
    body.GetDisableGravityAttr().Set(False)
    body.CreateMaxLinearVelocityAttr().Set(2.5)
    assert prim.GetAttribute("physxRigidBody:disableGravity").Get() is False
    assert prim.GetAttribute("physxRigidBody:maxLinearVelocity").Get() == 2.5
    assert prim.HasAPI(PhysxSchema.PhysxRigidBodyAPI) and body
    assert not prim.HasAPI(PhysxSchema.PhysxArticulationAPI)


def test_joints_start_where_their_state_says(prim) -> None:
    PhysxSchema.JointStateAPI.Apply(prim, "angular").CreatePositionAttr(30.0)
    assert prim.GetAttribute("state:angular:physics:position").Get() == 30.0
    assert prim.HasAPI(PhysxSchema.JointStateAPI, "angular")
    gearing = PhysxSchema.PhysxTendonAxisAPI.Apply(prim, "cord").CreateGearingAttr([1.0, -2.0])
    assert list(gearing.Get()) == [1.0, -2.0]


@pytest.mark.slow
def test_prims_take_schemas_from_the_import_on(run_python: Callable) -> None:
    """In an interpreter where no schema was made before the one that a prim is asked for."""
    program = (
        "import isaacsim; from pxr import PhysxSchema, Usd; stage = Usd.Stage.CreateInMemory(); "
        "assert not stage.DefinePrim('/Body').HasAPI(PhysxSchema.PhysxContactReportAPI)"
    )
    done = run_python("-c", program)
    assert done.returncode == 0, done.stderr


def test_schemas_with_instances_are_applied_for_each(prim) -> None:
    limit = PhysxSchema.PhysxLimitAPI.Apply(prim, "linear")
    limit.CreateStiffnessAttr(3.0)
    assert prim.GetAttribute("physxLimit:linear:stiffness").Get() == 3.0
    assert prim.HasAPI(PhysxSchema.PhysxLimitAPI) and prim.HasAPI(PhysxSchema.PhysxLimitAPI, "linear")
    assert not prim.HasAPI(PhysxSchema.PhysxLimitAPI, "angular")
    prim.RemoveAPI(PhysxSchema.PhysxLimitAPI, "linear")
    assert not prim.HasAPI(PhysxSchema.PhysxLimitAPI)


def test_schemas_that_usd_knows_are_asked_for_as_before(prim) -> None:
    assert not prim.HasAPI(UsdPhysics.RigidBodyAPI)
    UsdPhysics.RigidBodyAPI.Apply(prim)
    assert prim.HasAPI(UsdPhysics.RigidBodyAPI) and prim.HasAPI("PhysicsRigidBodyAPI")
    prim.RemoveAPI(UsdPhysics.RigidBodyAPI)
    assert not prim.HasAPI(UsdPhysics.RigidBodyAPI)
    with pytest.raises(AttributeError, match="NoSchema"):
        PhysxSchema.NoSchema  # noqa: B018


def test_physics_holds_on_to_no_stage() -> None:
    import omni.physx
    import omni.replicator.core as rep

    omni.physx.get_physx_simulation_interface().detach_stage()
    omni.physx.get_physx_interface().force_load_physics_from_usd()
    omni.physx.acquire_physx_interface().overwrite_gpu_setting(1)
    with pytest.raises(AttributeError, match="overlap_sphere"):
        omni.physx.get_physx_interface().overlap_sphere()
    rep.vp_manager.destroy_hydra_textures("Replicator")


def test_settings_tell_where_assets_are(monkeypatch: pytest.MonkeyPatch) -> None:
    import carb.settings

    monkeypatch.setenv("PIPPIN_ASSETS_ROOT", "/some/assets")
    settings = carb.settings.get_settings()
    assert settings.get("/persistent/isaac/asset_root/cloud") == "/some/assets"
    assert settings.get_as_string("/persistent/isaac/asset_root/default") == "/some/assets"
    assert settings.get("/persistent/isaac/other") is None


def test_warp_has_its_older_modules() -> None:
    import warp as wp
    import warp.context as context  # gone in Warp 1.10

    assert context.Device is wp.Device and wp.context.Kernel is wp.Kernel
    array = wp.types.array(ptr=None, dtype=wp.vec3, shape=(0,), device="cpu")
    assert isinstance(array, wp.array)
    with pytest.raises(AttributeError, match="NoSuchThing"):
        wp.types.NoSuchThing  # noqa: B018


def test_a_command_is_carried_out_by_its_class() -> None:
    from omni.usd.commands import DeletePrimsCommand
    from pippin.sim import create_new_stage, define_prim, is_prim_path_valid

    create_new_stage()
    define_prim("/World/marker")
    DeletePrimsCommand(["/World/marker"]).do()
    assert not is_prim_path_valid("/World/marker")


def test_meshes_are_joined_and_coloured_by_height() -> None:
    trimesh = pytest.importorskip("trimesh")
    from isaaclab.terrains.utils import color_meshes_by_height

    step = trimesh.creation.box((1.0, 1.0, 1.0))
    joined = color_meshes_by_height([step, step.copy().apply_translation((2.0, 0.0, 0.0))])
    tops = joined.vertices[:, 2] > 0.0
    assert len(joined.vertices) == 16 and len(np.unique(joined.visual.vertex_colors[tops], axis=0)) == 1
    assert (joined.visual.vertex_colors[tops][0, :3] > joined.visual.vertex_colors[~tops][0, :3]).all()
    flat = trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    assert color_meshes_by_height([flat]).visual.vertex_colors[0, :3].tolist() == [172, 216, 230]


def test_markers_say_the_files_that_isaac_lab_has_for_them() -> None:
    from isaaclab.markers.config import FRAME_MARKER_CFG, GREEN_ARROW_X_MARKER_CFG
    from isaaclab.utils.assets import ISAAC_NUCLEUS_DIR

    assert FRAME_MARKER_CFG.markers["frame"].usd_path == f"{ISAAC_NUCLEUS_DIR}/Props/UIElements/frame_prim.usd"
    assert GREEN_ARROW_X_MARKER_CFG.copy().markers["arrow"].usd_path.endswith("/arrow_x.usd")
