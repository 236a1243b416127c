"""Names of PhysX's and Newton's schemas for USD, which usd-core does not know.

A schema that USD does not know is written to a prim and read from it, but ``prim.GetAppliedSchemas()`` and
``prim.HasAPIInFamily("PhysxRigidBodyAPI")``, by which programs find what a prim has, pass it over. The names are
registered with the first import of :mod:`pippin.sim`, because USD takes none after its first look for a schema; where
PhysX's own or those of the package newton-usd-schemas are there, these stay.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from pxr import Plug

_FOLDER = Path(__file__).parent

if not Plug.Registry().GetPluginWithName("physxSchema"):
    Plug.Registry().RegisterPlugins(str(_FOLDER))
if find_spec("newton_usd_schemas") is None:
    Plug.Registry().RegisterPlugins(str(_FOLDER / "newton"))
