"""Configs: what counts as a field, that nothing is shared, and the methods."""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import logging
import pickle
import typing
from dataclasses import MISSING, field
from typing import ClassVar

import pytest

from pippin.utils import configclass, resolve_matching_names
from pippin.utils.configclass import accept_without_effect


@configclass
class InitialStateCfg:
    pos: tuple[float, float, float] = (0.0, 0.0, 0.0)
    joint_pos: dict[str, float] = {".*": 0.0}


@configclass
class AssetCfg:
    prim_path: str = MISSING
    init_state: InitialStateCfg = InitialStateCfg()
    soft_limit = 0.9


@configclass
class SceneCfg:
    num_envs: int
    robot: AssetCfg = AssetCfg(prim_path="/World/Robot")
    sensors: dict[str, AssetCfg] = {}
    lights: list[AssetCfg] = []


def test_annotated_and_plain_members_are_fields():
    @configclass
    class Cfg:
        dt: float = 0.01
        decimation = 4
        names = ["a"]

    assert {f.name for f in dataclasses.fields(Cfg)} == {"dt", "decimation", "names"}
    assert (Cfg().dt, Cfg().decimation, Cfg().names) == (0.01, 4, ["a"])


def test_methods_properties_and_nested_classes_are_not_fields():
    @configclass
    class Cfg:
        dt = 0.01
        limit: ClassVar[int] = 3
        _cache = {}

        class Nested:
            pass

        def double(self):
            return 2 * self.dt

        @property
        def half(self):
            return self.dt / 2

        @functools.cached_property
        def third(self):
            return self.dt / 3

        @staticmethod
        def one():
            return 1

        @classmethod
        def default(cls):
            return cls()

    assert [f.name for f in dataclasses.fields(Cfg)] == ["dt"]
    assert (Cfg().double(), Cfg().half, Cfg.one(), Cfg.default(), Cfg.limit) == (0.02, 0.005, 1, Cfg(), 3)


@pytest.mark.parametrize(
    "hint", ["ClassVar[dict]", "typing.ClassVar[dict]", "ClassVar", typing.ClassVar[dict], ClassVar]
)
def test_class_variables_stay_on_the_class(hint):
    namespace = {"__module__": __name__, "__annotations__": {"table": hint, "x": int}, "table": {"a": 1}, "x": 1}
    config = configclass(type("Cfg", (), namespace))
    assert [f.name for f in dataclasses.fields(config)] == ["x"]
    assert config.table is config().table


def test_functions_lambdas_and_classes_are_values():
    @configclass
    class Cfg:
        func = resolve_matching_names
        scale = lambda x: 2 * x  # noqa: E731
        class_type: type = dict
        other_type = list

    assert [f.name for f in dataclasses.fields(Cfg)] == ["func", "scale", "class_type", "other_type"]
    config = Cfg()
    assert config.func is resolve_matching_names
    assert config.scale(3) == 6
    assert (config.class_type, config.other_type) == (dict, list)
    assert config.copy().func is resolve_matching_names


def test_methods_of_objects_are_kept_and_not_copied():
    owner = [1]
    config = SceneCfg(num_envs=1)
    config.callback = owner.append
    assert config.copy().callback.__self__ is owner


def test_building_twice_gives_equal_configs_that_share_nothing():
    first, second = SceneCfg(num_envs=2), SceneCfg(num_envs=2)
    assert first == second
    first.robot.init_state.joint_pos["hip"] = 1.0
    first.sensors["camera"] = AssetCfg()
    first.lights.append(AssetCfg())
    assert second == SceneCfg(num_envs=2)
    assert second.robot.init_state.joint_pos == {".*": 0.0}


def test_arguments_are_copied():
    robot = AssetCfg(prim_path="/World/A")
    scene = SceneCfg(1, robot)
    scene.robot.init_state.joint_pos["hip"] = 1.0
    assert robot == AssetCfg(prim_path="/World/A")
    scene = SceneCfg(num_envs=1, robot=robot)
    robot.prim_path = "/World/B"
    assert scene.robot.prim_path == "/World/A"


def test_one_argument_given_twice_stays_one_object():
    @configclass
    class Pair:
        left: AssetCfg
        right: AssetCfg

    asset = AssetCfg()
    pair = Pair(asset, right=asset)
    assert pair.left is pair.right
    assert pair.left is not asset


def test_subclasses_do_not_change_their_base():
    @configclass
    class Rough(SceneCfg):
        num_envs = 64

        def __post_init__(self):
            self.robot.init_state.joint_pos["hip"] = 0.5

    assert Rough().robot.init_state.joint_pos == {".*": 0.0, "hip": 0.5}
    assert SceneCfg(num_envs=1).robot.init_state.joint_pos == {".*": 0.0}


