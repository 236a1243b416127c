"""Policies of skrl as files that run without it: TorchScript and ONNX."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import torch

from pippin.learning.libraries import require_library
from pippin.utils.files import whole_file


class _MeanOfPolicy(torch.nn.Module):
    """Maps observations (n, num_obs) to the mean of the actions (n, num_actions)."""

    def __init__(self, agent: Any, num_observations: int) -> None:
        super().__init__()
        with torch.no_grad():  # a policy keeps what it computed last, which can be copied without its gradients only
            agent.policy.act({"observations": torch.zeros(1, num_observations, device=agent.device)}, role="policy")
        self._policy = copy.deepcopy(agent.policy).cpu()
        self._policy.device = torch.device("cpu")
        scaler = agent.checkpoint_modules.get("observation_preprocessor")
        self._scaler = None if scaler is None else copy.deepcopy(scaler).cpu()

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Scale the observations, and compute the mean."""
        scaled = observations if self._scaler is None else self._scaler(observations)
        return self._policy.compute({"observations": scaled}, role="policy")[0]


def export_policy_as_jit(agent: Any, num_observations: int, path: Path) -> None:
    """Write the policy of an agent as TorchScript.

    Args:
        agent: Agent of skrl with a policy of type Gaussian.
        num_observations: Number of observations.
        path: The file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with torch.no_grad(), whole_file(path) as temporary:
        traced = torch.jit.trace(_MeanOfPolicy(agent, num_observations).eval(), torch.zeros(1, num_observations))
        traced.save(str(temporary))


def export_policy_as_onnx(agent: Any, num_observations: int, path: Path) -> None:
    """Write the policy of an agent as ONNX: input "obs" (1, num_obs), output "actions".

    Args:
        agent: Agent of skrl with a policy of type Gaussian.
        num_observations: Number of observations.
        path: The file.

    Raises:
        ImportError: The package onnx is not installed.
    """
    require_library("onnx", "Export to ONNX")
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        _MeanOfPolicy(agent, num_observations).eval(),
        (torch.zeros(1, num_observations),),
        str(path),
        opset_version=18,
        external_data=False,  # one file, which robots load
        verbose=False,
        input_names=["obs"],
        output_names=["actions"],
    )
