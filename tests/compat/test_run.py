"""Programs of 2022 run as they are: old names, hard-coded GPUs, and what runpy does not do by itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pippin_isaac", reason="pippin-isaac is not installed: pip install ./compat")

OLD_NAMES = """
import collections, inspect, os, sys
import numpy as np, torch
from torch._six import inf, string_classes
from torch.tensor import Tensor
import helper
assert Tensor is torch.Tensor and torch.tensor([1.0]).item() == 1.0
assert np.float(1) == 1.0 and np.Inf == np.inf and np.product([2, 3]) == 6 and np.in1d([1], [1]).all()
assert np.array([1, 2], dtype=float, copy=False).tolist() == [1.0, 2.0] and np.array([3], int, ndmin=2).shape == (1, 1)
assert np.asfarray([1]).dtype == np.float64 and np.bool(1) == True
assert np.math.sqrt(4.0) == 2.0 and np.NINF < 0 < np.PINF and np.NAN != np.NAN and np.round_(1.26, 1) == 1.3
assert np.msort([[2, 1], [1, 3]]).tolist() == [[1, 1], [2, 3]]
assert issubclass(dict, collections.Mapping) and inspect.getargspec(lambda a, b: 0).args == ["a", "b"]
matrix = torch.tensor([[2.0, 1.0], [1.0, 2.0]])
values, vectors = torch.symeig(matrix, eigenvectors=True)
assert torch.allclose(values, torch.tensor([1.0, 3.0]))
assert torch.allclose(torch.solve(torch.ones(2, 1), matrix)[0], torch.full((2, 1), 1.0 / 3.0))
assert torch.nn.GRU(np.int64(3), hidden_size=np.int64(4))(torch.zeros(1, 1, 3))[0].shape == (1, 1, 4)
@torch.jit.script
def hold(is_held, count):
    if bool(is_held.any()):
        count = torch.where(is_held, count + 1, torch.zeros_like(count))
    return torch.where(count > 3, count, is_held)
assert [hold(torch.tensor([0, 2]), torch.tensor([3, 3])).tolist() for _ in range(3)] == [[0, 4]] * 3
assert sys.argv == [__file__, "--task", "Ant"] and os.path.isabs(__file__) and __name__ == "__main__"
print("done")
"""

SHARED_DEFAULTS = """
import dataclasses
from dataclasses import dataclass, field
from typing import ClassVar
import numpy as np
@dataclass
class Gains:
    stiffness: float = 1.0
@dataclass
class Robot:
    gains: Gains = Gains()
    home: np.ndarray = np.zeros(2)
    names: "list[str]" = field(default_factory=list)
    known: ClassVar[Gains] = Gains(3.0)
@dataclass(eq=False)
class Task(Robot):
    steps: int = 2
    goal: Gains = Gains(5.0)
first, second, own = Robot(), Robot(), Robot(Gains(2.0))
assert first.gains is second.gains is Robot.gains and own.gains.stiffness == 2.0 and own.home is Robot.home
assert first.names is not second.names and Robot.known.stiffness == 3.0
assert [f.name for f in dataclasses.fields(Task)] == ["gains", "home", "names", "steps", "goal"]
assert Task(steps=3).goal.stiffness == 5.0 and Task().gains is first.gains
try:
    dataclass(type("Bad", (), {"__annotations__": {"names": list}, "names": []}))
except ValueError as error:
    assert "default_factory" in str(error)
else:
    raise AssertionError("a list was never taken")
print("done")
"""

HARD_CODED_GPU = """
import torch
from isaacgym import gymapi, gymtorch
@torch.jit.script
def double(values: torch.Tensor) -> torch.Tensor:
    return values + torch.ones_like(values, device=values.device) * values
def draw(count: int, device: str):
    return torch.rand(count, device=device)
@torch.jit.script
def fill(count: int, device: str, place: torch.device) -> torch.Tensor:
    values = draw(count, device) * torch.zeros(count, dtype=torch.float, device="cuda:0")
    if count > 2:
        values = values + torch.ones(count, device=place).cuda()
    return values.to("cuda") + torch.eye(count, device=torch.device(device))[0]
device = "cuda:0"
assert fill(3, device, torch.device("cuda")).tolist() == [2.0, 1.0, 1.0]
params = gymapi.SimParams()
params.use_gpu_pipeline = True
params.physx.use_gpu = True
gym = gymapi.acquire_gym()
sim = gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)
env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
gym.create_actor(env, gym.create_sphere(sim, 0.1), gymapi.Transform(gymapi.Vec3(0.0, 0.0, 2.0)))
gym.prepare_sim(sim)
roots = gymtorch.wrap_tensor(gym.acquire_actor_root_state_tensor(sim))
indices = torch.zeros(1, dtype=torch.int32, device=torch.device("cuda", 0))
gym.set_actor_root_state_tensor_indexed(sim, gymtorch.unwrap_tensor(roots), gymtorch.unwrap_tensor(indices), 1)
layer = torch.nn.Linear(13, 1).to(device).cuda()
torch.save(layer.state_dict(), "layer.pt")
layer.load_state_dict(torch.load("layer.pt", map_location="cuda:0"))
assert double(layer(roots + torch.rand(1, 13, device=device))).device.type == "cpu"
held = torch.tensor([True, False])
assert torch.abs(held).tolist() == held.abs().tolist() == [True, False] and torch.abs(input=-roots[0, 2]) > 1.9
@torch.jit.script
def size(values: torch.Tensor) -> torch.Tensor:
    return torch.abs(values) + values.abs()