def test_required_field_may_follow_optional_ones_in_a_subclass():
    @configclass
    class Camera(AssetCfg):
        width: int
        height: int = 480

    camera = Camera("/World/Camera", width=640)
    assert (camera.prim_path, camera.width, camera.height) == ("/World/Camera", 640, 480)


def test_a_narrower_annotation_keeps_the_inherited_default():
    @configclass
    class Narrow(AssetCfg):
        soft_limit: float
        init_state: InitialStateCfg

    assert Narrow() == Narrow(soft_limit=0.9, init_state=InitialStateCfg())


def test_members_of_a_subclass_without_decorator_belong_to_each_config_of_it():
    class Scene(configclass(type("Base", (), {"__annotations__": {"count": int}, "count": 2}))):
        robot = {"joints": [1]}
        light: float = 0.5
        count = 3

        def describe(self) -> str:
            return "scene"

    first, second = Scene(), Scene(count=4)
    first.robot["joints"].append(2)
    assert list(vars(first)) == ["robot", "light", "count"]
    assert (second.robot, second.light, second.count) == ({"joints": [1]}, 0.5, 4)
    assert first.count == 2, "what a field's default is, the decorated class says"


def test_a_class_without_decorator_between_two_configs_gives_fields_and_defaults():
    @configclass
    class Base:
        scene: dict = dataclasses.MISSING
        rate: float | None = 1.0

    class Common(Base):
        scene: dict = {"count": [1]}
        rate = None
        size = (2, 3)
        steps: int

        def describe(self) -> str:
            return "common"

    @configclass
    class Task(Common):
        steps = 4

    @configclass
    class Harder(Task):
        rate = 2.0

    first, second = Task(), Task(rate=3.0)
    first.scene["count"].append(2)
    assert [f.name for f in dataclasses.fields(Task)] == ["scene", "rate", "size", "steps"]
    assert (second.scene, second.rate, second.size, second.steps) == ({"count": [1]}, 3.0, (2, 3), 4)
    assert first.rate is None
    assert first.describe() == "common"
    assert first.validate() == []
    assert Harder() == Harder(scene={"count": [1]}, rate=2.0, size=(2, 3), steps=4)
    assert Harder().to_dict()["size"] == (2, 3)


def test_overridden_fields_keep_their_position():
    @configclass
    class Fast(AssetCfg):
        soft_limit = 1.0
        prim_path = "/World/Fast"

    assert Fast("/World/Given").prim_path == "/World/Given"
    assert Fast().soft_limit == 1.0
    assert next(f for f in dataclasses.fields(Fast) if f.name == "prim_path").type == "str"


def test_constants_show_in_the_signature():
    @configclass
    class Cfg:
        debug_vis: bool = False
        size: tuple[int, int] = (640, 480)
        func: object = resolve_matching_names

    defaults = {name: p.default for name, p in inspect.signature(Cfg).parameters.items()}
    assert defaults == {"debug_vis": False, "size": (640, 480), "func": resolve_matching_names}


def test_fields_of_dataclasses_are_accepted():
    @configclass
    class Cfg:
        names: list = field(default_factory=lambda: ["a"])
        table: dict = field(default={"a": [1]}, repr=False)
        hidden: int = field(default=3, init=False)

    first = Cfg()
    first.table["a"].append(2)
    assert "table" not in repr(first)
    assert (Cfg().table, Cfg().names, Cfg().hidden) == ({"a": [1]}, ["a"], 3)
    assert "hidden" not in inspect.signature(Cfg).parameters


def test_post_init_runs_once_after_all_fields_are_set():
    calls = []

    @configclass
    class Base:
        x = 1

        def __post_init__(self):
            calls.append("base")
            self.double = 2 * self.x

    @configclass
    class Derived(Base):
        y = 1

        def __post_init__(self):
            super().__post_init__()
            calls.append("derived")

    assert Derived(x=4).double == 8
    assert calls == ["base", "derived"]


def test_own_init_is_kept():
    @configclass
    class Cfg:
        x = 1

        def __init__(self, twice):
            self.x = 2 * twice

    assert Cfg(3).x == 6


# Methods.


