"""The mirror image of what cartpole sees and does, which doubles the data of a step of learning."""

from __future__ import annotations

from typing import Any

import torch


@torch.no_grad()
def compute_symmetric_states(
    env: Any, obs: Any = None, actions: torch.Tensor | None = None, obs_type: str = "policy"
) -> tuple[Any, torch.Tensor | None]:
    """Put the image behind observations and actions: all signs are the other way round.

    Args:
        env: The environment; it is not looked at.
        obs: Observations: groups by name (a TensorDict), of which ``obs_type`` is mirrored, or the group itself, shape
            (n, size); None if there are none.
        actions: Actions, shape (n, 1); None if there are none.
        obs_type: Group of observations.

    Returns:
        What was given and its image, 2 n rows of each.
    """
    if isinstance(obs, torch.Tensor):
        images = torch.cat((obs, -obs))
    elif obs is not None:
        images = obs.repeat(2)
        images[obs_type] = torch.cat((obs[obs_type], -obs[obs_type]))
    else:
        images = None
    return images, None if actions is None else torch.cat((actions, -actions))
