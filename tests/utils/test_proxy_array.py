"""A Warp array and a torch tensor on one block of memory."""

from __future__ import annotations

import operator

import numpy as np
import pytest
import torch
import warp as wp

from pippin.utils import ProxyArray, as_torch

SHAPES = [
    (wp.float32, ()),
    (wp.int32, ()),
    (wp.int64, ()),
    (wp.bool, ()),
    (wp.vec3f, (3,)),
    (wp.quatf, (4,)),
    (wp.transformf, (7,)),
    (wp.spatial_vectorf, (6,)),
    (wp.mat33f, (3, 3)),
]


@wp.kernel
def _double(x_in: wp.array(dtype=wp.float32, ndim=2), x_out: wp.array(dtype=wp.float32, ndim=2)):
    """Double every element of arrays of shape (n, m)."""
    i, j = wp.tid()
    x_out[i, j] = 2.0 * x_in[i, j]


@wp.kernel
def _set_height(height: float, pose_out: wp.array(dtype=wp.transformf)):
    """Set the height of poses of shape (n,)."""
    i = wp.tid()
    pose_out[i] = wp.transformf(wp.vec3f(0.0, 0.0, height), wp.quat_identity(float))


def _counting(device: str = "cpu") -> ProxyArray:
    """Array [[0, 1, 2], [3, 4, 5]]."""
    return ProxyArray(wp.array(np.arange(6, dtype=np.float32).reshape(2, 3), device=device))


@pytest.mark.parametrize(("dtype", "element_shape"), SHAPES)
def test_tensor_shares_memory_and_shows_the_elements(dtype, element_shape, device):
    array = wp.zeros((5, 2), dtype=dtype, device=device)
    proxy = ProxyArray(array)
    assert proxy.warp is array
    assert proxy.torch is proxy.torch
    assert proxy.torch.shape == (5, 2, *element_shape)
    assert proxy.torch.data_ptr() == array.ptr == proxy.ptr
    assert (proxy.shape, proxy.ndim, proxy.size, len(proxy)) == ((5, 2), 2, 10, 5)
    assert (proxy.dtype, proxy.device, proxy.strides) == (dtype, wp.get_device(device), array.strides)
    proxy.torch[1] = 1
    assert proxy.numpy()[1].all()
    assert not proxy.numpy()[0].any()


def test_slices_of_larger_arrays_share_memory_too(device):
    array = wp.zeros((4, 6), dtype=wp.float32, device=device)
    proxy = ProxyArray(array[:, 2:4])
    assert not proxy.is_contiguous
    proxy.torch.fill_(1.0)
    assert array.numpy().sum() == 8


def test_tensors_are_where_the_array_is_and_not_where_torch_makes_others():
    with torch.device("meta"):
        proxy = _counting("cpu")
        assert proxy.torch.device.type == "cpu"
        assert proxy.torch.data_ptr() == proxy.ptr


def test_empty_arrays_have_tensors(device):
    assert ProxyArray(wp.zeros((0, 3), dtype=wp.vec3f, device=device)).torch.shape == (0, 3, 3)


def test_kernels_take_the_proxy_and_its_array(device):
    proxy, result = _counting(device), ProxyArray(wp.zeros((2, 3), dtype=wp.float32, device=device))
    wp.launch(_double, dim=(2, 3), inputs=[proxy], outputs=[result], device=device)
    np.testing.assert_array_equal(result.numpy(), [[0, 2, 4], [6, 8, 10]])
    wp.launch(_double, dim=(2, 3), inputs=[result.warp], outputs=[result.warp], device=device)
    np.testing.assert_array_equal(result.numpy(), [[0, 4, 8], [12, 16, 20]])


def test_kernels_write_structured_elements_through_the_proxy(device):
    poses = ProxyArray(wp.zeros(3, dtype=wp.transformf, device=device))
    wp.launch(_set_height, dim=3, inputs=[0.5], outputs=[poses], device=device)
    assert poses.torch.tolist() == [[0, 0, 0.5, 0, 0, 0, 1]] * 3


def test_kernels_refuse_a_proxy_of_another_element_type(device):
    with pytest.raises(RuntimeError, match="Could not convert array interface"):
        wp.launch(
            _double,
            dim=(2, 3),
            inputs=[ProxyArray(wp.zeros((2, 3), dtype=wp.int32, device=device))],
            outputs=[_counting(device)],
            device=device,
        )


def test_conversions_share_the_memory(device):
    proxy = _counting(device)
    assert wp.to_torch(proxy).data_ptr() == proxy.ptr
    assert torch.as_tensor(proxy, device=proxy.torch.device).data_ptr() == proxy.ptr
    assert torch.from_dlpack(proxy).data_ptr() == proxy.ptr