def test_validate_lists_the_paths_of_what_is_missing():
    scene = SceneCfg(robot=AssetCfg(), sensors={"camera": AssetCfg()}, lights=[AssetCfg(prim_path="/L"), AssetCfg()])
    with pytest.raises(TypeError) as error:
        scene.validate()
    paths = ["num_envs", "robot.prim_path", "sensors.camera.prim_path", "lights[1].prim_path"]
    assert [line.removeprefix("  - ") for line in str(error.value).splitlines()[1:]] == paths


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda config: pickle.loads(pickle.dumps(config))])  # noqa: S301
def test_missing_is_still_found_in_duplicates(duplicate):
    with pytest.raises(TypeError, match=r"num_envs"):
        duplicate(SceneCfg()).validate()


def test_missing_keeps_its_identity_in_defaults_arguments_and_copies():
    @configclass
    class Cfg:
        table: dict = {"a": MISSING}

    assert Cfg().table["a"] is MISSING
    assert Cfg({"b": MISSING}).copy().table["b"] is MISSING
    assert SceneCfg().copy().num_envs is MISSING


def test_validate_accepts_a_complete_config():
    SceneCfg(num_envs=1).validate()


def test_a_member_of_the_class_takes_precedence_over_a_method():
    @configclass
    class Cfg:
        x = 1

        def validate(self):
            return "mine"

    @configclass
    class Derived(Cfg):
        y = 1

    assert Derived().validate() == "mine"


def test_copy_is_equal_and_shares_nothing():
    scene = SceneCfg(num_envs=1)
    duplicate = scene.copy()
    assert duplicate == scene
    duplicate.robot.init_state.joint_pos["hip"] = 1.0
    assert scene == SceneCfg(num_envs=1)


def test_copy_holds_attributes_that_were_added_to_the_config():
    scene = SceneCfg(num_envs=1)
    scene.table = AssetCfg(prim_path="/World/Table")
    assert scene.copy().table == scene.table
    assert scene.copy().table is not scene.table


def test_replace_changes_only_what_is_named():
    asset = AssetCfg(prim_path="/World/A")
    replaced = asset.replace(prim_path="/World/B")
    assert (asset.prim_path, replaced.prim_path) == ("/World/A", "/World/B")
    assert replaced.init_state == asset.init_state
    assert replaced.init_state is not asset.init_state
    with pytest.raises(TypeError, match="colour"):
        asset.replace(colour="red")


def test_replace_keeps_attributes_that_were_added_to_the_config():
    scene = SceneCfg(num_envs=1)
    scene.table = AssetCfg(prim_path="/World/Table")
    replaced = scene.replace(num_envs=2)
    assert replaced.table == scene.table
    assert replaced.table is not scene.table


def test_a_config_says_what_its_inherited_fields_are():
    """Types that are objects, as programs write them; those that are texts mean names of another module."""
    above = configclass(type("Above", (), {"__annotations__": {"size": float, "kind": "str"}, "size": 1.0, "kind": ""}))
    config = configclass(type("Below", (above,), {"__annotations__": {"count": int}, "count": 2}))()
    assert config.__annotations__ == {"size": float, "count": int}
    assert typing.get_type_hints(config) == {"size": float, "count": int}
    assert [each.name for each in dataclasses.fields(config)] == ["size", "kind", "count"]


def test_to_dict_nests_and_names_callables():
    config = AssetCfg(prim_path="/World/A")
    config.func = resolve_matching_names
    assert config.to_dict() == {
        "prim_path": "/World/A",
        "init_state": {"pos": (0.0, 0.0, 0.0), "joint_pos": {".*": 0.0}},
        "soft_limit": 0.9,
        "func": "pippin.utils.names:resolve_matching_names",
    }


def test_from_dict_reverses_to_dict():
    scene = SceneCfg(num_envs=8, sensors={"camera": AssetCfg(prim_path="/C")}, lights=[AssetCfg(prim_path="/L")])
    scene.func = resolve_matching_names
    scene.scale = lambda x: x
    other = scene.copy()
    other.num_envs, other.func, other.lights[0].soft_limit = 1, print, 0.1
    other.sensors["camera"].prim_path = "/X"
    other.from_dict(scene.to_dict())
    assert other == scene
    assert (other.func, other.scale) == (scene.func, scene.scale)


