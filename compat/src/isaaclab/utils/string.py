"""Names, under Isaac Lab's names."""

from pippin.utils.callables import callable_to_string, string_to_callable
from pippin.utils.names import resolve_matching_names, resolve_matching_names_values

__all__ = ["callable_to_string", "resolve_matching_names", "resolve_matching_names_values", "string_to_callable"]
