"""Helpers that programs take from ``isaaclab.utils``."""

from __future__ import annotations

import dataclasses
import importlib
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
import warp as wp

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from isaaclab import utils
from isaaclab.utils.interpolation import LinearInterpolation


def test_words_change_their_case() -> None:
    assert utils.to_camel_case("joint_pos_limits") == "jointPosLimits"
    assert utils.to_camel_case("joint_pos_limits", to="CC") == "JointPosLimits"
    assert utils.to_snake_case("jointPosLimits") == "joint_pos_limits"
    assert utils.to_snake_case("HTTPServer2Name") == "http_server2_name"
    with pytest.raises(ValueError, match="'to'"):
        utils.to_camel_case("a_b", to="c")


def test_helpers_of_strings_name_what_is_no_string() -> None:
    for function, arguments, name in (
        (utils.to_snake_case, (5,), "camel_str"),
        (utils.to_camel_case, (None,), "snake_str"),
        (utils.string_to_slice, (slice(1),), "s"),
        (utils.is_lambda_expression, (len,), "name"),
        (utils.find_unique_string_name, (None, bool), "initial_name"),
        (utils.find_unique_string_name, ("a", "b"), "is_unique_fn"),
        (utils.find_root_prim_path_from_regex, (5,), "prim_path_regex"),
        (utils.list_intersection, ("ab", ["a"]), "list1"),
        (utils.list_intersection, (["a"], 5), "list2"),
        (utils.string_to_callable, (len,), "text"),
    ):
        with pytest.raises(TypeError, match=f"^'{name}' is "):
            function(*arguments)


def test_slices_are_written_and_read_back() -> None:
    data = {"a": slice(1, None, 2), "b": [slice(None), {"c": slice(-3, 4)}], "d": 5}
    written = utils.replace_slices_with_strings(data)
    assert written["a"] == "slice(1,None,2)"
    assert utils.replace_strings_with_slices(written) == data
    with pytest.raises(ValueError, match="slice"):
        utils.string_to_slice("slice(__import__('os'),1,2)")


def test_names_and_expressions() -> None:
    assert utils.find_unique_string_name("cube", lambda name: name not in ("cube", "cube_1")) == "cube_2"
    assert utils.find_root_prim_path_from_regex("/World/envs/env_.*/Robot") == ("/World/envs", 3)
    assert utils.find_root_prim_path_from_regex("/World/Robot") == (None, None)
    assert utils.is_lambda_expression("lambda x: x + 1")
    assert not utils.is_lambda_expression("x + 1")


def test_arrays_in_dicts_become_one_kind() -> None:
    data = {
        "n": np.arange(3.0),
        "t": torch.arange(3.0),
        "deep": {"w": wp.array([0.0, 1.0, 2.0], dtype=float)},
        "s": "x",
    }
    for kind, cls in {"numpy": np.ndarray, "torch": torch.Tensor, "warp": wp.array}.items():
        found = utils.convert_dict_to_backend(data, kind)
        assert isinstance(found["n"], cls)
        assert isinstance(found["t"], cls)
        assert isinstance(found["deep"]["w"], cls)
        assert found["s"] == "x"
    with pytest.raises(ValueError, match="jax"):
        utils.convert_dict_to_backend(data, "jax")


def test_interpolation_is_numpys() -> None:
    x, y = torch.tensor([0.0, 1.0, 4.0]), torch.tensor([2.0, -1.0, 5.0])
    q = torch.tensor([[-1.0, 0.0, 0.25], [1.0, 3.0, 9.0]])
    np.testing.assert_allclose(LinearInterpolation(x, y, "cpu").compute(q), np.interp(q, x, y), atol=1e-6)


@pytest.mark.parametrize(
    ("indices", "filled"),
    [([0, 2], [0, 2]), (torch.tensor([True, False, True]), [0, 2]), (slice(1, None), [1, 2]), (None, [0, 1, 2])],
)
@pytest.mark.parametrize("dim", [0, 1])
def test_entries_are_filled(indices: object, filled: list[int], dim: int) -> None:
    data = torch.zeros(3, 3)
    utils.index_fill_(data, indices, 7.0, dim=dim)
    assert (data.movedim(dim, 0)[filled] == 7.0).all()
    assert data.sum() == 7.0 * 3 * len(filled)


def test_configs_are_copied_checked_and_applied() -> None:
    @utils.configclass
    class Cfg:
        class_type: type = dict
        size: float = 1.0

    cfg = Cfg()
    assert utils.replace(cfg, size=2.0).size == 2.0
    assert utils.clone(cfg) == cfg
    assert utils.clone(cfg) is not cfg
    assert utils.validate(cfg) == []

    @dataclasses.dataclass
    class Target:
        class_type: type = list
        size: float = 0.0

    target = Target()
    utils.checked_apply(cfg, target)
    assert (target.class_type, target.size) == (dict, 1.0)
    with pytest.raises(AttributeError, match="size"):
        utils.checked_apply(cfg, type("Empty", (), {"class_type": None})())


def test_values_are_stacked_from_the_oldest_to_the_newest() -> None:
    buffer = utils.CircularBuffer(3, 2, "cpu", stack_dim=-1)
    frames = [torch.full((2, 4, 1), float(i)) for i in range(4)]
    for frame in frames:
        buffer.append(frame)
    torch.testing.assert_close(buffer.stacked, torch.cat(frames[1:], dim=-1))
    with pytest.raises(RuntimeError, match="stack_dim"):
        _ = utils.CircularBuffer(3, 2, "cpu").stacked


