"""Calls that make no sense are refused in words that help, and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
import warp as wp

from pippin.assets import Articulation, ArticulationCfg
from pippin.sim import SimulationContext, UsdFileCfg

from .conftest import WALKER, MakeStage, Mechanism

N, J, L = 3, 4, 5


@pytest.fixture
def robot(make_stage: MakeStage) -> Articulation:
    stage = make_stage(Mechanism(WALKER, ("Walker",)), num_envs=N)
    robot = stage.articulation("Walker")
    stage.sim.reset()
    return robot


def identity_poses(*shape: int) -> torch.Tensor:
    return torch.tensor([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]).repeat(*shape, 1)


def with_value(values: torch.Tensor, value: float) -> torch.Tensor:
    """``values`` with one of them exchanged, in row 1."""
    values = values.clone()
    values.view(values.shape[0], -1)[1, 0] = value
    return values


NAN = float("nan")
BAD_CALLS: dict[str, tuple[Callable[[Articulation], object], type[Exception], str]] = {
    "id beyond the last": (
        lambda r: r.write_root_pose_to_sim_index(root_pose=identity_poses(2), env_ids=[0, N]),
        IndexError,
        r"'env_ids' holds \[3\], but there are 3: ids go from 0 to 2",
    ),
    "negative id": (
        lambda r: r.write_joint_position_to_sim_index(position=torch.zeros(1, J), env_ids=torch.tensor([-1])),
        IndexError,
        r"'env_ids' holds \[-1\]",
    ),
    "joint beyond the last": (
        lambda r: r.set_joint_position_target_index(target=torch.zeros(N, 1), joint_ids=[J]),
        IndexError,
        "'joint_ids' holds .* ids go from 0 to 3",
    ),
    "body beyond the last": (
        lambda r: r.set_masses_index(masses=torch.ones(N, 1), body_ids=np.array([7])),
        IndexError,
        "'body_ids' holds",
    ),
    "ids that are booleans": (
        lambda r: r.write_root_pose_to_sim_index(root_pose=identity_poses(N), env_ids=[True, False, True]),
        TypeError,
        "'env_ids' should be None, a slice, .* a boolean mask goes to the method whose name ends in '_mask'",
    ),
    "ids that are floats": (
        lambda r: r.write_root_pose_to_sim_index(root_pose=identity_poses(1), env_ids=torch.tensor([1.0])),
        TypeError,
        "'env_ids' should be .* not an array of shape .* torch.float32",
    ),
    "ids in two dimensions": (
        lambda r: r.write_root_pose_to_sim_index(root_pose=identity_poses(1), env_ids=[[0], [1]]),
        TypeError,
        "'env_ids' should be",
    ),
    "ids that are a name": (
        lambda r: r.write_joint_velocity_to_sim_index(velocity=torch.zeros(N, 1), joint_ids="left_hip"),
        TypeError,
        "'joint_ids' should be",
    ),
    "too few poses": (
        lambda r: r.write_root_pose_to_sim_index(root_pose=identity_poses(2)),
        ValueError,
        r"'root_pose' should have shape \(3, 7\), not \(2, 7\)",
    ),
    "poses without orientation": (
        lambda r: r.write_root_pose_to_sim_index(root_pose=torch.zeros(N, 3)),
        ValueError,
        r"'root_pose' should have shape \(3, 7\), not \(3, 3\)",
    ),
    "warp velocities of another length": (
        lambda r: r.write_root_velocity_to_sim_index(root_velocity=wp.zeros(2, dtype=wp.spatial_vectorf, device="cpu")),
        ValueError,
        r"'root_velocity' should have shape \(3,\), not \(2,\)",
    ),
    "velocities where poses belong": (
        lambda r: r.write_root_pose_to_sim_index(root_pose=wp.zeros(N, dtype=wp.spatial_vectorf, device="cpu")),
        TypeError,
        "'root_pose' should be of transform",
    ),
    "partial data called full": (
        lambda r: r.write_joint_position_to_sim_index(position=torch.zeros(1, J), env_ids=[0], full_data=True),
        ValueError,
        r"'position' should have shape \(3, 4\), not \(1, 4\)",
    ),
    "double precision": (
        lambda r: r.write_joint_position_to_sim_index(position=torch.zeros(N, J, dtype=torch.float64)),
        TypeError,
        "'position' should be of torch.float32, not torch.float64",
    ),
    "a list of lists": (
        lambda r: r.write_joint_position_to_sim_index(position=[[0.0] * J] * N),
        TypeError,
        "'position' should be a torch tensor, a Warp array or a ProxyArray, not list",
    ),
    "a number where there has to be an array": (
        lambda r: r.write_joint_position_to_sim_index(position=0.5),
        TypeError,
        "'position' should be .* not the number 0.5",
    ),
    "mask of another length": (
        lambda r: r.write_joint_position_to_sim_mask(
            position=torch.zeros(N, J), env_mask=wp.zeros(2, dtype=wp.bool, device="cpu")
        ),
        ValueError,
        r"'env_mask' should have shape \(3,\), not \(2,\)",
    ),
    "mask of integers": (
        lambda r: r.set_masses_mask(masses=torch.ones(N, L), body_mask=wp.zeros(L, dtype=wp.int32, device="cpu")),
        TypeError,
        "'body_mask' should be of bool, not int32",
    ),
    "NaN in a pose": (
        lambda r: r.write_root_pose_to_sim_index(root_pose=with_value(identity_poses(N), NAN)),
        ValueError,
        "'root_pose' holds NaN or infinity in its rows 1; nothing was written",
    ),
    "infinity in a velocity": (
        lambda r: r.write_root_velocity_to_sim_index(root_velocity=with_value(torch.zeros(N, 6), float("inf"))),
        ValueError,
        "'root_velocity' holds NaN or infinity",
    ),
    "NaN in a joint velocity, beside good positions": (
        lambda r: r.write_joint_state_to_sim_mask(
            position=torch.ones(N, J), velocity=with_value(torch.zeros(N, J), NAN)
        ),
        ValueError,
        "'velocity' holds NaN",
    ),
    "a state whose velocity is NaN": (
        lambda r: r.write_root_state_to_sim(torch.cat([identity_poses(N), with_value(torch.zeros(N, 6), NAN)], dim=-1)),
        ValueError,
        "'root_state' holds NaN",
    ),
    "quaternion of zeros": (
        lambda r: r.write_root_pose_to_sim_index(root_pose=torch.zeros(N, 7)),
        ValueError,
        "'root_pose' holds quaternions of length 0 in its rows 0, 1, 2",
    ),
    "negative mass": (
        lambda r: r.set_masses_index(masses=with_value(torch.ones(N, L), -1.0)),
        ValueError,
        "'masses' should be at least 0 everywhere, but holds -1",
    ),
    "NaN mass": (
        lambda r: r.set_masses_index(masses=with_value(torch.ones(N, L), NAN)),
        ValueError,
        "'masses' should be at least 0 everywhere, but holds nan",
    ),
    "negative inertia": (
        lambda r: r.set_inertias_index(inertias=-torch.eye(3).reshape(9).repeat(N, L, 1)),
        ValueError,
        "'inertias' holds tensors with a negative principal moment",
    ),
    "inertia that is not symmetric": (
        lambda r: r.set_inertias_index(inertias=torch.arange(9.0).repeat(N, L, 1)),
        ValueError,
        "'inertias' holds tensors that are not symmetric",
    ),
    "negative stiffness": (
        lambda r: r.write_joint_stiffness_to_sim_index(stiffness=-1.0),
        ValueError,
        "'stiffness' should be at least 0",
    ),
    "negative friction, beside good ones": (
        lambda r: r.write_joint_friction_coefficient_to_sim_index(
            joint_friction_coeff=1.0, joint_viscous_friction_coeff=-1.0
        ),
        ValueError,
        "'joint_viscous_friction_coeff' should be at least 0",
    ),
    "limits in the wrong order": (
        lambda r: r.write_joint_position_limit_to_sim_index(limits=torch.tensor([1.0, -1.0]).repeat(N, J, 1)),
        ValueError,
        "'limits' holds a lower limit above its upper one",
    ),
    "NaN in a wrench": (
        lambda r: r.permanent_wrench_composer.set_forces_and_torques(torch.full((N, L, 3), NAN), torch.zeros(N, L, 3)),
        ValueError,
        "'forces' holds NaN",
    ),
    "no such joint": (lambda r: r.find_joints("left_elbow"), ValueError, "left_elbow.* There are: .*left_knee"),
    "no such body": (lambda r: r.find_bodies(["Walker", "tail"]), ValueError, "tail.* There are: .*left_shin"),
    "subset of unknown joints": (
        lambda r: r.find_joints(".*", joint_subset=["left_hip", "tail"]),
        ValueError,
        r"'joint_subset' names \['tail'\]; expected some of the joints",
    ),
    "visibility of one instance": (
        lambda r: r.set_visibility(False, env_ids=[1]),
        NotImplementedError,
        "share their prims",
    ),
}


def snapshot(robot: Articulation) -> dict[str, torch.Tensor]:
    """All that could be changed by a call."""
    names = [
        *("root_link_pose_w", "root_com_vel_w", "joint_pos", "joint_vel", "joint_pos_target", "body_mass"),
        *(
            "body_inertia",
            "joint_stiffness",
            "joint_pos_limits",
            "joint_friction_coeff",
            "joint_viscous_friction_coeff",
        ),
    ]
    return {name: getattr(robot.data, name).torch.clone() for name in names}


@pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")
@pytest.mark.parametrize(("call", "error", "message"), BAD_CALLS.values(), ids=BAD_CALLS.keys())
def test_refused(
    robot: Articulation, call: Callable[[Articulation], object], error: type[Exception], message: str
) -> None:
    before = snapshot(robot)
    with pytest.raises(error, match=message):
        call(robot)
    for name, values in snapshot(robot).items():
        assert torch.equal(values, before[name]), name


def test_nan_in_unselected_rows_of_full_data_is_nobodys_business(robot: Articulation) -> None:
    position = torch.full((N, J), NAN)
    position[1] = 0.5
    robot.write_joint_position_to_sim_index(position=position, env_ids=[1], full_data=True)
    robot.write_joint_position_to_sim_mask(
        position=position, env_mask=wp.array([False, True, False], dtype=wp.bool, device="cpu")
    )
    torch.testing.assert_close(robot.data.joint_pos.torch[:, 0], torch.tensor([0.0, 0.5, 0.0]))


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"init_state": {"joint_pos": {"left_elbow": 1.0}}}, ValueError, "joint_pos.*left_elbow.*left_hip"),
        (
            {"init_state": {"joint_pos": {".*_hip": 2.0}}},
            ValueError,
            r"'left_hip' at 2.000, outside of \[-1.500, 1.500\]; 'right_hip' at 2.000",
        ),
        ({"articulation_root_prim_path": "Walker"}, RuntimeError, "should begin with '/'"),
        ({"articulation_root_prim_path": "/left_thigh"}, RuntimeError, "No articulation matches"),
    ],
)
def test_configs_that_do_not_fit_are_refused_at_play(
    make_stage: MakeStage, changes: dict, error: type[Exception], message: str
) -> None:
    stage = make_stage(Mechanism(WALKER, ("Walker",)))
    if "init_state" in changes:
        changes = {"init_state": ArticulationCfg.InitialStateCfg(**changes["init_state"])}
    robot = stage.articulation("Walker", **changes)
    with pytest.raises(error, match=message):
        stage.sim.reset()
    assert stage.sim.is_stopped()
    assert not robot.is_initialized


def test_prim_paths_that_match_nothing_say_what_there_is(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(WALKER, ("Walker",)))
    with pytest.raises(RuntimeError, match=r"No prim matches '.*/Runner': below .* there is no 'Runner', but Walker"):
        stage.articulation("Runner")


TWO_BOXES = """
<mujoco>
  <worldbody>
    <body name="Pile"><freejoint/><geom size="0.1" mass="1"/></body>
    <body name="Pile/top"><freejoint/><geom size="0.1" mass="1"/></body>
  </worldbody>