@pytest.mark.parametrize(
    "function",
    [
        torch.sum,
        torch.zeros_like,
        lambda x: torch.cat([x, torch.ones(1, 3)]),
        lambda x: torch.stack((x, x)),
        lambda x: torch.where(torch.ones(2, 3) > 0, x, 0.0),
        lambda x: torch.nn.functional.relu(input=x),
        lambda x: torch.ones(2, 3) @ x.T,
        lambda x: torch.ones(2, 3).copy_(x),
        lambda x: torch.as_tensor(x),
        lambda x: x.mean(dim=1),
        lambda x: x.clone(),
        lambda x: torch.stack(list(x)),
    ],
)
@pytest.mark.filterwarnings("ignore:A ProxyArray is used as a tensor:DeprecationWarning")
def test_tensor_code_takes_the_proxy(function):
    proxy = _counting()
    result = function(proxy)
    assert type(result) is torch.Tensor
    assert torch.equal(result, function(proxy.torch))


@pytest.mark.parametrize(
    "binary",
    ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "eq", "ne", "lt", "le", "gt", "ge"],
)
@pytest.mark.parametrize("make_other", [lambda: 2.0, lambda: torch.full((3,), 2.0), _counting])
def test_operators_act_on_the_tensor_from_both_sides(binary, make_other):
    binary = getattr(operator, binary)
    proxy, other = _counting(), make_other()
    tensor, other_tensor = proxy.torch, getattr(other, "torch", other)
    for result, expected in (
        (binary(proxy, other), binary(tensor, other_tensor)),
        (binary(other, proxy), binary(other_tensor, tensor)),
    ):
        assert type(result) is torch.Tensor
        torch.testing.assert_close(result, expected, rtol=0.0, atol=0.0, equal_nan=True)


def test_unary_operators_act_on_the_tensor():
    proxy = _counting()
    mask = ProxyArray(wp.array([True, False], dtype=wp.bool))
    assert torch.equal(-proxy, -proxy.torch)
    assert torch.equal(abs(-proxy), proxy.torch)
    assert (~mask).tolist() == [False, True]
    assert (mask & ~mask).tolist() == [False, False]
    assert bool(ProxyArray(wp.array([True], dtype=wp.bool)))
    assert float(ProxyArray(wp.array([2.5], dtype=wp.float32))) == 2.5
    assert 5.0 in proxy
    assert len({proxy, proxy}) == 1


def test_indexing_reads_and_writes_in_place():
    proxy = _counting()
    rows = ProxyArray(wp.array([1], dtype=wp.int64))
    assert proxy[:, 2].tolist() == [2, 5]
    assert proxy[rows].tolist() == [[3, 4, 5]]
    assert proxy[rows, 0].tolist() == [3]
    proxy[0] = 7.0
    proxy[1, :2] = proxy[0, :2]
    np.testing.assert_array_equal(proxy.numpy(), [[7, 7, 7], [7, 7, 5]])


def test_in_place_operators_keep_the_memory():
    proxy = _counting()
    same, address = proxy, proxy.ptr
    proxy += 1
    proxy *= 2.0
    assert proxy is same
    assert proxy.ptr == proxy.torch.data_ptr() == address
    np.testing.assert_array_equal(proxy.numpy(), [[2, 4, 6], [8, 10, 12]])


@pytest.mark.parametrize("name", ["torch", "warp", "data", "shape", "_warp", "anything"])
def test_memory_cannot_be_rebound(name):
    proxy = _counting()
    with pytest.raises(AttributeError, match=f"Cannot set '{name}' of a ProxyArray"):
        setattr(proxy, name, wp.zeros(3))
    np.testing.assert_array_equal(proxy.numpy(), [[0, 1, 2], [3, 4, 5]])


def test_other_things_are_refused():
    with pytest.raises(TypeError, match="it was given a Tensor"):
        ProxyArray(torch.zeros(3))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = _counting().no_such_name


def test_numpy_reads_the_proxy():
    np.testing.assert_array_equal(np.asarray(_counting()), [[0, 1, 2], [3, 4, 5]])
    assert "ProxyArray(shape=(2, 3), dtype=float32, device=cpu)" in repr(_counting())


def test_as_torch_gives_the_same_memory_for_both_kinds_of_arrays():
    proxy, tensor = _counting(), torch.zeros(3)
    assert as_torch(proxy) is proxy.torch
    assert as_torch(tensor) is tensor


def test_views_are_torchs_or_with_a_warp_type_warps() -> None:
    poses = ProxyArray(wp.array(np.arange(14.0).reshape(2, 7), dtype=float, device="cpu"))
    assert torch.equal(poses.view(7, 2), poses.torch.view(7, 2))
    seen = poses.view(wp.transformf)
    assert seen.shape == (2,) and list(seen.numpy()[1]) == list(range(7, 14))
