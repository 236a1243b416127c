"""Classes of libraries that answer torch's functions, while CUDA devices are the CPU: such as TensorDict."""

from __future__ import annotations

from typing import Any

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin_isaac.cpu_devices import cuda_on_the_cpu

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")


def make_library() -> type:
    """A class that stands for named tensors, and knows the functions of torch that there are when it is made."""
    known = {torch.zeros_like: torch.zeros_like, torch.abs: torch.abs}

    class Named:
        def __init__(self, **tensors: torch.Tensor) -> None:
            self.tensors = tensors

        @classmethod
        def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            if function not in known:
                return NotImplemented
            return cls(**{name: known[function](tensor, **(kwargs or {})) for name, tensor in args[0].tensors.items()})

    return Named


@pytest.mark.parametrize("is_made_inside", [True, False])
def test_a_class_answers_whenever_it_was_imported(is_made_inside: bool) -> None:
    outside = make_library()
    with cuda_on_the_cpu():
        named = (make_library() if is_made_inside else outside)(a=torch.full((2,), -3.0), b=torch.ones(3))
        zeros = torch.zeros_like(named, device="cuda:0")
        absolute = torch.abs(named)
        with pytest.raises(TypeError, match="ones_like"):
            torch.ones_like(named)
    assert type(zeros) is type(named)
    assert zeros.tensors["a"].tolist() == [0.0, 0.0]
    assert zeros.tensors["b"].device.type == "cpu"
    assert absolute.tensors["a"].tolist() == [3.0, 3.0]


def test_a_tensordict_that_is_imported_later_has_rows_of_zeros() -> None:
    with cuda_on_the_cpu():
        tensordict = pytest.importorskip("tensordict")
        rows = tensordict.TensorDict({"policy": torch.ones(4, 3)}, batch_size=[4])
        assert torch.zeros_like(rows[0])["policy"].tolist() == [0.0, 0.0, 0.0]
