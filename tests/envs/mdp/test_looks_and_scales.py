"""Events that give each environment's cube another size before the start, and another color at any time."""

from __future__ import annotations

import logging

import pytest
import torch
from pxr import UsdPhysics

from pippin.assets import RigidObjectCfg
from pippin.envs import ManagerBasedEnv, ManagerBasedEnvCfg, mdp
from pippin.envs.managers import EventTermCfg, ObservationGroupCfg, ObservationTermCfg, SceneEntityCfg
from pippin.scene import InteractiveSceneCfg, TerrainImporterCfg, VisualMaterialCfg
from pippin.sensors import CameraCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    MassPropertiesCfg,
    PinholeCameraCfg,
    PreviewSurfaceCfg,
    RigidBodyPropertiesCfg,
)
from pippin.utils import configclass

CUBE = SceneEntityCfg("cube")
SIZE = 0.2


@configclass
class CubeSceneCfg(InteractiveSceneCfg):
    """A grey cube on a plane."""

    num_envs: int = 3
    env_spacing: float = 3.0
    replicate_physics: bool = False
    ground: TerrainImporterCfg = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane")
    cube: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=CuboidCfg(
            size=(SIZE,) * 3,
            rigid_props=RigidBodyPropertiesCfg(),
            mass_props=MassPropertiesCfg(mass=1.0),
            collision_props=CollisionPropertiesCfg(),
            visual_material=PreviewSurfaceCfg(diffuse_color=(0.5, 0.5, 0.5)),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.5)),
    )


@configclass
class NoActionsCfg:
    """Nothing acts on the cube."""


