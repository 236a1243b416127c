"""Policies of RSL-RL as files that run without it: TorchScript and ONNX."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from pippin.learning.libraries import require_library
from pippin.utils.files import whole_file


def export_policy_as_jit(policy: Any, normalizer: Any, path: str, filename: str = "policy.pt") -> None:
    """Write a policy as TorchScript, which maps observations (n, num_obs) to the mean of the actions.

    Args:
        policy: Policy of RSL-RL 2 or 3 (an actor with its critic), or model of RSL-RL 4 or 5.
        normalizer: Module that normalizes observations first; None for none, or the one that the model holds.
        path: Folder, made if need be.
        filename: Name of the file.

    A model that sees images maps observations (n, num_obs) and a list of images (n, channels, height, width), in the
    order of its groups, which it normalizes itself.

    Raises:
        ValueError: The policy holds neither an actor nor a student.
    """
    if _sees_images(policy):
        Path(path).mkdir(parents=True, exist_ok=True)
        with whole_file(Path(path) / filename) as temporary:
            torch.jit.script(policy.as_jit().cpu().eval()).save(str(temporary))
        return
    _TorchPolicyExporter(policy, normalizer).export(path, filename)


def export_policy_as_onnx(
    policy: Any, path: str, normalizer: Any = None, filename: str = "policy.onnx", verbose: bool = False
) -> None:
    """Write a policy as ONNX: input "obs" (1, num_obs), output "actions"; recurrent ones have their state beside.

    Args:
        policy: Policy of RSL-RL 2 or 3 (an actor with its critic), or model of RSL-RL 4 or 5.
        path: Folder, made if need be.
        normalizer: Module that normalizes observations first; None for none, or the one that the model holds.
        filename: Name of the file.
        verbose: Whether PyTorch prints the graph.

    Raises:
        ValueError: The policy holds neither an actor nor a student.
        ImportError: The package onnx is not installed.
    """
    if _sees_images(policy):
        model = policy.as_onnx(verbose)
        _write_onnx(model, dict(zip(model.input_names, model.get_dummy_inputs(), strict=True)), path, filename, verbose)
        return
    _OnnxPolicyExporter(policy, normalizer, verbose).export(path, filename)


class _PolicyExporter(torch.nn.Module):
    """Holds copies of the modules of a policy that act: normalizer, recurrent network, actor.

    Programs derive from the two classes below to write further outputs into their files.
    """

    def __init__(self, policy: Any, normalizer: Any = None) -> None:
        super().__init__()
        self.rnn: Any = None
        self.is_recurrent = bool(getattr(policy, "is_recurrent", False))
        actor, rnn, own_normalizer = _acting_modules(policy)
        self.actor = copy.deepcopy(actor)
        if self.is_recurrent:
            self.rnn = copy.deepcopy(rnn).cpu()
            self.rnn_type = type(self.rnn).__name__.lower()
        normalizer = own_normalizer if normalizer is None else normalizer
        self.normalizer = torch.nn.Identity() if normalizer is None else copy.deepcopy(normalizer)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Map observations (n, num_obs) to actions (n, num_actions)."""
        return self.actor(self.normalizer(x))


class _TorchPolicyExporter(_PolicyExporter):
    """Writes a policy as TorchScript; a recurrent one keeps its state, which ``reset`` clears."""

    def __init__(self, policy: Any, normalizer: Any = None) -> None:
        super().__init__(policy, normalizer)
        if self.is_recurrent:
            state = torch.zeros(self.rnn.num_layers, 1, self.rnn.hidden_size)
            self.register_buffer("hidden_state", state)
            if self.rnn_type == "lstm":
                self.register_buffer("cell_state", state.clone())
            self.forward = self.forward_lstm if self.rnn_type == "lstm" else self.forward_gru  # type: ignore[assignment,method-assign]
            self.reset = self.reset_memory  # type: ignore[assignment,method-assign]

    def forward_lstm(self, x: torch.Tensor) -> torch.Tensor:
        """Map observations (1, num_obs) to actions (1, num_actions), and step the state."""
        x = self.normalizer(x)
        x, (h, c) = self.rnn(x.unsqueeze(0), (self.hidden_state, self.cell_state))
        self.hidden_state[:] = h  # type: ignore[operator]
        self.cell_state[:] = c  # type: ignore[operator]
        return self.actor(x.squeeze(0))

    def forward_gru(self, x: torch.Tensor) -> torch.Tensor:
        """Map observations (1, num_obs) to actions (1, num_actions), and step the state."""
        x = self.normalizer(x)
        x, h = self.rnn(x.unsqueeze(0), self.hidden_state)
        self.hidden_state[:] = h  # type: ignore[operator]
        return self.actor(x.squeeze(0))

    @torch.jit.export
    def reset(self) -> None:
        """Clear the state, of which there is none."""

    def reset_memory(self) -> None:
        """Clear the state."""
        self.hidden_state[:] = 0.0  # type: ignore[operator]
        if hasattr(self, "cell_state"):
            self.cell_state[:] = 0.0  # type: ignore[operator]

    def export(self, path: str, filename: str) -> None:
        """Write the file."""
        Path(path).mkdir(parents=True, exist_ok=True)
        self.to("cpu")
        with whole_file(Path(path) / filename) as temporary:
            torch.jit.script(self).save(str(temporary))


