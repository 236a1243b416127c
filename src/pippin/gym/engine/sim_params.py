"""Parameters of a simulation: what no engine can follow, and the devices that they ask for."""

from __future__ import annotations

import logging
import math
import os

import numpy as np
import torch

from pippin.utils.checks import check_speed

from ..types import SimParams

_LOGGER = logging.getLogger("pippin")


def check_params(params: SimParams) -> None:
    """Refuse parameters that no engine can follow.

    Raises:
        ValueError: The step or the number of substeps is not positive, gravity is not finite, or bodies are to bounce
            from a speed on that is negative or not finite.
    """
    gravity = [params.gravity.x, params.gravity.y, params.gravity.z]
    if not (params.dt > 0.0 and math.isfinite(params.dt)) or params.substeps < 1 or not np.isfinite(gravity).all():
        raise ValueError(
            f"SimParams need dt > 0, at least 1 substep and finite gravity; given are dt={params.dt}, "
            f"substeps={params.substeps} and gravity={gravity}."
        )
    check_speed("SimParams.physx.bounce_threshold_velocity", params.physx.bounce_threshold_velocity)


def devices_of(params: SimParams, compute_device: int) -> tuple[str, torch.device]:
    """Device of the engine, and of the tensors."""
    wants_gpu = params.use_gpu_pipeline or params.physx.use_gpu
    if wants_gpu and (os.environ.get("PIPPIN_DEVICE") == "cpu" or not torch.cuda.is_available()):
        if params.use_gpu_pipeline and os.environ.get("PIPPIN_DEVICE") != "cpu":
            raise ValueError(
                "SimParams.use_gpu_pipeline asks for tensors on a GPU, and there is none. Set it to "
                "False, and create torch tensors on device 'cpu' (--sim_device=cpu --pipeline=cpu), or start the "
                "program as it is with `python -m pippin_isaac.run PROGRAM`, which takes CUDA devices as the CPU."
            )
        _LOGGER.warning("There is no GPU for what SimParams ask for: the simulation runs on the CPU.")
        wants_gpu = False
    if not wants_gpu:
        return "cpu", torch.device("cpu")
    device = f"cuda:{max(compute_device, 0)}"
    if compute_device >= torch.cuda.device_count():
        raise ValueError(f"there is no GPU {compute_device}; there are {torch.cuda.device_count()}, from 0.")
    return device, torch.device(device if params.use_gpu_pipeline else "cpu")
