"""Environments as the commands' arguments ask for them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium

from .filming import Filming


def make_environment(
    args: argparse.Namespace, env_cfg: Any, videos: Path, interval: int | None = None
) -> tuple[gymnasium.Env, Filming | None]:
    """Make the environment of a task.

    Args:
        args: The command's arguments: ``task``, ``num_envs`` and those of videos.
        env_cfg: Its config, in which they are set.
        videos: Folder of videos.
        interval: Steps from the beginning of a video to the next; None for one video.

    Returns:
        The environment, and what films it if videos are asked for.

    Raises:
        ValueError: The number of environments is not positive.
    """
    if args.num_envs is not None:
        if args.num_envs < 1:
            raise ValueError(f"'--num_envs' is {args.num_envs}; expected 1 or more.")
        env_cfg.scene.num_envs = args.num_envs
    render_mode = "rgb_array" if args.video else None
    env = gymnasium.make(args.task, cfg=env_cfg, render_mode=render_mode, disable_env_checker=True)
    if not args.video:
        return env, None
    film = Filming(env, videos, args.video_length, interval)
    return film, film
