"""Calls that cannot be meant: each says which call it was and what it expected, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from pippin.gym import gymapi, gymtorch
from reference_pages.gym_methods import Method, all_methods

unwrap = gymtorch.unwrap_tensor


@pytest.fixture
def prepared(gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable) -> gymapi.Sim:
    """Three cartpoles, prepared."""
    populate(3, cartpole)
    gym.prepare_sim(sim)
    return sim


def test_creating_after_prepare_sim(gym: gymapi.Gym, prepared: gymapi.Sim, cartpole: gymapi.Asset) -> None:
    env = gym.get_env(prepared, 0)
    calls: dict[str, Callable] = {
        "create_actor": lambda: gym.create_actor(env, cartpole, gymapi.Transform()),
        "create_env": lambda: gym.create_env(prepared, gymapi.Vec3(), gymapi.Vec3(), 1),
        "add_ground": lambda: gym.add_ground(prepared, gymapi.PlaneParams()),
        "set_actor_scale": lambda: gym.set_actor_scale(env, 0, 2.0),
    }
    for name, call in calls.items():
        with pytest.raises(RuntimeError, match=rf"gym\.{name}: the simulation was prepared by gym.prepare_sim"):
            call()
    assert gym.get_sim_actor_count(prepared) == 3 and gym.get_env_count(prepared) == 3


def test_whatever_is_of_a_destroyed_simulation(gym: gymapi.Gym, prepared: gymapi.Sim, cartpole: gymapi.Asset) -> None:
    env = gym.get_env(prepared, 0)
    gym.destroy_sim(prepared)
    for call in (
        lambda: gym.simulate(prepared),
        lambda: gym.get_actor_name(env, 0),
        lambda: gym.get_asset_dof_names(cartpole),
        lambda: gym.destroy_sim(prepared),
    ):
        with pytest.raises(RuntimeError, match=r"was destroyed"):
            call()


@pytest.mark.parametrize("wrong", [None, 0, "sim"])
def test_handles_of_the_wrong_kind(gym: gymapi.Gym, wrong: object) -> None:
    with pytest.raises(TypeError, match=r"gym\.simulate: expected what gym.create_sim returned"):
        gym.simulate(wrong)
    with pytest.raises(TypeError, match=r"gym\.get_actor_count: expected what gym.create_env returned"):
        gym.get_actor_count(wrong)


@pytest.mark.parametrize(
    ("handle", "error"), [(1, IndexError), (-1, IndexError), ("cart", TypeError), (0.0, TypeError)]
)
def test_actors_that_are_not_there(gym: gymapi.Gym, prepared: gymapi.Sim, handle: object, error: type) -> None:
    with pytest.raises(error, match=r"gym\.get_actor_dof_names: "):
        gym.get_actor_dof_names(gym.get_env(prepared, 0), handle)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda t: unwrap(t[:4]), ValueError, r"shape \(6, 2\), 12 numbers; got shape \(4, 2\)"),
        (lambda t: unwrap(t.to(torch.int32)), TypeError, r"dtype float32, got int32"),
        (lambda t: t, TypeError, r"gymtorch.unwrap_tensor describes it, got the torch tensor"),
        (lambda t: None, TypeError, r"gymapi.Tensor, got a NoneType"),
    ],
)  # fmt: skip
def test_tensors_that_do_not_fit(
    gym: gymapi.Gym, prepared: gymapi.Sim, device: torch.device, make: Callable, error: type, message: str
) -> None:
    states = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(prepared))
    before = states.clone()
    with pytest.raises(error, match=rf"gym\.set_dof_state_tensor: expected states of DOFs .*{message}"):
        gym.set_dof_state_tensor(prepared, make(torch.ones(6, 2, device=device)))
    gym.refresh_dof_state_tensor(prepared)
    torch.testing.assert_close(states, before)


def test_tensors_that_are_not_contiguous_have_no_descriptor() -> None:
    with pytest.raises(ValueError, match=r"contiguous"):
        unwrap(torch.zeros(2, 6).T)


@pytest.mark.gpu
def test_tensors_on_another_device(gym: gymapi.Gym, prepared: gymapi.Sim, device: torch.device) -> None:
    other = "cpu" if device.type == "cuda" else "cuda:0"
    with pytest.raises(ValueError, match=rf"on '{device}', where this simulation has its tensors, got '{other}'"):
        gym.set_dof_state_tensor(prepared, unwrap(torch.zeros(6, 2, device=other)))


@pytest.mark.parametrize(
    ("indices", "count", "error", "message"),
    [
        (torch.tensor([0, 1]), 2, TypeError, r"dtype int32, got int64; indices.to\(torch.int32\)"),
        (torch.tensor([0, 1], dtype=torch.int32), 3, ValueError, r"indices is 3; expected 0 to 2"),
        (torch.tensor([0, 1], dtype=torch.int32), 1.0, TypeError, r"the number of indices, got 1.0"),
    ],
)
def test_indices_that_do_not_fit(
    gym: gymapi.Gym,
    prepared: gymapi.Sim,
    device: torch.device,
    indices: torch.Tensor,
    count: object,
    error: type,
    message: str,
) -> None:
    with pytest.raises(error, match=rf"gym\.set_dof_state_tensor_indexed: .*{message}"):
        gym.set_dof_state_tensor_indexed(
            prepared, unwrap(torch.zeros(6, 2, device=device)), unwrap(indices.to(device)), count
        )


@pytest.mark.parametrize("wrong", [-1, 3, 2**31 - 1])
def test_indices_out_of_range(gym: gymapi.Gym, prepared: gymapi.Sim, device: torch.device, wrong: int) -> None:
    """On a CPU the call itself refuses, before it writes; on a GPU, which nobody waits for, a later call does."""
    states = unwrap(torch.ones(6, 2, device=device))
    indices = unwrap(torch.tensor([0, wrong], dtype=torch.int32, device=device))
    with pytest.raises(IndexError, match=r"actor"):  # noqa: PT012
        gym.set_dof_state_tensor_indexed(prepared, states, indices, 2)
        for _ in range(3):
            gym.simulate(prepared)
            gym.fetch_results(prepared, True)
    values = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(prepared)).view(3, 2, 2)
    assert values[1:].abs().max() < 1e-3, "no other actor was written"


def test_files_that_are_not_there_or_of_another_kind(
    gym: gymapi.Gym, sim: gymapi.Sim, walker_file: tuple[str, str]
) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere.urdf"):
        gym.load_asset(sim, walker_file[0], "nowhere.urdf")
    with pytest.raises(ValueError, match=r"ends in .urdf"):
        gym.load_urdf(sim, *walker_file)


def test_properties_that_cannot_be(gym: gymapi.Gym, prepared: gymapi.Sim) -> None:
    env = gym.get_env(prepared, 0)
    properties = gym.get_actor_dof_properties(env, 0)
    with pytest.raises(ValueError, match=r"expected 2 records, got shape \(1,\)"):
        gym.set_actor_dof_properties(env, 0, properties[:1])
    with pytest.raises(TypeError, match=r"structured array with the fields hasLimits"):
        gym.set_actor_dof_properties(env, 0, np.zeros(2))
    properties["stiffness"][0] = -1.0
    with pytest.raises(ValueError, match=r"stiffness must be 0 or more, got \[-1.0, 0.0\]"):
        gym.set_actor_dof_properties(env, 0, properties)
    assert gym.get_actor_dof_properties(env, 0)["stiffness"].tolist() == [0.0, 0.0]
    bodies = gym.get_actor_rigid_body_properties(env, 0)
    bodies[1].mass = 0.0
    with pytest.raises(ValueError, match=r"masses must be positive"):
        gym.set_actor_rigid_body_properties(env, 0, bodies)


def test_friction_and_armature_without_a_value_stay_as_they_were(gym: gymapi.Gym, prepared: gymapi.Sim) -> None:
    env = gym.get_env(prepared, 0)
    properties = gym.get_actor_dof_properties(env, 0)
    properties["friction"] = 0.5
    properties["armature"] = [0.1, 0.2]
    gym.set_actor_dof_properties(env, 0, properties)
    properties["friction"][1] = properties["armature"][0] = None
    properties["damping"] = 3.0
    gym.set_actor_dof_properties(env, 0, properties)
    kept = gym.get_actor_dof_properties(env, 0)
    assert kept["friction"].tolist() == [0.5, 0.5]
    np.testing.assert_allclose(kept["armature"], [0.1, 0.2])
    assert kept["damping"].tolist() == [3.0, 3.0]
    properties["damping"][0] = None
    with pytest.raises(ValueError, match=r"damping must be 0 or more"):
        gym.set_actor_dof_properties(env, 0, properties)


def test_simulations_that_cannot_be(gym: gymapi.Gym) -> None:
    params = gymapi.SimParams()
    with pytest.raises(NotImplementedError, match=r"gym\.create_sim: .*Flex is not simulated"):
        gym.create_sim(0, 0, gymapi.SIM_FLEX, params)
    params.dt = 0.0
    with pytest.raises(ValueError, match=r"dt > 0"):
        gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
def test_tensors_on_a_gpu_that_is_not_there(gym: gymapi.Gym, caplog: pytest.LogCaptureFixture) -> None:
    params = gymapi.SimParams()
    params.use_gpu_pipeline = True
    with pytest.raises(ValueError, match=r"asks for tensors on a GPU, and there is none"):
        gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)
    params.use_gpu_pipeline, params.physx.use_gpu = False, True
    gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)
    assert "runs on the CPU" in caplog.text


def test_poses_without_a_rotation(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset) -> None:
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    with pytest.raises(ValueError, match=r"rotation of a pose .* quaternion of length 1"):
        gym.create_actor(env, ball, gymapi.Transform(r=gymapi.Quat(0.0, 0.0, 0.0, 0.0)))
    assert gym.get_actor_count(env) == 0


# All methods, with what cannot be meant.

METHODS = [method for method in all_methods().values() if not method.refusal]
REFUSALS = (TypeError, ValueError, LookupError, ArithmeticError, RuntimeError, OSError)
HANDLES = ("sim", "env", "asset", "viewer", "exporter")
NONSENSE = [None, "nonsense", -1, 10**9, 3.7, float("nan"), object(), [], {}, np.zeros(3), torch.zeros(2)]


def world(gym: gymapi.Gym, folder: Path, urdf: str) -> dict[str, object]:
    """A prepared simulation with a cartpole on the CPU, and handles of all kinds by the names of parameters."""
    (folder / "cartpole.urdf").write_text(urdf)
    params = gymapi.SimParams()
    params.up_axis = gymapi.UP_AXIS_Z
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    asset = gym.load_asset(sim, str(folder), "cartpole.urdf")
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, asset, gymapi.Transform())
    viewer = gym.create_viewer(sim, gymapi.CameraProperties())
    gym.prepare_sim(sim)
    return {"sim": sim, "env": env, "asset": asset, "viewer": viewer, "exporter": gym.create_usd_exporter()}


@pytest.fixture(scope="module")
def handles(tmp_path_factory: pytest.TempPathFactory, cartpole_text: str) -> dict[str, object]:
    """Handles of a simulation that is there."""
    return world(gymapi.acquire_gym(), tmp_path_factory.mktemp("assets"), cartpole_text)


@pytest.fixture(scope="module")
def freed(tmp_path_factory: pytest.TempPathFactory, cartpole_text: str) -> dict[str, object]:
    """Handles of a simulation that was destroyed."""
    gym = gymapi.acquire_gym()
    freed = world(gym, tmp_path_factory.mktemp("assets"), cartpole_text)
    gym.destroy_sim(freed["sim"])
    gym.destroy_viewer(freed["viewer"])
    gym.destroy_usd_exporter(freed["exporter"])
    return freed


def required(method: Method) -> list[str]:
    """Names of the parameters of a method that have no default."""
    parameters = method.signature.parameters.values()
    return [parameter.name for parameter in parameters if parameter.default is parameter.empty]


WITHOUT_VIEWER = {
    *("draw_viewer", "poll_viewer_events", "query_viewer_has_closed", "query_viewer_action_events"),
    *("subscribe_viewer_keyboard_event", "subscribe_viewer_mouse_event", "viewer_camera_look_at"),
    *("add_lines", "clear_lines"),
}
"""Calls that headless programs make without a viewer, which Isaac Gym passes over."""


def test_nothing_at_all(gym: gymapi.Gym) -> None:
    for method in METHODS:
        if required(method) and method.name not in WITHOUT_VIEWER:
            with pytest.raises(REFUSALS, match=rf"gym\.{method.name}"):
                getattr(gym, method.name)(*([None] * len(required(method))))


def test_handles_that_were_freed(gym: gymapi.Gym, freed: dict[str, object]) -> None:
    for method in METHODS:
        if required(method)[:1] and required(method)[0] in HANDLES:
            what = rf"gym\.{method.name}: the (simulation|viewer|exporter) was destroyed"
            with pytest.raises(RuntimeError, match=what):
                getattr(gym, method.name)(*(freed.get(name, 0) for name in required(method)))


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_nonsense(gym: gymapi.Gym, handles: dict[str, object], tmp_path: Path, monkeypatch, method: Method) -> None:
    """Where nonsense is not accepted, the message names the call; whatever happens, the simulation goes on."""
    if method.name in ("destroy_sim", "destroy_viewer", "destroy_usd_exporter", "sync_frame_time"):
        pytest.skip("ends what the others need, or takes its time")
    monkeypatch.chdir(tmp_path)  # some names of files to write are accepted
    names = list(method.signature.parameters)
    for position, name in enumerate(names):
        if name in HANDLES:
            continue
        for nonsense in NONSENSE:
            arguments = [handles.get(other, 0) for other in names[: max(position + 1, len(required(method)))]]
            arguments[position] = nonsense
            try:
                getattr(gym, method.name)(*arguments)
            except REFUSALS as error:
                assert "gym." in str(error), f"{name}={nonsense!r}"  # noqa: PT017
    gym.simulate(handles["sim"])
    states = gym.get_actor_rigid_body_states(handles["env"], 0, gymapi.STATE_ALL)
    assert np.isfinite(np.frombuffer(states.tobytes(), np.float32)).all()


# Several simulations.


def test_simulations_do_not_know_of_each_other(gym: gymapi.Gym, tmp_path: Path, cartpole_text: str) -> None:
    """What one does and its end leave the other alone; tensors outlive the simulation that they came from."""
    first, second = (world(gym, tmp_path, cartpole_text) for _ in range(2))
    tensors = [gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(each["sim"])) for each in (first, second)]
    states = gym.get_actor_dof_states(first["env"], 0, gymapi.STATE_ALL)
    states["pos"] = (0.3, 0.2)
    gym.set_actor_dof_states(first["env"], 0, states, gymapi.STATE_ALL)
    for each in (first, second):
        gym.refresh_dof_state_tensor(each["sim"])
    assert tensors[0][:, 0].tolist() == pytest.approx([0.3, 0.2]) and tensors[1][:, 0].tolist() == [0.0, 0.0]
    with pytest.raises(ValueError, match=r"gym\.create_actor: the asset belongs to another simulation|is prepared"):
        gym.create_actor(fresh_env(gym), first["asset"], gymapi.Transform())
    gym.destroy_sim(first["sim"])
    assert tensors[0][:, 0].tolist() == pytest.approx([0.3, 0.2])
    with pytest.raises(RuntimeError, match=r"gym\.destroy_sim: the simulation was destroyed"):
        gym.destroy_sim(first["sim"])
    gym.simulate(second["sim"])
    assert gym.get_frame_count(second["sim"]) == 1


def fresh_env(gym: gymapi.Gym) -> gymapi.Env:
    """An environment of yet another simulation."""
    return gym.create_env(gym.create_sim(0, -1, gymapi.SIM_PHYSX, gymapi.SimParams()), gymapi.Vec3(), gymapi.Vec3(), 1)


@pytest.mark.parametrize("wrong", [float("nan"), float("inf")])
def test_states_and_commands_that_are_no_numbers(gym: gymapi.Gym, prepared: gymapi.Sim, wrong: float) -> None:
    """What single actors are given is looked at; nothing is written."""
    env = gym.get_env(prepared, 0)
    dofs = gym.get_actor_dof_states(env, 0, gymapi.STATE_ALL)
    dofs["vel"][1] = wrong
    bodies = gym.get_actor_rigid_body_states(env, 0, gymapi.STATE_ALL)
    bodies["pose"]["p"]["x"][0] = wrong
    calls = {
        "set_actor_dof_states": lambda: gym.set_actor_dof_states(env, 0, dofs, gymapi.STATE_ALL),
        "set_actor_rigid_body_states": lambda: gym.set_actor_rigid_body_states(env, 0, bodies, gymapi.STATE_ALL),
        "apply_actor_dof_efforts": lambda: gym.apply_actor_dof_efforts(env, 0, np.array([0.0, wrong])),
        "set_dof_target_position": lambda: gym.set_dof_target_position(env, 0, wrong),
        "set_rigid_linear_velocity": lambda: gym.set_rigid_linear_velocity(env, 0, gymapi.Vec3(wrong, 0.0, 0.0)),
    }
    for name, call in calls.items():
        with pytest.raises(ValueError, match=rf"gym\.{name}: expected finite"):
            call()
    gym.simulate(prepared)
    assert np.abs(gym.get_actor_dof_states(env, 0, gymapi.STATE_ALL)["vel"]).max() < 1e-3