class _OnnxPolicyExporter(_PolicyExporter):
    """Writes a policy as ONNX; a recurrent one has its state as further inputs and outputs."""

    def __init__(self, policy: Any, normalizer: Any = None, verbose: bool = False) -> None:
        super().__init__(policy, normalizer)
        self.verbose = verbose
        if self.is_recurrent:
            self.forward = self.forward_lstm if self.rnn_type == "lstm" else self.forward_gru  # type: ignore[assignment,method-assign]

    def forward_lstm(self, x_in: torch.Tensor, h_in: torch.Tensor, c_in: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Map observations and state to actions and the next state."""
        x, (h, c) = self.rnn(self.normalizer(x_in).unsqueeze(0), (h_in, c_in))
        return self.actor(x.squeeze(0)), h, c

    def forward_gru(self, x_in: torch.Tensor, h_in: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Map observations and state to actions and the next state."""
        x, h = self.rnn(self.normalizer(x_in).unsqueeze(0), h_in)
        return self.actor(x.squeeze(0)), h

    def export(self, path: str, filename: str) -> None:
        """Write the file."""
        inputs = {"obs": torch.zeros(1, self.rnn.input_size if self.is_recurrent else _input_width(self.actor))}
        outputs = ["actions"]
        for name in ("h", "c") if self.is_recurrent and self.rnn_type == "lstm" else ("h",) * self.is_recurrent:
            inputs[f"{name}_in"] = torch.zeros(self.rnn.num_layers, 1, self.rnn.hidden_size)
            outputs.append(f"{name}_out")
        _write_onnx(self, inputs, path, filename, self.verbose, outputs)


def _sees_images(policy: Any) -> bool:
    """Whether a policy is a model of RSL-RL 4 or 5 with convolutions, which says itself how it is exported."""
    return bool(getattr(policy, "obs_groups_2d", None)) and hasattr(policy, "as_onnx")


def _write_onnx(
    model: torch.nn.Module,
    inputs: dict[str, torch.Tensor],
    path: str,
    filename: str,
    verbose: bool,
    outputs: Sequence[str] = ("actions",),
) -> None:
    """Write a module as one file of ONNX, with examples of its inputs by name."""
    require_library("onnx", "Export to ONNX")
    Path(path).mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        model.cpu().eval(),
        tuple(inputs.values()),
        str(Path(path) / filename),
        export_params=True,
        opset_version=18,
        external_data=False,  # one file, which robots load
        verbose=verbose,
        input_names=list(inputs),
        output_names=list(outputs),
    )


def _acting_modules(policy: Any) -> tuple[torch.nn.Module, Any, torch.nn.Module | None]:
    """Network, recurrent network before it, and normalizer of what acts in a policy."""
    if hasattr(policy, "mlp"):  # a model of RSL-RL 4 or 5
        rnn = policy.rnn.rnn if hasattr(policy, "rnn") else None
        return _mean_network(policy), rnn, getattr(policy, "obs_normalizer", None)
    for name, memory in (("actor", "memory_a"), ("student", "memory_s")):
        if hasattr(policy, name):
            rnn = getattr(policy, memory).rnn if hasattr(policy, memory) else None
            return getattr(policy, name), rnn, None
    raise ValueError(
        f"Policy '{type(policy).__name__}' holds neither an actor nor a student: there is nothing to export."
    )


def _mean_network(model: Any) -> torch.nn.Module:
    """Network that gives the mean of a model's output."""
    distribution = getattr(model, "distribution", None)
    if distribution is None or not hasattr(distribution, "as_deterministic_output_module"):
        return model.mlp
    mean = distribution.as_deterministic_output_module()
    return model.mlp if isinstance(mean, torch.nn.Identity) else torch.nn.Sequential(*model.mlp, mean)


def _input_width(network: torch.nn.Module) -> int:
    """Number of inputs of the first linear layer."""
    return next(module.in_features for module in network.modules() if isinstance(module, torch.nn.Linear))
