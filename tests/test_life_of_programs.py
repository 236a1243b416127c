"""Programs are interrupted, start over, and start others: each time a simulation is as the first one was."""

from __future__ import annotations

import inspect
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess
from types import FrameType

import pytest
import torch

from pippin.assets import Articulation
from pippin.robots import CARTPOLE_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg, SimulationContext

NUM_INTERRUPTS = 24


def simulate(seed: int = 0, steps: int = 20) -> bytes:
    """Move four cartpoles by random efforts, and return the bits of where they end."""
    generator = torch.Generator().manual_seed(seed)
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as sim:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=4, env_spacing=4.0))
        scene.articulations["robot"] = robot = Articulation(CARTPOLE_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot"))
        sim.reset()
        for _ in range(steps):
            robot.set_joint_effort_target_index(target=torch.rand(4, 2, generator=generator) - 0.5)
            scene.write_data_to_sim()
            sim.step(render=False)
            scene.update(0.01)
        return robot.data.joint_pos.torch.numpy().tobytes()


def test_one_simulation_after_the_other_gives_the_same_bits() -> None:
    first = simulate()
    assert simulate() == first
    assert simulate(seed=1) != first
    assert simulate() == first


@contextmanager
def interrupted_at_call(number: int) -> Iterator[Callable[[], int]]:
    """Interrupt as Ctrl-C does at the given Python call of the block; gives the number of calls so far.

    Calls are counted instead of seconds, so that the same places are hit on a machine of any speed and load.
    """
    num_calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal num_calls
        if event == "call":
            num_calls += 1
            if num_calls == number:
                signal.raise_signal(signal.SIGINT)

    before = sys.getprofile()
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background of a shell ignore it
    sys.setprofile(count)
    try:
        yield lambda: num_calls
    finally:
        sys.setprofile(before)
        signal.signal(signal.SIGINT, handler)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # one that came in a __del__
def test_after_an_interrupt_anywhere_the_next_simulation_is_as_the_first() -> None:
    expected = simulate()
    with interrupted_at_call(0) as count_of_calls:
        simulate()
    num_interrupted = 0
    for number in range(NUM_INTERRUPTS):
        try:
            with interrupted_at_call(int(count_of_calls() * (number + 0.5) / NUM_INTERRUPTS)):
                simulate()
        except (KeyboardInterrupt, TypeError):  # which a library makes of an interrupt while it converts arguments
            num_interrupted += 1
            SimulationContext.clear_instance()  # there is one only if the interrupt came while it was made or cleared
    assert num_interrupted > NUM_INTERRUPTS // 2
    assert simulate() == expected


def definition() -> str:
    """Source of :func:`simulate` with what it imports, for other programs."""
    imports = [line for line in Path(__file__).read_text().splitlines() if line.startswith(("from ", "import "))]
    return "\n".join([*imports, "", inspect.getsource(simulate)])


@pytest.mark.slow
def test_an_interpreter_of_its_own_gives_the_same_bits(run_python: Callable[..., CompletedProcess[str]]) -> None:
    """As workers that are spawned are."""
    lines = run_python("-c", f"{definition()}\nprint('bits', simulate().hex())").stdout.splitlines()
    assert [line for line in lines if line.startswith("bits")] == [f"bits {simulate().hex()}"]


@pytest.mark.slow
def test_a_fork_of_a_program_that_simulated_gives_the_same_bits(
    run_python: Callable[..., CompletedProcess[str]],
) -> None:
    """With one thread: PyTorch's others do not survive a fork."""
    program = """
import os

torch.set_num_threads(1)
first = simulate()
child = os.fork()
if child == 0:
    os._exit(0 if simulate() == first else 1)
print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert "child 0" in run_python("-c", definition() + program).stdout.splitlines()


@pytest.mark.slow
def test_spawned_workers_give_the_same_bits_while_one_simulates(tmp_path: Path) -> None:
    program = """
import multiprocessing

if __name__ == "__main__":
    with SimulationContext(SimulationCfg(device="cpu")):
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            bits = pool.map(simulate, [0, 0])
    print("bits", bits == [simulate()] * 2)
"""
    (tmp_path / "workers.py").write_text(definition() + program)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "workers.py")], capture_output=True, text=True, timeout=300, check=True
    )
    assert "bits True" in done.stdout.splitlines()