def test_delays_are_drawn_and_held() -> None:
    torch.manual_seed(0)
    buffer = utils.DelayBuffer(5, 200, "cpu", min_lag=2, hold_prob=1.0)
    lags = buffer.time_lags.clone()
    assert (int(lags.min()), int(lags.max())) == (2, 5)
    for i in range(8):
        delayed = buffer.compute(torch.full((200,), float(i)))
    torch.testing.assert_close(delayed, 7.0 - lags.float())
    torch.testing.assert_close(buffer.time_lags, lags)
    buffer.reset([0, 1, 2])
    torch.testing.assert_close(buffer.time_lags[3:], lags[3:])
    changing = utils.DelayBuffer(5, 200, "cpu", hold_prob=0.5)
    before = changing.time_lags.clone()
    changing.compute(torch.zeros(200))
    assert 40 < int((changing.time_lags != before).sum()) < 130  # half of them, of which 5 in 6 differ


def test_versions_are_compared_as_numbers() -> None:
    assert utils.compare_versions("5.0.0", "4.10.1") == 1
    assert utils.compare_versions("4.5", "4.5.0") == 0
    assert utils.compare_versions("2.3.1", "2.10") == -1


def test_a_module_has_the_names_of_the_stub_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As terms of tasks are found: own ones by name, those of Isaac Lab by the package that the stub takes all of."""
    package = tmp_path / "lazy_terms"
    package.mkdir()
    (package / "__init__.py").write_text("from isaaclab.utils.module import lazy_export\n\nlazy_export()\n")
    (package / "__init__.pyi").write_text(
        "from . import late\nfrom .late import height as tall\nfrom .rewards import *\nfrom json import *\n"
    )
    (package / "late.py").write_text("height = 3\n")
    (package / "rewards.py").write_text("__all__ = ['alive']\nalive, hidden = 1, 2\n")
    monkeypatch.syspath_prepend(tmp_path)
    lazy_terms = importlib.import_module("lazy_terms")
    assert (lazy_terms.__all__, "lazy_terms.late" in sys.modules) == (["alive", "late", "tall"], False)
    assert (lazy_terms.tall, lazy_terms.alive, lazy_terms.late.height) == (3, 1, 3)
    assert lazy_terms.dumps({}) == "{}"
    for name in ("hidden", "nothing", "_private"):
        with pytest.raises(AttributeError, match=name):
            getattr(lazy_terms, name)


def test_kernels_that_programs_launch_themselves() -> None:
    """Rays at a square in the plane z = 1, and pictures of three cameras in tiles of two columns."""
    from isaaclab.utils.warp import convert_to_warp_mesh, kernels

    corners = np.array([(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)], dtype=np.float32)
    mesh = convert_to_warp_mesh(corners, np.array([(0, 1, 2), (0, 2, 3)]), device="cpu")
    starts = wp.array(np.array([(0.5, -0.25, 3.0), (5.0, 0.0, 3.0)]), dtype=wp.vec3, device="cpu")
    down = wp.array(np.array([(0, 0, -1.0)] * 2), dtype=wp.vec3, device="cpu")
    hits, normals = (wp.full(2, wp.vec3(7.0, 7.0, 7.0), dtype=wp.vec3, device="cpu") for _ in range(2))
    distances, faces = wp.full(2, -1.0, dtype=float, device="cpu"), wp.full(2, -1, dtype=int, device="cpu")
    given = [mesh.id, starts, down, hits, distances, normals, faces, 100.0, True, False, True]
    wp.launch(kernels.raycast_mesh_kernel, dim=2, inputs=given, device="cpu")
    np.testing.assert_allclose(hits.numpy(), [(0.5, -0.25, 1.0), (7.0, 7.0, 7.0)], atol=1e-6)
    np.testing.assert_allclose(distances.numpy(), [2.0, -1.0], atol=1e-6)
    assert faces.numpy().tolist() == [0, -1] and (normals.numpy() == 7.0).all()

    pictures = np.random.default_rng(0).integers(0, 256, (4, 2, 3, 3), dtype=np.uint8)  # the last is of no camera
    tiles = pictures.reshape(2, 2, 2, 3, 3).transpose(0, 2, 1, 3, 4).copy()
    cut = wp.zeros((3, 2, 3, 3), dtype=wp.uint8, device="cpu")
    wp.launch(
        kernels.reshape_tiled_image,
        dim=(3, 2, 3),
        inputs=[wp.array(tiles.ravel(), dtype=wp.uint8, device="cpu"), cut, 2, 3, 3, 2],
        device="cpu",
    )
    np.testing.assert_array_equal(cut.numpy(), pictures[:3])


def test_timers_print_what_they_measured_as_those_of_isaac_lab_do(capsys, monkeypatch) -> None:
    from isaaclab.utils import Timer
    from isaaclab.utils.timer import TimerError

    with Timer(">>> Setup time (sim.reset)", name="setup"):
        pass
    printed = capsys.readouterr().out
    assert printed.startswith(">>> Setup time (sim.reset): 0.0")
    assert Timer.get_timer_info("setup") < 1.0
    monkeypatch.setattr(Timer, "enable_display_output", False)
    with Timer("silent"):
        pass
    assert not capsys.readouterr().out
    with pytest.raises(TimerError):
        Timer.get_timer_info("unknown")
