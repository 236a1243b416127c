"""Plain nested dicts, and callables by name. What configs do with them stands in test_configclass."""

from __future__ import annotations

import collections
import enum
import functools
from collections.abc import Callable
from typing import Any

import pytest

from pippin.utils import configclass
from pippin.utils.callables import callable_to_string, string_to_callable
from pippin.utils.config_dict import format_dict, to_dict, update_dict, update_from_dict


def test_update_merges_nested_dicts_in_place():
    data = {"a": {"b": 1, "c": 2}, "d": {"e": 3}}
    assert update_dict(data, {"a": {"b": 5, "f": {"g": 6}}, "d": 7}) is data
    assert data == {"a": {"b": 5, "c": 2, "f": {"g": 6}}, "d": 7}


def test_format_indents_nested_dicts():
    assert format_dict({"a": {"b": 1, "c": {}}, "d": [2]}, indent=2) == "  a:\n      b: 1\n      c: {}\n  d: [2]"


def test_only_configs_become_dicts():
    for value in ({"a": 1}, collections.OrderedDict, None):
        with pytest.raises(TypeError, match="'config' is"):
            to_dict(value)


@pytest.mark.parametrize("value", [functools.partial, pytest.raises])
def test_importable_callables_have_names(value):
    assert string_to_callable(callable_to_string(value)) is value


@pytest.mark.parametrize("value", [[].append, functools.partial(print)])
def test_other_callables_have_none(value):
    with pytest.raises(ValueError, match="cannot be imported by name"):
        callable_to_string(value)


@pytest.mark.parametrize(
    "text", ["", "os", "os:", ":path", "os:path.join()", "__import__('os'):x", "no_such_module:f", "os:no_such"]
)
def test_texts_that_name_no_callable_are_refused(text):
    with pytest.raises(ValueError, match=r"names no callable|There is no"):
        string_to_callable(text)


class Flavor(enum.StrEnum):
    VANILLA = "vanilla"
    CHERRY = "cherry"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@configclass
class IceCfg:
    flavor: Flavor = Flavor.VANILLA
    level: Level = Level.LOW
    scoops: list[Flavor] = [Flavor.CHERRY]


class PlainIce:
    """What programs have that were written without config classes."""

    level: Any = Level.HIGH

    def __init__(self) -> None:
        self.flavor = Flavor.VANILLA
        self.scoops = (Flavor.CHERRY,)


class Cone:
    """An object of a program's own, which is no config."""

    def __init__(self) -> None:
        self.size, self.kind, self.owner = 2.0, Flavor.CHERRY, self


@configclass
class ConesCfg:
    """Holds such objects, and functions that cannot be imported by name."""

    _members_by_name = True

    cones: Any = None
    pick: Any = lambda cones: cones[0]


def test_objects_of_programs_and_their_functions_become_what_omegaconf_holds() -> None:
    omegaconf = pytest.importorskip("omegaconf")
    cones = ConesCfg(cones=[Cone()])
    written = cones.to_dict()
    assert written["cones"][0].pop("owner") is cones.cones[0]  # which would not end
    assert written["cones"] == [{"size": 2.0, "kind": {"_value_": "cherry", "_name_": "CHERRY"}}]
    assert written["pick"].startswith("lambda cones")
    held = omegaconf.OmegaConf.to_container(omegaconf.OmegaConf.create(written))
    held["cones"][0]["size"] = 3.0
    held["cones"][0]["kind"]["_name_"] = "VANILLA"
    before = cones.cones[0], cones.pick
    cones.from_dict(held)
    assert (cones.cones[0], cones.pick) == before and cones.cones[0].size == 3.0
    assert cones.cones[0].kind is Flavor.VANILLA
    assert to_dict(cones)["pick"] is cones.pick


@pytest.mark.parametrize("make", [IceCfg, PlainIce])
def test_members_of_enumerations_are_written_as_values_and_read_as_members(make: Callable) -> None:
    config = make()
    written = to_dict(config)
    assert type(written["flavor"]) is str and [type(item) for item in written["scoops"]] == [str]
    update_from_dict(config, {"flavor": "cherry", "level": 2, "scoops": ["vanilla", "cherry"]})
    assert config.flavor is Flavor.CHERRY and config.level is Level.HIGH
    assert list(config.scoops) == [Flavor.VANILLA, Flavor.CHERRY]
    assert all(isinstance(item, Flavor) for item in config.scoops)
    with pytest.raises(TypeError, match="'flavor' is a Flavor.*'mint'.*'vanilla', 'cherry'"):
        update_from_dict(config, {"flavor": "mint"})
    with pytest.raises(KeyError, match="'cone'"):
        update_from_dict(config, {"cone": 1})


@configclass
class RunCfg:
    iterations: int = 100
    weight: float = 1  # as programs write it
    size: Any = 3


def test_fields_that_are_declared_whole_take_whole_numbers_alone() -> None:
    """A range() far from the command line would refuse others, without the field's name."""
    cfg = RunCfg()
    cfg.from_dict({"iterations": 1e3, "weight": 2.5, "size": 2.5})
    assert (cfg.iterations, cfg.weight, cfg.size) == (1000, 2.5, 2.5) and isinstance(cfg.iterations, int)
    with pytest.raises(TypeError, match="'iterations' is declared to hold a whole number; it cannot become 2.5"):
        cfg.from_dict({"iterations": 2.5})
