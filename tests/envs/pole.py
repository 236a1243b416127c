"""A cart with a pole, as environments of each kind, in each dialect: what tests of environments share."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch

from pippin.utils import as_torch

CART = """
<mujoco>
  <worldbody>
    <body name="cart" pos="0 0 1">
      <joint name="rail" type="slide" axis="1 0 0" range="-3 3"/><geom type="box" size="0.2 0.1 0.1" mass="1"/>
      <body name="pole"><joint name="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.8" size="0.03" mass="0.2"/></body>
    </body>
  </worldbody>
</mujoco>
"""


def modules_of(tree: str) -> SimpleNamespace:
    """Modules of Pippin, or as an older dialect has them, by the name of their package."""
    if tree.startswith("pippin_isaac"):
        importlib.import_module("pippin_isaac.modules").serve_rooms()
    names = ("envs", "envs.managers", "scene", "sim", "assets", "actuators", "utils", "utils.noise", "utils.math")
    return SimpleNamespace(**{n.replace(".", "_"): importlib.import_module(f"{tree}.{n}") for n in names})


def scene_cfg(tree: str, folder: Path, num_envs: int) -> Any:
    """A scene of carts."""
    lab = modules_of(tree)
    path = folder / "cart.xml"
    path.write_text(CART)
    motor = lab.actuators.ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=0.0, damping=0.0, effort_limit_sim=100)
    cart = lab.assets.ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Cart",
        spawn=lab.sim.MjcfFileCfg(asset_path=str(path), usd_dir=str(folder / "usd"), fix_base=True),
        actuators={"all": motor},
    )

    @lab.utils.configclass
    class CartSceneCfg(lab.scene.InteractiveSceneCfg):
        robot = cart

    return CartSceneCfg(num_envs=num_envs, env_spacing=8.0)


def joint_positions(env: Any, asset_cfg: Any = None) -> torch.Tensor:
    """Positions of joints."""
    ids = slice(None) if asset_cfg is None else asset_cfg.joint_ids
    return as_torch(env.scene["robot"].data.joint_pos)[:, ids]


def joint_velocities(env: Any) -> torch.Tensor:
    """Velocities of joints."""
    return as_torch(env.scene["robot"].data.joint_vel)


def upright(env: Any) -> torch.Tensor:
    """Cosine of the pole's angle."""
    return torch.cos(as_torch(env.scene["robot"].data.joint_pos)[:, 1])


def has_fallen(env: Any, limit: float) -> torch.Tensor:
    """Whether the pole leans more than a limit [rad]."""
    return as_torch(env.scene["robot"].data.joint_pos)[:, 1].abs() > limit


def is_late(env: Any) -> torch.Tensor:
    """Whether the time is over."""
    return env.episode_length_buf >= env.max_episode_length


def lean(env: Any, env_ids: torch.Tensor, angle: float) -> None:
    """Set the pole to random angles up to one [rad], and the cart to the middle."""
    positions = torch.zeros(len(env_ids), 2, device=env.device)
    positions[:, 1].uniform_(-angle, angle)
    robot = env.scene["robot"]
    robot.write_joint_position_to_sim_index(position=positions, env_ids=env_ids)
    robot.write_joint_velocity_to_sim_index(velocity=torch.zeros_like(positions), env_ids=env_ids)


def push_action(tree: str) -> type:
    """Class of an action that pushes the cart."""
    managers = modules_of(tree).envs_managers

    class PushAction(managers.ActionTerm):
        def __init__(self, cfg: Any, env: Any) -> None:
            super().__init__(cfg, env)
            self._raw = torch.zeros(env.num_envs, 1, device=env.device)
            self._forces = torch.zeros_like(self._raw)

        action_dim = 1
        raw_actions = property(lambda self: self._raw)
        processed_actions = property(lambda self: self._forces)

        def process_actions(self, actions: torch.Tensor) -> None:
            self._raw[:] = actions
            self._forces[:] = 10.0 * actions

        def apply_actions(self) -> None:
            self._asset.set_joint_effort_target_index(target=self._forces, joint_ids=[0])

    return PushAction


def pole_cfg(tree: str, folder: Path, num_envs: int = 4) -> Any:
    """Config of a pole to be balanced, made of managers."""
    lab = modules_of(tree)
    managers, configclass = lab.envs_managers, lab.utils.configclass
    entity, term = managers.SceneEntityCfg, managers.ObservationTermCfg
    joints = entity("robot", joint_names=["hinge", "rail"], preserve_order=True)

    @configclass
    class PolicyCfg(managers.ObservationGroupCfg):
        positions = term(
            func=joint_positions,
            params={"asset_cfg": joints},
        )
        velocities = term(func=joint_velocities, scale=0.5, clip=(-4.0, 4.0))

    @configclass
    class ObservationsCfg:
        policy = PolicyCfg()

    @configclass
    class ActionsCfg:
        push = managers.ActionTermCfg(class_type=push_action(tree), asset_name="robot")

    @configclass
    class RewardsCfg:
        upright = managers.RewardTermCfg(func=upright, weight=2.0)

    @configclass
    class TerminationsCfg:
        late = managers.TerminationTermCfg(func=is_late, time_out=True)
        fallen = managers.TerminationTermCfg(func=has_fallen, params={"limit": 0.6})

    @configclass
    class EventsCfg:
        lean = managers.EventTermCfg(func=lean, mode="reset", params={"angle": 0.2})

    return lab.envs.ManagerBasedRLEnvCfg(
        sim=lab.sim.SimulationCfg(dt=0.01, device="cpu"),
        scene=scene_cfg(tree, folder, num_envs),
        decimation=2,
        episode_length_s=1.0,
        seed=3,
        observations=ObservationsCfg(),
        actions=ActionsCfg(),
        rewards=RewardsCfg(),
        terminations=TerminationsCfg(),
        events=EventsCfg(),
    )