def test_from_dict_updates_nested_configs_where_they_are():
    scene = SceneCfg(num_envs=1)
    robot = scene.robot
    scene.from_dict({"robot": {"init_state": {"joint_pos": {"hip": 0.5}}}})
    assert scene.robot is robot
    assert robot.init_state.joint_pos == {".*": 0.0, "hip": 0.5}
    assert robot.prim_path == "/World/Robot"


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        ({"num_envs": 2, "robot": {"mass": 1.0}}, KeyError, r"no 'robot\.mass'; there are: prim_path, init_state"),
        ({"num_envs": 2, "robot": {"soft_limit": "high"}}, TypeError, r"'robot\.soft_limit' is a float \(0\.9\)"),
        ({"num_envs": 2, "robot": 3}, TypeError, r"'robot' is a AssetCfg"),
        ({"num_envs": 2, "lights": [{}, {}]}, TypeError, "'lights' holds 1 configs; it was given 2"),
        ({"num_envs": 2, "func": "no.such.module:f"}, TypeError, "There is no 'no.such.module:f'"),
        ({"num_envs": 2, "func": "lambda x: x.y"}, TypeError, "Attribute is not taken, code is not run"),
        ({"num_envs": 2, "func": "math:pi"}, TypeError, "'math:pi' is a float"),
    ],
)
def test_from_dict_refuses_what_does_not_fit_and_changes_nothing(data, error, message):
    scene = SceneCfg(num_envs=1, lights=[AssetCfg(prim_path="/L")])
    scene.func = resolve_matching_names
    before = scene.to_dict()
    with pytest.raises(error, match=message):
        scene.from_dict(data)
    assert scene.to_dict() == before


def test_from_dict_does_not_keep_the_given_lists():
    data = {"sensors": {"names": ["a"]}}
    scene = SceneCfg(num_envs=1)
    scene.from_dict(data)
    data["sensors"]["names"].append("b")
    assert scene.sensors == {"names": ["a"]}


@pytest.mark.parametrize(("old", "new"), [(1.0, 2), (2, 0.5), (1.0, {".*": 3.0}), ((1, 2), [3, 4]), (None, "a")])
def test_from_dict_accepts_values_of_the_same_kind(old, new):
    config = AssetCfg()
    config.value = old
    config.from_dict({"value": new})
    assert config.value == (tuple(new) if isinstance(old, tuple) else new)


def test_fields_are_in_the_order_of_the_source():
    @configclass
    class Cfg:
        num: int = 3
        robot = AssetCfg(prim_path="/World/Robot")
        spacing: float
        sensor: AssetCfg = AssetCfg(prim_path="/World/Sensor")
        light = 5
        name: str

    assert [f.name for f in dataclasses.fields(Cfg)] == ["num", "robot", "spacing", "sensor", "light", "name"]


def test_every_config_has_a_post_init_to_call():
    @configclass
    class Base:
        dt = 0.01

    @configclass
    class Task(Base):
        decimation = 4

        def __post_init__(self):
            super().__post_init__()
            self.dt = 0.02

    @configclass
    class Narrow(Task):
        def __post_init__(self):
            super().__post_init__()
            self.decimation = 2

    assert (Narrow().dt, Narrow().decimation) == (0.02, 2)


def test_what_a_post_init_assigns_is_copied():
    shared = AssetCfg(prim_path="/World/Shared")

    @configclass
    class Base:
        asset: AssetCfg = MISSING

        def __post_init__(self):
            self.asset = shared

    @configclass
    class Task(Base):
        def __post_init__(self):
            super().__post_init__()
            self.asset.prim_path = "/World/Mine"

    assert Task().asset.prim_path == "/World/Mine"
    assert shared.prim_path == "/World/Shared"


def test_a_text_that_names_a_class_can_be_called():
    @configclass
    class Cfg:
        class_type: str = "collections:OrderedDict"
        own: str = "{DIR}.names:resolve_matching_names"
        path: str = "omniverse://server/robot.usd"

    Cfg.__module__ = "pippin.utils.somewhere"
    cfg = Cfg()
    assert cfg.class_type([("a", 1)])["a"] == 1
    assert cfg.class_type == "collections:OrderedDict"
    assert cfg.own(".*", ["a"]) == resolve_matching_names(".*", ["a"])
    assert type(cfg.path) is str
    assert type(cfg.to_dict()["class_type"]) is str
    assert pickle.loads(pickle.dumps(cfg.class_type))([("a", 1)])["a"] == 1  # noqa: S301 - our own bytes
    cfg.from_dict({"class_type": "collections:Counter"})
    assert cfg.class_type("aa")["a"] == 2


def test_a_field_that_is_not_copied_keeps_its_value():
    @configclass
    class Cfg:
        native: object = field(default=None, metadata={"copy": False})
        plain: list = []

    native, plain = [1], [1]
    cfg = Cfg(native=native, plain=plain)
    for other in (cfg, cfg.copy(), cfg.replace(plain=[2])):
        assert other.native is native
        assert other.plain is not plain


