"""Cartpole with spaces of all kinds, as a direct environment: what observations and actions of each look like.

The names of the configs say the kinds of the observation's and of the action's space, as in Isaac Lab 2.3.2:

====================  ==================================================================================================
space                 what it holds
====================  ==================================================================================================
``Box`` (4,)          angle and velocity of the pole, place and velocity of the cart
``Discrete`` (16)     their signs, positive as 1, as a number of four digits: pole and cart, then their velocities
``MultiDiscrete``     the four signs
``Tuple``, ``Dict``   positions of both joints, and their velocities
action ``Box`` (1,)   the force on the cart, as a part of the largest one
``Discrete`` (3)      none, the largest one to the left, to the right
``MultiDiscrete``     none, half of the largest one, all of it; and whether to the left or to the right
====================  ==================================================================================================
"""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import torch
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete, Tuple

from pippin.tasks.cartpole.cartpole_camera_env import image_of, put_up_carts_and_cameras, require_one_image
from pippin.tasks.cartpole.cartpole_env import CartpoleEnv


def numbers(*shape: int) -> Box:
    """Space of numbers without limits."""
    return Box(low=float("-inf"), high=float("inf"), shape=shape)


FORCE = Box(low=-1.0, high=1.0, shape=(1,))
SIDES = Discrete(3)
STRENGTH_AND_SIDE = MultiDiscrete([3, 2])
SIGNS = MultiDiscrete([2, 2, 2, 2])
JOINTS_BY_NAME = Dict({"joint-positions": numbers(2), "joint-velocities": numbers(2)})
JOINTS_IN_TURN = Tuple((numbers(2), numbers(2)))


def forces_of_actions(space: gym.Space, actions: torch.Tensor, largest: float) -> torch.Tensor:
    """Forces on the carts, along their axis, that actions mean.

    Args:
        space: Space of the actions.
        actions: Actions, shape (num_envs, n).
        largest: The largest force [N].

    Returns:
        Forces [N], shape (num_envs, 1).

    Raises:
        NotImplementedError: The space is of another kind.
    """
    if isinstance(space, Box):
        return largest * actions
    if isinstance(space, Discrete):
        return largest * (actions == 2).float() - largest * (actions == 1).float()
    if isinstance(space, MultiDiscrete):
        return largest * 0.5 * actions[:, :1] * (2.0 * actions[:, 1:] - 1.0)
    raise NotImplementedError(f"The action space is {space}; expected a Box, a Discrete or a MultiDiscrete.")


def seen_joints(env: Any) -> Any:
    """Joints of carts and poles as the observation's space has them, in tensors that do not change afterwards.

    Args:
        env: A direct environment of cartpole.

    Raises:
        NotImplementedError: The space is of another kind.
    """
    space = env.single_observation_space["policy"]
    positions, velocities = env.joint_pos.clone(), env.joint_vel.clone()
    if isinstance(space, Tuple):
        return positions, velocities
    if isinstance(space, Dict):
        return {"joint-positions": positions, "joint-velocities": velocities}
    joints = [env._pole_dof_idx[0], env._cart_dof_idx[0]]
    if isinstance(space, Box):
        return torch.stack((positions[:, joints], velocities[:, joints]), dim=2).flatten(1)
    signs = (torch.cat((positions[:, joints], velocities[:, joints]), dim=1) >= 0.0).int()
    if isinstance(space, MultiDiscrete):
        return signs
    if isinstance(space, Discrete):
        return 8 * signs[:, 0] + 4 * signs[:, 1] + 2 * signs[:, 2] + signs[:, 3]
    raise NotImplementedError(
        f"The observation space is {space}; expected a Box, a Discrete, a MultiDiscrete, a Tuple or a Dict."
    )


def seen_image(env: Any, image: torch.Tensor) -> Any:
    """An image as the observation's space has it: alone, or with the velocities of the joints beside it.

    Args:
        env: A direct environment of cartpole.
        image: Images, shape (num_envs, height, width, channels).

    Raises:
        NotImplementedError: The space is of another kind.
    """
    space = env.single_observation_space["policy"]
    if isinstance(space, Box):
        return image
    if isinstance(space, Tuple):
        return image, env.joint_vel.clone()
    if isinstance(space, Dict):
        return {"joint-velocities": env.joint_vel.clone(), "camera": image}
    raise NotImplementedError(f"The observation space is {space}; expected a Box, a Tuple or a Dict.")


class CartpoleShowcaseEnv(CartpoleEnv):
    """Balances poles on carts, with observations and actions of the kinds that the config's spaces say."""

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.actions = forces_of_actions(self.single_action_space, actions, self.cfg.action_scale)

    def _get_observations(self) -> dict[str, Any]:
        return {"policy": seen_joints(self)}


class CartpoleCameraShowcaseEnv(CartpoleEnv):
    """Balances poles on carts that cameras see; a tuple or a dict has the velocities of the joints beside the image.

    Raises:
        ValueError: The camera has several types of images, or another one than "rgb" and "depth".
    """

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        require_one_image(cfg)
        super().__init__(cfg, render_mode, **kwargs)

    def _setup_scene(self) -> None:
        put_up_carts_and_cameras(self)

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.actions = forces_of_actions(self.single_action_space, actions, self.cfg.action_scale)

    def _get_observations(self) -> dict[str, Any]:
        return {"policy": seen_image(self, image_of(self._tiled_camera))}
