"""The names under which Isaac Lab's users find what stands in ``pippin.utils``."""

from __future__ import annotations

import importlib

import pytest
import torch

import pippin.utils
import pippin.utils.math

isaaclab_utils = pytest.importorskip("isaaclab.utils", reason="pippin-isaac (compat/) is not installed")

MODULES = ["", ".array", ".buffers", ".configclass", ".dict", ".math", ".noise", ".string", ".timer", ".types", ".warp"]


@pytest.mark.parametrize("module", MODULES)
def test_exported_names_are_there(module):
    names = importlib.import_module(f"isaaclab.utils{module}")
    assert [name for name in names.__all__ if not hasattr(names, name)] == []
    assert len(names.__all__) == len(set(names.__all__))


def test_usual_imports_give_pippins_objects():
    from isaaclab.utils import configclass
    from isaaclab.utils.buffers import DelayBuffer
    from isaaclab.utils.configclass import configclass as from_module
    from isaaclab.utils.dict import class_to_dict
    from isaaclab.utils.math import quat_apply
    from isaaclab.utils.string import resolve_matching_names

    assert configclass is from_module is pippin.utils.configclass
    assert DelayBuffer is pippin.utils.DelayBuffer
    assert quat_apply is pippin.utils.math.quat_apply
    assert resolve_matching_names is pippin.utils.resolve_matching_names
    assert class_to_dict(configclass(type("Cfg", (), {"x": 1}))()) == {"x": 1}


def test_version_is_that_of_isaac_lab_3():
    assert importlib.import_module("isaaclab").__version__.startswith("3.")


def test_former_names_work_with_a_warning():
    names = importlib.import_module("isaaclab.utils.math")
    quat, vector = names.random_orientation(3, "cpu"), torch.ones(3, 3)
    with pytest.warns(DeprecationWarning, match="quat_apply now"):
        assert torch.equal(names.quat_rotate(quat, vector), names.quat_apply(quat, vector))
    with pytest.warns(DeprecationWarning, match="quat_apply_inverse now"):
        assert torch.equal(names.quat_rotate_inverse(quat, vector), names.quat_apply_inverse(quat, vector))


def test_print_dict_prints(capsys):
    importlib.import_module("isaaclab.utils.dict").print_dict({"a": {"b": 1}})
    assert capsys.readouterr().out == "a:\n    b: 1\n"
