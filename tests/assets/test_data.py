"""Data are computed when they are read, once for each state, into memory that never moves."""

from __future__ import annotations

import pytest
import torch
import warp as wp

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg, ArticulationData, RigidObject, RigidObjectData
from pippin.quantities.properties import ArrayProperty, Computed
from pippin.utils import ProxyArray

from .conftest import BOX, WALKER, MakeStage, Mechanism, Stage

STATE = [
    "joint_pos",
    "joint_vel",
    "joint_acc",
    "root_link_pose_w",
    "root_com_vel_w",
    "body_link_pose_w",
    "body_com_acc_w",
]
DERIVED = ["root_com_pose_w", "projected_gravity_b", "heading_w", "root_link_lin_vel_b", "body_com_state_w"]


def names_of(data_class: type, kind: type = ArrayProperty) -> list[str]:
    """Names of the array properties of a data class."""
    return [name for name in dir(data_class) if isinstance(getattr(data_class, name), kind)]


@pytest.fixture
def walker(make_stage: MakeStage) -> tuple[Stage, Articulation]:
    stage = make_stage(Mechanism(WALKER, ("Walker",)), num_envs=4)
    drive = ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=10.0, damping=1.0)
    robot = stage.articulation("Walker", actuators={"all": drive})
    stage.sim.reset()
    return stage, robot


