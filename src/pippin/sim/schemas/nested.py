"""Changing properties of a prim and of all that is below it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from pxr import Usd

from ..prims import get_prim

logger = logging.getLogger("pippin")


def modify_nested(
    prim_path: str,
    is_concerned: Callable[[Usd.Prim], bool],
    modify: Callable[[Usd.Prim], None],
    stage: Usd.Stage | None = None,
) -> bool:
    """Modify each prim at or below a path that is concerned.

    What lies inside an instance cannot be changed: it is skipped, with one warning for all.

    Returns:
        Whether any prim was modified.

    Raises:
        ValueError: There is no prim at the path.
    """
    concerned = concerned_prims(prim_path, is_concerned, stage)
    within_instances = [prim for prim in concerned if prim.IsInstanceProxy()]
    if within_instances:
        logger.warning(
            "%d prims below '%s' are parts of instances and keep their properties, first '%s': make it uninstanceable.",
            len(within_instances), prim_path, within_instances[0].GetPath(),
        )  # fmt: skip
    editable = [prim for prim in concerned if not prim.IsInstanceProxy()]
    for prim in editable:
        modify(prim)
    return bool(editable)


def concerned_prims(
    prim_path: str, is_concerned: Callable[[Usd.Prim], bool], stage: Usd.Stage | None = None
) -> list[Usd.Prim]:
    """Prims at or below a path that are concerned, those inside instances included.

    Raises:
        ValueError: There is no prim at the path.
    """
    prims = Usd.PrimRange(get_prim(prim_path, stage), Usd.TraverseInstanceProxies())
    return [prim for prim in prims if is_concerned(prim)]
