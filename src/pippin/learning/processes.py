"""Training in several processes, each with its own environments and its own GPU, as ``torchrun`` starts them."""

from __future__ import annotations

import os
from typing import Any

import torch

SMALL_NETWORK = 20_000
"""Weights below which PyTorch learns faster on one core than on several, which wait for each other."""


def world_size() -> int:
    """Number of processes, on all machines together."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def rank() -> int:
    """Number of this process, from 0."""
    return int(os.environ.get("RANK", "0")) if world_size() > 1 else 0


def local_rank() -> int:
    """Number of this process on its machine, from 0."""
    return int(os.environ.get("LOCAL_RANK", "0")) if world_size() > 1 else 0


def this_device(device: str) -> str:
    """Device of this process: of several that ask for a GPU each gets its own.

    Args:
        device: Device that the user asked for.

    Raises:
        ValueError: There are more processes than GPUs on this machine.
    """
    if world_size() == 1 or not device.startswith("cuda") or not torch.cuda.is_available():
        return device
    if local_rank() >= torch.cuda.device_count():
        raise ValueError(
            f"Process {local_rank()} of this machine has no GPU, of which there are {torch.cuda.device_count()}: start "
            "as many processes as there are GPUs, or pass --device cpu."
        )
    return f"cuda:{local_rank()}"


def join_processes(device: str) -> None:
    """Make the processes find each other, by NCCL on GPUs and by Gloo on CPUs. Does nothing for a single one."""
    if world_size() == 1 or torch.distributed.is_initialized():
        return
    on_gpu = this_device(device).startswith("cuda") and torch.cuda.is_available()
    if on_gpu:
        torch.cuda.set_device(local_rank())
    torch.distributed.init_process_group("nccl" if on_gpu else "gloo", rank=rank(), world_size=world_size())


def leave_processes() -> None:
    """End what :func:`join_processes` began."""
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()


def agree(value: Any) -> Any:
    """Give the value that the first process has, which may be any that pickles between processes of one program."""
    if world_size() == 1:
        return value
    values = [value]
    torch.distributed.broadcast_object_list(values, src=0)
    return values[0]


def joined(runner_class: type) -> type:
    """Runner of RSL-RL that learns with the processes that have joined, on GPUs or CPUs; RSL-RL's own knows GPUs only.

    Args:
        runner_class: Class of the runner.
    """

    def configure(self: Any) -> None:
        join_processes(str(self.device))
        self.gpu_world_size, self.gpu_global_rank, self.gpu_local_rank = world_size(), rank(), local_rank()
        self.is_distributed = True
        names = {"global_rank": rank(), "local_rank": local_rank(), "world_size": world_size()}
        self.cfg["multi_gpu"] = names

    return type(runner_class.__name__, (runner_class,), {"_configure_multi_gpu": configure})


def choose_threads(policy: torch.nn.Module, device: str) -> None:
    """Let PyTorch use one core where the networks are small: several would spend their time on waiting.

    Args:
        policy: What acts.
        device: Where it learns.
    """
    if device == "cpu" and sum(parameter.numel() for parameter in policy.parameters()) < SMALL_NETWORK:
        torch.set_num_threads(1)
