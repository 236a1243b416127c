"""Dicts and configs, under Isaac Lab's names."""

from collections.abc import Mapping
from typing import Any

from pippin.utils.callables import callable_to_string
from pippin.utils.config_dict import format_dict, to_dict, update_dict, update_from_dict
from pippin.utils.config_dict import to_dict as class_to_dict
from pippin.utils.config_dict import update_from_dict as update_class_from_dict
from pippin_isaac.lab_utils import (
    convert_dict_to_backend,
    dict_to_md5_hash,
    replace_slices_with_strings,
    replace_strings_with_slices,
)

__all__ = [
    "callable_to_string",
    "convert_dict_to_backend",
    "dict_to_md5_hash",
    "replace_slices_with_strings",
    "replace_strings_with_slices",
    "to_dict",
    "update_from_dict",
    "class_to_dict",
    "print_dict",
    "update_class_from_dict",
    "update_dict",
]


def print_dict(val: Mapping[str, Any], nesting: int = -4) -> None:
    """Print a nested dict, its first level indented by ``nesting + 4`` spaces."""
    print(format_dict(val, indent=nesting + 4))  # noqa: T201