</mujoco>
"""


def test_a_rigid_object_is_one_body(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(TWO_BOXES))
    stage.rigid_object("Pile")
    with pytest.raises(
        RuntimeError, match=r"one rigid object for each prim, but at '.*/Pile' there are 2: .*/Pile/top"
    ):
        stage.sim.reset()


def test_a_link_is_no_rigid_object(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(WALKER, ("Walker",)))
    stage.rigid_object("Walker/left_thigh")
    with pytest.raises(RuntimeError, match=r"is a link of an articulation: make it an Articulation"):
        stage.sim.reset()


def test_a_body_is_no_articulation(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(WALKER))
    stage.articulation("Walker")
    with pytest.raises(
        RuntimeError, match="There is no articulation to be had at .* No articulation matches.*Expected 1 prims at '/"
    ):
        stage.sim.reset()


def test_a_robot_whose_files_are_missing_says_which(make_stage: MakeStage, tmp_path: Path) -> None:
    file = tmp_path / "robot.usda"  # as a folder of Isaac Sim's importer without its base layer
    file.write_text('#usda 1.0\n(defaultPrim = "robot"\nsubLayers = [@parts/base.usd@])\nover "robot" {}')
    stage = make_stage(Mechanism(WALKER))
    spawn = UsdFileCfg(usd_path=str(file))
    robot = Articulation(ArticulationCfg(prim_path="/World/envs/env_.*/Robot", spawn=spawn, actuators={}))
    with pytest.raises(
        RuntimeError, match=r"There is no articulation.*parts/base\.usd.*Expected 1 prims at '/.*found 0"
    ):
        stage.sim.reset()
    assert not robot.is_initialized


def test_what_is_made_while_the_simulation_plays_is_there_after_the_next_reset(
    make_stage: MakeStage, caplog: pytest.LogCaptureFixture
) -> None:
    stage = make_stage(Mechanism(WALKER, ("Walker",)))
    stage.sim.reset()
    walker = stage.articulation("Walker")
    assert "Walker' is made while the simulation plays" in caplog.text
    with pytest.raises(RuntimeError, match=r"reset\(\)"):
        _ = walker.data
    stage.sim.step()
    assert not walker.is_initialized
    stage.sim.reset()
    assert walker.is_initialized and walker.data.joint_pos.torch.shape[0] == walker.num_instances


def test_an_asset_needs_a_simulation(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(WALKER, ("Walker",)))
    SimulationContext.clear_instance()
    with pytest.raises(RuntimeError, match="make a SimulationContext first"):
        stage.articulation("Walker")


def test_a_config_without_actuators_is_refused(make_stage: MakeStage) -> None:
    make_stage(Mechanism(WALKER, ("Walker",)))
    with pytest.raises(TypeError, match="actuators"):
        Articulation(ArticulationCfg(prim_path="{ENV_REGEX_NS}/Walker"))
