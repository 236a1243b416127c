"""What is logged of episodes that ended, where the host does not know whether any did."""

from __future__ import annotations

from typing import Any

import torch


class MaskedLog:
    """Numbers of the last step in which an episode ended, in one tensor."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._others: dict[str, Any] = {}
        self._values: torch.Tensor | None = None

    def take(self, log: dict[str, Any], has_any: torch.Tensor, before: dict[str, Any]) -> None:
        """Take the numbers of a step.

        Args:
            log: Numbers by name, tensors of one number, shape () or (1,), among them.
            has_any: Whether an episode ended in the step, one bool.
            before: Numbers of earlier resets, for the first step.
        """
        tensors = {name: value for name, value in log.items() if isinstance(value, torch.Tensor)}
        self._others = {name: value for name, value in log.items() if name not in tensors}
        if not tensors:
            return
        values = torch.stack([value.reshape(()).float() for value in tensors.values()])
        if self._values is None or list(tensors) != self._names:
            with torch.inference_mode(False):  # learners step within it, others without
                self._names, self._values = list(tensors), torch.zeros(values.shape, device=values.device)
            for index, name in enumerate(tensors):
                self._values[index] = before.get(name, 0.0)
        torch.where(has_any, values, self._values, out=self._values)

    def read(self) -> dict[str, Any]:
        """Numbers by name, in new memory."""
        if self._values is None:
            return {}
        return {**dict(zip(self._names, self._values.clone().unbind(), strict=True)), **self._others}
