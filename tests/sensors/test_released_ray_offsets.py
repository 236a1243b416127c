"""What an offset turns of the rays is what the released code of Isaac Lab 2.3.2 and 3.0.0 turns of them.

Functions of the wheels (BSD-3), in the folders that ``ISAACLAB_232`` and ``ISAACLAB_300`` name, run on tensors; nothing
of them is kept here.
"""

from __future__ import annotations

import ast
import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch
import warp as wp

from pippin.sensors import RayCasterCameraCfg, RayCasterCfg
from pippin.sensors.ray_caster import patterns
from pippin.utils import ProxyArray

from .conftest import MakeScene

BALL = "{ENV_REGEX_NS}/Ball"
GRID = patterns.GridPatternCfg(resolution=0.2, size=(0.4, 0.8))
XYZW = (0.1825742, 0.3651484, 0.5477226, 0.7302967)
ROUNDING = {"rtol": 0.0, "atol": 1e-6}
"""Of a few products of float32 of about 1."""

RELEASED = {
    2: (
        Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"), "isaaclab/source/isaaclab/isaaclab"),
        "ray_caster.py",
    ),
    3: (Path(os.environ.get("ISAACLAB_300", "/work/ext/isaaclab-3.0.0"), "isaaclab"), "base_ray_caster.py"),
}


def load(path: Path) -> ModuleType:
    """A file of a wheel as a module of its own."""
    if not path.is_file():
        pytest.skip(f"the wheel with {path.name} is not there")
    spec = importlib.util.spec_from_file_location(f"released_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def released_rays(version: int) -> Callable[[Any], None]:
    """The method of the released RayCaster that makes its rays."""
    package, file = RELEASED[version]
    maths = load(package / "utils/math.py")
    tree = ast.parse((package / "sensors/ray_caster" / file).read_text())
    name = "_initialize_rays_impl"
    method = next(each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) and each.name == name)
    names = {"torch": torch, "wp": wp, "math_utils": maths, "quat_apply": maths.quat_apply, "ProxyArray": ProxyArray}
    exec(compile(ast.Module([method], []), file, "exec"), names)
    return names[name]  # type: ignore[return-value]


@pytest.mark.parametrize("version", [2, 3])
def test_the_offset_of_a_ray_caster_turns_directions_alone(make_scene: MakeScene, version: int) -> None:
    offset = RayCasterCfg.OffsetCfg(pos=(0.1, 0.2, 0.3), rot=XYZW)
    cfg = RayCasterCfg(prim_path=BALL, mesh_prim_paths=["/World/ground"], pattern_cfg=GRID, offset=offset)
    initialize = released_rays(version)
    rays = make_scene(rays=cfg)["rays"]

    theirs = SimpleNamespace(cfg=cfg.copy(), _device="cpu", device="cpu", _view_count=3, _view=SimpleNamespace(count=3))
    theirs._data = SimpleNamespace(create_buffers=lambda *_: None)
    theirs.cfg.offset.rot = XYZW if version == 3 else (XYZW[3], *XYZW[:3])
    initialize(theirs)
    for mine, released in ((rays.ray_starts, theirs.ray_starts), (rays.ray_directions, theirs.ray_directions)):
        torch.testing.assert_close(mine.torch.cpu(), getattr(released, "torch", released), **ROUNDING)


def test_the_offset_of_a_camera_turns_starts_as_well(make_scene: MakeScene) -> None:
    """The starts of a pattern of one's own; a pinhole's are at the camera."""
    kernels = load(RELEASED[3][0] / "sensors/ray_caster/kernels.py")
    starts = torch.tensor([[[0.1, 0.2, -0.3], [0.0, -0.4, 0.2]]])
    directions = torch.nn.functional.normalize(torch.tensor([[[1.0, 0.2, -0.3], [1.0, -0.4, 0.1]]]), dim=2)
    offset = RayCasterCameraCfg.OffsetCfg(pos=(0.1, 0.2, 0.3), rot=XYZW, convention="world")
    pattern = patterns.PinholeCameraPatternCfg(width=2, height=1, func=lambda *_: (starts, directions))
    cfg = RayCasterCameraCfg(prim_path=BALL, mesh_prim_paths=["/World/ground"], pattern_cfg=pattern, offset=offset)
    scene = make_scene(eye=cfg)
    poses = scene["ball"].data.root_link_pose_w.torch.cpu().contiguous()
    count = len(poses)

    def array(values: torch.Tensor, dtype: type) -> wp.array:
        return wp.from_torch(values.expand(count, *values.shape[1:]).contiguous(), dtype=dtype)

    inputs = [
        *(wp.from_torch(poses, dtype=wp.transformf), wp.ones(count, dtype=bool, device="cpu")),
        *(array(torch.tensor([offset.pos]), wp.vec3f), array(torch.tensor([XYZW]), wp.quatf)),
        *(wp.zeros(count, dtype=wp.vec3f, device="cpu") for _ in range(2)),
        *(array(starts, wp.vec3f), array(directions, wp.vec3f), int(kernels.ALIGNMENT_BASE)),
    ]
    pose = [wp.empty(count, dtype=dtype, device="cpu") for dtype in (wp.vec3f, wp.quatf)]
    rays = [wp.empty((count, 2), dtype=wp.vec3f, device="cpu") for _ in range(2)]
    wp.launch(kernels.update_ray_caster_kernel, dim=(count, 2), inputs=inputs, outputs=[*pose, *rays], device="cpu")
    for mine, released in zip((scene["eye"].ray_starts_w, scene["eye"].ray_directions_w), rays, strict=True):
        torch.testing.assert_close(mine.torch.cpu(), wp.to_torch(released), rtol=0.0, atol=5e-6)  # float32 at 16 m
