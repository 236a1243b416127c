"""Attributes that hold one number for each joint of a group in each environment, at an address that never changes."""

from __future__ import annotations

from typing import Any, overload

import torch


class JointTensor:
    """Attribute of an actuator: a float32 tensor of shape (num_envs, num_joints) whose memory stays where it is.

    Captured graphs hold the address of the memory. So assigning a value, be it a number or a tensor, copies it into
    the tensor that is there, and ``actuator.stiffness = gains`` does the same as ``actuator.stiffness[:] = gains``.

    The owner provides ``_num_envs``, ``num_joints`` and ``_device``.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, actuator: None, owner: type) -> JointTensor: ...

    @overload
    def __get__(self, actuator: Any, owner: type) -> torch.Tensor: ...

    def __get__(self, actuator: Any, owner: type) -> JointTensor | torch.Tensor:
        if actuator is None:
            return self
        if self._name not in actuator.__dict__:
            raise AttributeError(f"{owner.__name__}.{self._name} is not set yet: call super().__init__() first.")
        return actuator.__dict__[self._name]

    def __set__(self, actuator: Any, value: torch.Tensor | float) -> None:
        tensor = actuator.__dict__.get(self._name)
        if tensor is None:
            tensor = torch.zeros(actuator._num_envs, actuator.num_joints, device=actuator._device)
            actuator.__dict__[self._name] = tensor
        if value is not tensor:
            tensor[:] = value


class KeptTensor:
    """Attribute that is a tensor: the first one assigned, into which those that follow are copied.

    So its memory stays where it is, which captured graphs hold the address of.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, kind: type) -> KeptTensor: ...

    @overload
    def __get__(self, owner: Any, kind: type) -> torch.Tensor: ...

    def __get__(self, owner: Any, kind: type) -> KeptTensor | torch.Tensor:
        if owner is None:
            return self
        if self._name not in vars(owner):
            raise AttributeError(f"{kind.__name__}.{self._name} is not set yet: call super().__init__() first.")
        return vars(owner)[self._name]

    def __set__(self, owner: Any, value: torch.Tensor) -> None:
        tensor = vars(owner).setdefault(self._name, value)
        if value is not tensor:
            tensor[:] = value