assert size(torch.tensor([-2.0])).tolist() == [4.0]
torch.cuda.synchronize()
import warp as wp
assert wp.from_torch(torch.ones(3, device=device)).device.is_cpu and wp.zeros(3, device="cuda:0").device.is_cpu
print("done")
"""

RECORDED_SCREEN = """
import numpy as np
from isaacgym import gymapi
from pyvirtualdisplay.smartdisplay import SmartDisplay
display = SmartDisplay(size=(320, 200))
display.start()
assert np.array(display.grab()).shape == (200, 320, 3) and not np.array(display.grab()).any()
gym = gymapi.acquire_gym()
sim = gym.create_sim(0, 0, gymapi.SIM_PHYSX, gymapi.SimParams())
env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
ball = gym.create_actor(env, gym.create_sphere(sim, 0.5), gymapi.Transform())
gym.set_rigid_body_color(env, ball, 0, gymapi.MESH_VISUAL_AND_COLLISION, gymapi.Vec3(1.0, 0.0, 0.0))
gym.prepare_sim(sim)
properties = gymapi.CameraProperties()
properties.width, properties.height = 64, 48
viewer = gym.create_viewer(sim, properties)
gym.viewer_camera_look_at(viewer, None, gymapi.Vec3(2.0, 0.0, 0.0), gymapi.Vec3())
gym.step_graphics(sim)
gym.draw_viewer(viewer, sim, True)
frame = np.array(display.grab()).astype(int)
assert frame.shape == (48, 64, 3)
red, green, blue = frame[24, 32]
assert red > green + 50 and red > blue + 50, "the ball is in the middle"
red, green, blue = frame[0, 0]
assert not red > green + 50, "and not in the corner"
gym.destroy_viewer(viewer)
assert not np.array(display.grab()).any()
display.stop()
print("done")
"""


AWAITS = """
import asyncio, sys
import omni.kit.app
from isaacsim.core.api import World
world = World(physics_dt=0.01)
await world.initialize_simulation_context_async()
await world.reset_async()
lengths = []
world.add_physics_callback("lengths", lengths.append)
await world.play_async()
for _ in range(5):
    await omni.kit.app.get_app().next_update_async()
world.stop()
assert len(lengths) >= 5, lengths
assert (__name__, sys.modules["__main__"].world) == ("__main__", world)
print("done")
"""
"""As Isaac Sim's extension for VS Code runs programs: they await outside of functions, while frames go by."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [OLD_NAMES, SHARED_DEFAULTS, HARD_CODED_GPU, RECORDED_SCREEN, AWAITS],
    ids=["old names", "shared defaults", "hard-coded GPU", "recorded screen", "awaits"],
)
def test_programs_run_as_they_are(run_python: Any, tmp_path: Path, program: str) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "helper.py").touch()
    (tmp_path / "scripts" / "train.py").write_text(program)
    run = run_python("-m", "pippin_isaac.run", "scripts/train.py", "--task", "Ant", cwd=tmp_path, env=without_gpu())
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "done"


STARTS_PROCESSES = """
import multiprocessing, subprocess, sys
import isaacgym

def work(results):
    import numpy as np, torch
    results.put((np.Inf, torch.zeros(1, device="cuda:0").device.type))

if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    results = context.Queue()
    process = context.Process(target=work, args=(results,))
    process.start()
    print(*results.get(timeout=60.0))
    process.join()
    text = "import isaacgym, numpy as np, torch; print(np.Inf, torch.ones(1).cuda().device.type)"
    print(subprocess.run([sys.executable, "-c", text], text=True, capture_output=True, check=True).stdout.strip())
"""


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes_that_a_program_starts_are_prepared_too(run_python: Any, tmp_path: Path, method: str) -> None:
    (tmp_path / "train.py").write_text(STARTS_PROCESSES)
    run = run_python("-m", "pippin_isaac.run", "train.py", method, cwd=tmp_path, env=without_gpu())
    assert run.stdout.splitlines().count("inf cpu") == 2, run.stderr


@pytest.mark.slow
def test_modules_run_too(run_python: Any, tmp_path: Path) -> None:
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "__init__.py").touch()
    (tmp_path / "tasks" / "train.py").write_text("import tasks, numpy as np; print(np.float(2))")
    run = run_python("-m", "pippin_isaac.run", "-m", "tasks.train", cwd=tmp_path, env=without_gpu())
    assert run.stdout.splitlines()[-1] == "2.0", run.stderr


def without_gpu() -> dict[str, str]:
    """The environment of this process, GPUs hidden."""
    return {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
