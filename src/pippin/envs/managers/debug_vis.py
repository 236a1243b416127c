"""Terms that draw what they mean, as arrows and frames in the viewers.

A term class that can do so overrides ``_set_debug_vis_impl``, which makes its markers or hides them, and
``_debug_vis_callback``, which moves them. The environment calls the latter before each frame that it renders.
"""

from __future__ import annotations

import weakref
from typing import Any

from pippin.utils.callables import is_refusal

_drawing: weakref.WeakKeyDictionary[Any, weakref.WeakSet] = weakref.WeakKeyDictionary()
"""Terms that draw, by simulation."""


def can_draw(term: Any) -> bool:
    """Whether the class of a term says how to draw it: not where its ``_set_debug_vis_impl`` refuses to."""
    implementation = getattr(type(term), "_set_debug_vis_impl", None)
    return implementation is not None and not is_refusal(implementation)


def set_debug_vis(term: Any, debug_vis: bool) -> bool:
    """Let a term draw, or not.

    Returns:
        Whether its class says how.
    """
    if not can_draw(term):
        return False
    term._set_debug_vis_impl(debug_vis)
    terms = _drawing.setdefault(term._env.sim, weakref.WeakSet())
    if debug_vis:
        terms.add(term)
    else:
        terms.discard(term)
    return True


def draw_terms(sim: Any) -> None:
    """Let all terms of a simulation move what they draw to where it is now."""
    for term in list(_drawing.get(sim, ())):
        term._debug_vis_callback(None)


def no_drawing(self: Any, debug_vis: bool) -> None:
    """Refuse to draw: the ``_set_debug_vis_impl`` of terms that do not say how.

    Raises:
        NotImplementedError: Always.
    """
    raise NotImplementedError(
        f"The term '{type(self).__name__}' does not say how to draw it: override '_set_debug_vis_impl'."
    )


def no_callback(self: Any, event: Any) -> None:
    """Move what is drawn to where it is now: the ``_debug_vis_callback`` of what does not say how to draw.

    Raises:
        NotImplementedError: Always.
    """
    raise NotImplementedError(
        f"'{type(self).__name__}' does not say how to draw what it means: define '_debug_vis_callback'."
    )