@pytest.fixture
def launches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the kernels that were launched since, recorded launches included."""
    names: list[str] = []
    launch, launch_again = wp.launch, wp.Launch.launch

    def counting(kernel: wp.Kernel, *args: object, **kwargs: object) -> object:
        names.append(kernel.key)
        return launch(kernel, *args, **kwargs)

    def counting_again(self: wp.Launch, *args: object) -> None:
        names.append(self.kernel.key)
        launch_again(self, *args)

    monkeypatch.setattr(wp, "launch", counting)
    monkeypatch.setattr(wp.Launch, "launch", counting_again)
    return names


@pytest.mark.parametrize("quantity", ["joint_pos", "joint_vel"])
def test_joints_are_read_once_a_step(walker: tuple[Stage, Articulation], quantity: str) -> None:
    """On a CPU NumPy reads them, without a kernel that could be counted: a mark stays until the next step."""
    stage, robot = walker
    stage.step(robot)
    getattr(robot.data, quantity).torch.fill_(7.0)
    assert (getattr(robot.data, quantity).torch == 7.0).all()
    stage.step(robot)
    assert (getattr(robot.data, quantity).torch != 7.0).all()


@pytest.mark.parametrize("quantity", [name for name in STATE + DERIVED if name not in ("joint_pos", "joint_vel")])
def test_a_second_reading_computes_nothing(
    walker: tuple[Stage, Articulation], launches: list[str], quantity: str
) -> None:
    stage, robot = walker
    stage.step(robot)
    launches.clear()
    getattr(robot.data, quantity)
    assert launches
    launches.clear()
    getattr(robot.data, quantity)
    assert launches == []


def test_who_reads_nothing_computes_nothing(walker: tuple[Stage, Articulation], launches: list[str]) -> None:
    _, robot = walker
    for _ in range(3):
        robot.update(0.01)
    assert launches == []


def test_a_rigid_object_without_wrench_has_nothing_to_write(make_stage: MakeStage, launches: list[str]) -> None:
    stage = make_stage(Mechanism(BOX))
    box = stage.rigid_object("Box")
    stage.sim.reset()
    launches.clear()
    box.write_data_to_sim()
    assert launches == []


def test_parts_of_a_quantity_are_computed_together(walker: tuple[Stage, Articulation], launches: list[str]) -> None:
    stage, robot = walker
    stage.step(robot)
    pose = robot.data.root_link_pose_w
    launches.clear()
    for part in (robot.data.root_link_pos_w, robot.data.root_link_quat_w, robot.data.root_pos_w):
        assert part.warp.ptr in (pose.warp.ptr, pose.warp.ptr + 12)
    assert launches == []


@pytest.mark.parametrize("quantity", ["joint_pos", "joint_vel", "root_link_pose_w", "body_link_pose_w", "heading_w"])
def test_a_write_is_seen_within_the_same_step(walker: tuple[Stage, Articulation], quantity: str) -> None:
    _, robot = walker
    before = getattr(robot.data, quantity).torch.clone()
    torch.manual_seed(0)
    poses = torch.nn.functional.normalize(torch.randn(4, 7), dim=-1)
    robot.write_root_pose_to_sim_index(root_pose=poses)
    robot.write_joint_state_to_sim_mask(position=torch.rand(4, 4), velocity=torch.rand(4, 4))
    assert (getattr(robot.data, quantity).torch != before).any(dim=-1).all()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")
@pytest.mark.parametrize("quantity", names_of(ArticulationData))
def test_memory_never_moves(walker: tuple[Stage, Articulation], quantity: str) -> None:
    stage, robot = walker
    array = getattr(robot.data, quantity)
    address = array.warp.ptr
    stage.step(robot, count=2)
    robot.write_root_pose_to_sim_index(root_pose=robot.data.default_root_pose)
    robot.set_masses_index(masses=2.0 * robot.data.body_mass.torch)
    robot.set_coms_index(coms=robot.data.body_com_pose_b)
    robot.write_joint_stiffness_to_sim_index(stiffness=3.0)
    robot.reset()
    assert getattr(robot.data, quantity) is array
    assert array.warp.ptr == address
    assert array.torch.data_ptr() == (address or 0)  # the walker has no tendons, so that their arrays are empty


@pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")
@pytest.mark.parametrize("data_class", [ArticulationData, RigidObjectData])
def test_every_array_is_documented_and_on_the_device(make_stage: MakeStage, data_class: type) -> None:
    if data_class is ArticulationData:
        stage = make_stage(Mechanism(WALKER, ("Walker",)), num_envs=4)
        asset: Articulation | RigidObject = stage.articulation("Walker")
    else:
        stage = make_stage(Mechanism(BOX), num_envs=4)
        asset = stage.rigid_object("Box")
    stage.sim.reset()
    for name in names_of(data_class):
        array = getattr(asset.data, name)
        assert isinstance(array, ProxyArray), name
        assert array.shape[0] == 4, name
        assert str(array.device) == "cpu", name
        quantity = getattr(data_class, name)
        assert name.startswith("_") or quantity.__doc__ not in (None, "", type(quantity).__doc__), name


def test_a_reader_of_one_quantity_finds_the_pattern() -> None:
    """What depends on the state is computed; nothing else is."""
    assert "joint_pos" in names_of(ArticulationData, Computed)
    assert "joint_pos_target" not in names_of(ArticulationData, Computed)


@pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")
def test_state_of_unread_quantities_is_that_of_now(walker: tuple[Stage, Articulation]) -> None:
    """What a user keeps is brought up to date by the next reading, in place."""
    stage, robot = walker
    kept = robot.data.root_link_pos_w.torch
    stage.step(robot, count=5)
    height = kept[:, 2].clone()
    assert (robot.data.root_pos_w.torch[:, 2] < height).all()
    torch.testing.assert_close(kept, robot.data.root_pos_w.torch, rtol=0.0, atol=0.0)


@pytest.mark.parametrize(
    ("default", "now", "write"),
    [
        ("default_mass", "body_mass", "set_masses_index"),
        ("default_joint_armature", "joint_armature", "write_joint_armature_to_sim_index"),
        ("default_joint_stiffness", "joint_stiffness", "write_joint_stiffness_to_sim_index"),
    ],
)
def test_defaults_stay_when_a_property_is_changed(
    walker: tuple[Stage, Articulation], default: str, now: str, write: str
) -> None:
    _, robot = walker
    before = getattr(robot.data, now).torch.clone()
    argument = {"body_mass": "masses", "joint_armature": "armature", "joint_stiffness": "stiffness"}[now]
    getattr(robot, write)(**{argument: before + 1.0})
    with pytest.warns(DeprecationWarning, match=f"'{default}' is deprecated: keep a copy of '{now}'"):
        torch.testing.assert_close(getattr(robot.data, default).torch, before, rtol=0.0, atol=0.0)
    torch.testing.assert_close(getattr(robot.data, now).torch, before + 1.0, rtol=0.0, atol=0.0)


def test_default_states_are_those_of_the_config_in_the_environments_frame(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(WALKER, ("Walker",)))
    init = {
        "pos": (1.0, 2.0, 3.0),
        "rot": (0.0, 0.0, 1.0, 0.0),
        "lin_vel": (0.1, 0.2, 0.3),
        "ang_vel": (0.4, 0.5, 0.6),
        "joint_pos": {".*_hip": 0.5, "right_slide": -0.1},
        "joint_vel": {"left_.*": 2.0},
    }
    robot = stage.articulation("Walker", init_state=ArticulationCfg.InitialStateCfg(**init))
    stage.sim.reset()
    data = robot.data
    state = [*init["pos"], *init["rot"], *init["lin_vel"], *init["ang_vel"]]
    torch.testing.assert_close(data.default_root_state.torch, torch.tensor(state).expand(3, 13))
    torch.testing.assert_close(data.default_root_pose.torch, torch.tensor(state[:7]).expand(3, 7))
    torch.testing.assert_close(data.default_root_vel.torch, torch.tensor(state[7:]).expand(3, 6))
    torch.testing.assert_close(data.default_joint_pos.torch, torch.tensor([0.5, 0.5, 0.0, -0.1]).expand(3, 4))
    torch.testing.assert_close(data.default_joint_vel.torch, torch.tensor([2.0, 0.0, 2.0, 0.0]).expand(3, 4))
    data.default_root_state.torch[:, 2] += 1.0
    assert (data.default_root_pose.torch[:, 2] == 4.0).all()
