"""Names of isaacsim."""

from pkgutil import extend_path

from .simulation_app import SimulationApp

__path__ = extend_path(__path__, __name__)  # other distributions may add to this package

__all__ = ["SimulationApp"]
