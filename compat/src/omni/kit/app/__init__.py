"""Names of omni.kit.app that programs wait for frames with."""

from __future__ import annotations

from isaacsim.core.utils import extensions
from isaacsim.core.utils.stage import update_stage

__all__ = ["Application", "ExtensionManager", "get_app", "get_app_interface"]


class ExtensionManager:
    """What tells where the files of extensions are."""

    def get_enabled_extension_id(self, name: str) -> str:
        """Id of an extension: its name."""
        return name

    def get_extension_path(self, ext_id: str) -> str:
        """Folder of an extension; see :func:`isaacsim.core.utils.extensions.get_extension_path_from_name`."""
        return extensions.get_extension_path_from_name(ext_id)

    def set_extension_enabled_immediate(self, name: str, enabled: bool) -> bool:
        """Whether an extension is as it should be; see :func:`isaacsim.core.utils.extensions.enable_extension`."""
        return extensions.enable_extension(name) if enabled else extensions.disable_extension(name)


class Application:
    """The application, which has no window and nothing to do between frames."""

    def update(self) -> None:
        """Let time pass to the next frame; see :func:`isaacsim.core.utils.stage.update_stage`."""
        update_stage()

    async def next_update_async(self) -> float:
        """The same as :meth:`update`, for code that waits; gives 0, since no time is spent between frames."""
        update_stage()
        return 0.0

    def is_running(self) -> bool:
        """Whether the application runs: until the program ends."""
        return True

    def get_extension_manager(self) -> ExtensionManager:
        """What tells where the files of extensions are."""
        return ExtensionManager()


def get_app() -> Application:
    """The application."""
    return Application()


get_app_interface = get_app