def test_validation_of_nested_configs_comes_first_and_after_the_missing_fields():
    calls = []

    @configclass
    class Inner:
        value: int = 1

        def validate_config(self):
            calls.append("inner")

    @configclass
    class Outer:
        inners: dict = {"a": Inner()}
        needed: int = MISSING
        other: int = MISSING

        def validate_config(self):
            calls.append("outer")

    with pytest.raises(TypeError, match=r"  - needed\n  - other"):
        Outer().validate()
    assert not calls
    assert Outer(needed=1, other=2).validate() == []
    assert calls == ["inner", "outer"]


def test_members_without_annotation_get_the_type_of_their_value() -> None:
    @configclass
    class Cfg:
        gain = 2.0
        kind = dict

    assert Cfg.__annotations__ == {"gain": float, "kind": type[dict]}
    with pytest.raises(TypeError, match="'gain' of Open"):

        @configclass
        class Open:
            gain = MISSING


def test_settings_without_effect_of_all_bases_are_taken() -> None:
    """As a spawner's and a converter's, which a file's spawner both is."""

    @configclass
    class SpawnCfg:
        visible: bool = True

    @configclass
    class ConvertCfg:
        path: str = "a"

    accept_without_effect(SpawnCfg, {"template": None}, is_told=False)

    @configclass
    class FileCfg(SpawnCfg, ConvertCfg):
        scale: float = 1.0

    accept_without_effect(ConvertCfg, {"instanceable": True})
    accept_without_effect(FileCfg, {"variant": "b"})
    cfg = FileCfg(template="c", instanceable=False, variant="d", path="e")
    assert (cfg.template, cfg.instanceable, cfg.variant, cfg.path) == ("c", False, "d", "e")


def test_settings_without_effect_are_taken_and_said_once(caplog: pytest.LogCaptureFixture) -> None:
    @configclass
    class LensCfg:
        width: int = 4

    @configclass
    class WideLensCfg(LensCfg):
        width: int = 8

    accept_without_effect(LensCfg, {"shutter": 0.1, "width": 7})
    with caplog.at_level(logging.WARNING, "pippin"):
        assert (LensCfg(shutter=0.1).width, LensCfg().shutter) == (4, 0.1)
        lenses = [WideLensCfg(shutter=0.5), WideLensCfg(shutter=0.6, width=2)]
        assert not caplog.messages
        for lens in lenses:
            lens.validate()
    assert [(lens.shutter, lens.width) for lens in lenses] == [(0.5, 8), (0.6, 2)]
    assert [message for message in caplog.messages if "shutter" in message] == caplog.messages
    assert len(caplog.messages) == 1
    assert lenses[0].replace(width=3).shutter == 0.5
    assert lenses[0].to_dict()["shutter"] == 0.5
    lenses[0].from_dict({"shutter": 0.7})
    assert (lenses[0].shutter, lenses[0].replace(shutter=0.8).shutter) == (0.7, 0.8)
    with pytest.raises(TypeError, match="aperture"):
        LensCfg(aperture=1)


def test_a_field_that_is_not_there_is_named_with_those_that_are() -> None:
    """Forks of Isaac Lab add fields to its classes, which their tasks then set."""

    @configclass
    class PlaneCfg:
        proportion: float = 1.0
        height_range: tuple[float, float] = (0.0, 0.0)

    with pytest.raises(TypeError, match="unexpected keyword argument 'ground_height_range'") as error:
        PlaneCfg(proportion=0.5, ground_height_range=(0.0, 1.0))
    assert "Did you mean 'height_range'? There are: 'proportion', 'height_range'." in str(error.value)

    @configclass
    class ChangedPlaneCfg(PlaneCfg):
        ground_height_range: tuple[float, float] = (0.0, 0.0)

    assert ChangedPlaneCfg(ground_height_range=(0.0, 1.0)).ground_height_range == (0.0, 1.0)


def test_a_second_decorator_does_nothing() -> None:
    """Programs leave one above a class that they comment out, and the next class has another."""

    @configclass
    class BaseCfg:
        action_space = 1
        state_space = 0

    @configclass
    @configclass
    class ArmCfg(BaseCfg):
        names = ["hand"]
        dt: float
        state_space = 3
        action_space = 7

        def __post_init__(self) -> None:
            self.names.append("finger")

    assert [field.name for field in dataclasses.fields(ArmCfg)] == ["action_space", "state_space", "names", "dt"]
    cfg = ArmCfg(dt=0.1)
    assert (cfg.action_space, cfg.state_space, cfg.names) == (7, 3, ["hand", "finger"])
    assert ArmCfg(dt=0.2).names is not cfg.names