@configclass
class ObservationsCfg:
    """Where the cube is."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """The only group."""

        position = ObservationTermCfg(func=mdp.root_pos_w, params={"asset_cfg": CUBE})

    policy: PolicyCfg = PolicyCfg()


@configclass
class CubeEnvCfg(ManagerBasedEnvCfg):
    """Cubes that fall."""

    scene: CubeSceneCfg = CubeSceneCfg()
    actions: NoActionsCfg = NoActionsCfg()
    observations: ObservationsCfg = ObservationsCfg()
    decimation: int = 1


PAINT = VisualMaterialCfg(prim_path="{ENV_REGEX_NS}/Cube/geometry/material", channels=("color", "roughness"))


def make(
    seed: int = 3, camera: CameraCfg | None = None, paint: VisualMaterialCfg | None = None, **events: EventTermCfg
) -> ManagerBasedEnv:
    cfg = CubeEnvCfg(events=events, seed=seed)
    cfg.sim.device, cfg.scene.camera, cfg.scene.paint = "cpu", camera, paint
    return ManagerBasedEnv(cfg)


def color_term(mode: str, low: float = 0.0) -> EventTermCfg:
    params = {"asset_cfg": CUBE, "event_name": "paint", "colors": {"r": (0.9, 1.0), "g": (low, 0.02), "b": (low, 0.02)}}
    return EventTermCfg(func=mdp.randomize_visual_color, mode=mode, params=params)


EYE = CameraCfg(
    prim_path="{ENV_REGEX_NS}/Eye",
    spawn=PinholeCameraCfg(),
    offset=CameraCfg.OffsetCfg(pos=(0.0, 0.0, 1.5), rot=(0.0, 0.0, 0.0, 1.0), convention="opengl"),
    data_types=["rgb"],
    width=8,
    height=8,
)


@pytest.mark.parametrize("scale_range", [(0.5, 1.5), {"x": (1.0, 1.0), "y": (1.0, 1.0), "z": (0.5, 1.5)}])
def test_cubes_of_other_scales_come_to_rest_at_other_heights(scale_range: object) -> None:
    params = {"asset_cfg": CUBE, "scale_range": scale_range}
    env = make(scale=EventTermCfg(func=mdp.randomize_rigid_body_scale, mode="prestartup", params=params))
    for _ in range(200):
        obs, _ = env.step(torch.zeros(3, 0))
    heights = obs["policy"][:, 2]
    assert len(heights.unique()) == 3
    assert ((heights > 0.5 * SIZE / 2 - 2e-3) & (heights < 1.5 * SIZE / 2 + 2e-3)).all()
    env.close()


def test_events_of_a_program_may_change_the_prims_of_every_environment_before_the_start() -> None:
    def weigh(env: ManagerBasedEnv, env_ids: None) -> None:
        for env_id in range(env.num_envs):
            prim = env.sim.stage.GetPrimAtPath(f"/World/envs/env_{env_id}/Cube")
            UsdPhysics.MassAPI.Apply(prim).CreateMassAttr(1.0 + env_id)

    env = make(weigh=EventTermCfg(func=weigh, mode="prestartup"))
    assert env.scene["cube"].data.body_mass.torch.flatten().tolist() == [1.0, 2.0, 3.0]
    env.close()


@pytest.mark.parametrize("wrong", [(0.0, 1.0), {"w": (1.0, 2.0)}, (1.0, float("nan"))])
def test_scales_are_positive_factors_of_axes(wrong: object) -> None:
    params = {"asset_cfg": CUBE, "scale_range": wrong}
    with pytest.raises(ValueError, match="scale_range"):
        make(scale=EventTermCfg(func=mdp.randomize_rigid_body_scale, mode="prestartup", params=params))


@pytest.mark.parametrize("mode", ["prestartup", "reset"])
def test_cameras_see_the_colors(mode: str) -> None:
    env = make(camera=EYE, color=color_term(mode))
    env.reset()
    middle = env.scene["camera"].data.output["rgb"].torch[:, 4, 4, :3].float()
    assert (middle[:, 0] > 4.0 * middle[:, 1:].max(dim=1).values).all(), "the grey cubes are red"
    env.close()


def test_other_looks_are_taken_where_nothing_shows_them(caplog: pytest.LogCaptureFixture) -> None:
    term = EventTermCfg(func=mdp.randomize_visual_texture_material, mode="reset", params={})
    with caplog.at_level(logging.WARNING, "pippin"):
        env = make(texture=term)
    assert "randomize_visual_texture_material" in caplog.text
    env.close()
    with pytest.raises(NotImplementedError, match="randomize_visual_texture_material"):
        make(camera=EYE, texture=term)


def paint_term(mode: str = "reset", **channels: object) -> EventTermCfg:
    params = {"materials": [SceneEntityCfg("paint")], "channels": channels}
    return EventTermCfg(func=mdp.randomize_visual_material, mode=mode, params=params)


@pytest.mark.parametrize(
    "color", [{"r": (0.9, 1.0), "g": (0.0, 0.02), "b": (0.0, 0.02)}, ((0.9, 0.0, 0.0), (1.0, 0.02, 0.02))]
)
def test_materials_of_the_scene_get_random_colors(color: object) -> None:
    """Each environment's its own, which its camera sees."""
    env = make(camera=EYE, paint=PAINT, color=paint_term(color=color, roughness=(0.2, 0.4)))
    env.reset()
    values = env.scene["paint"].data
    assert len(values["color"][:, 0].unique()) == 3
    assert ((values["roughness"] >= 0.2) & (values["roughness"] <= 0.4)).all()
    middle = env.scene["camera"].data.output["rgb"].torch[:, 4, 4, :3].float()
    assert (middle[:, 0] > 4.0 * middle[:, 1:].max(dim=1).values).all()
    env.close()


def test_materials_get_one_of_some_choices() -> None:
    choices = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    env = make(paint=PAINT, color=paint_term(color={"choices": choices}))
    env.reset()
    assert all(color in choices for color in env.scene["paint"].data["color"].tolist())
    env.close()


@pytest.mark.parametrize(
    ("term", "error", "message"),
    [
        (paint_term("prestartup", color=((0.0,) * 3, (1.0,) * 3)), ValueError, "prestartup"),
        (paint_term(opacity=(0.0, 1.0)), ValueError, "not declared with the channels .'opacity'"),
    ],
)
def test_impossible_looks_are_refused(term: EventTermCfg, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make(paint=PAINT, color=term)
