"""Terms that are classes in Isaac Lab 3.0.0 and were functions in earlier releases."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import torch

from .manager_base import ManagerTermBase, ManagerTermBaseCfg
from .scene_entity_cfg import SceneEntityCfg


def class_term(function: Callable) -> Any:
    """Make a term that is a class of one that is a function, and that may still be called like the function.

    ``term(cfg, env)`` makes an instance, as managers do and as programs for Isaac Lab 3.0.0 do, which derive from such
    classes, too. ``term(env, env_ids, ...)`` calls the function, as programs for Isaac Lab 2 do within their own terms.

    Args:
        function: The term as a function of the environment and further arguments. Its signature and its docstring
            become those of the instances' ``__call__``.
    """

    def call(self: ManagerTermBase, *args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    signature = inspect.signature(function)
    me = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    call.__signature__ = signature.replace(parameters=[me, *signature.parameters.values()])  # type: ignore[attr-defined]
    call.__name__, call.__qualname__ = "__call__", f"{function.__qualname__}.__call__"
    call.__module__, call.__doc__ = function.__module__, function.__doc__
    names = {"__call__": call, "__doc__": function.__doc__, "function": staticmethod(function)}
    names |= {"__module__": function.__module__, "__qualname__": function.__qualname__, **vars(function)}
    return _ClassTerm(function.__name__, (ManagerTermBase,), names)


class _ClassTerm(type):
    """Type of the classes that :func:`class_term` makes, and of those that programs derive from them."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        is_config_first = "cfg" in kwargs or (args and hasattr(args[0], "params"))
        return super().__call__(*args, **kwargs) if is_config_first else cls.function(*args, **kwargs)  # type: ignore[attr-defined]


class CallableAsFunction(type):
    """Type of term classes that remember something, and that programs still call like the functions that they were.

    ``term(cfg, env)`` makes an instance. ``term(env, env_ids, asset_cfg, ...)``, as programs for Isaac Lab 2.0 and 2.1
    call it within their own terms and direct environments, calls the instance that the environment has for the asset
    and the selection of it, which the first such call makes.
    """

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Make an instance, or call the one that the environment has, as the arguments are."""
        if "cfg" in kwargs or (args and hasattr(args[0], "params")):
            return super().__call__(*args, **kwargs)
        params = inspect.signature(cls.__call__).bind(None, *args, **kwargs).arguments
        env, asset_cfg = params["env"], params["asset_cfg"]
        terms = vars(env).setdefault("_terms_called_as_functions", {})
        key = cls, asset_cfg.name, _selection(asset_cfg)
        if key not in terms:
            own = {name: value for name, value in params.items() if name not in ("self", "env", "env_ids")}
            terms[key] = super().__call__(ManagerTermBaseCfg(func=cls, params=own), env)
        return terms[key](*args, **kwargs)


def _selection(asset_cfg: SceneEntityCfg) -> tuple[Any, ...]:
    """What an entity's config selects of its asset, as a key."""
    ids = (getattr(asset_cfg, name) for name in ("joint_ids", "body_ids", "fixed_tendon_ids"))
    return tuple(str(each) if isinstance(each, slice) else tuple(torch.as_tensor(each).tolist()) for each in ids)
