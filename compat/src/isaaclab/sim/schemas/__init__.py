"""Physical properties of prims, under Isaac Lab's names."""

from . import schemas, schemas_cfg
from .schemas import *  # noqa: F403
from .schemas_cfg import *  # noqa: F403

__all__ = [*schemas.__all__, *schemas_cfg.__all__]
