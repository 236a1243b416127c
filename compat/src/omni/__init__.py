"""Import names of Omniverse and of older Isaac Sim, served by Pippin. Other distributions may add to this package."""

from pkgutil import extend_path

from pippin_isaac.served import serve

__path__ = extend_path(__path__, __name__)
serve(__name__)
