"""Actions of Omniverse's application (``omni.kit.actions.core``): programs register them by name, and execute them.

Of the application's own those of the viewport's lighting menu are there, which programs for Isaac Sim execute without
asking whether they got one. Others are not there, as in an application without a window.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from .omni_kit import say_once

_LIGHTING = "omni.kit.viewport.menubar.lighting"


class Action:
    """Something that is executed by its name.

    Args:
        extension_id: Extension that it belongs to.
        action_id: Its name there.
        python_object: What is called, with the arguments of :meth:`execute`.
        display_name: Name that people read; ``action_id`` where it is empty.
        description: What it does.
        icon_url: Picture of it in menus.
        tag: Word that menus group actions by.

    Raises:
        TypeError: ``python_object`` cannot be called.
    """

    def __init__(
        self,
        extension_id: str,
        action_id: str,
        python_object: Callable[..., Any],
        display_name: str = "",
        description: str = "",
        icon_url: str = "",
        tag: str = "",
    ) -> None:
        if not callable(python_object):
            raise TypeError(f"Action '{extension_id}.{action_id}' is {python_object!r:.80}; expected a function.")
        self.extension_id, self.id = extension_id, action_id
        self.display_name = display_name or action_id
        self.description, self.icon_url, self.tag = description, icon_url, tag
        self.enabled = True
        self._function: Callable[..., Any] | None = python_object

    def execute(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function, and give what it gives; None where the action is not enabled."""
        return self._function(*args, **kwargs) if self.enabled and self._function is not None else None

    def invalidate(self) -> None:
        """Forget the function, so that execution does nothing from now on."""
        self._function = None


class ActionRegistry:
    """Actions by the names of their extensions and their own."""

    def __init__(self) -> None:
        self._actions: dict[tuple[str, str], Action] = {}

    def register_action(self, *args: Any, **kwargs: Any) -> Action:
        """Register an :class:`Action`, or one that is made of what that takes.

        Returns:
            The action.

        Raises:
            ValueError: There is one of this name.
        """
        is_made = len(args) == 1 and not kwargs and isinstance(args[0], Action)
        action = args[0] if is_made else Action(*args, **kwargs)
        name = (action.extension_id, action.id)
        if name in self._actions:
            raise ValueError(f"There is an action '{action.extension_id}.{action.id}'; expected another name.")
        self._actions[name] = action
        return action

    def deregister_action(self, extension_id: str | Action, action_id: str = "", invalidate: bool = True) -> None:
        """Forget an action, given itself or by its names; one that is not there is passed by.

        Args:
            extension_id: The action, or the extension that it belongs to.
            action_id: Its name there.
            invalidate: Whether those who hold the action can execute it no longer.
        """
        if isinstance(extension_id, Action):
            extension_id, action_id = extension_id.extension_id, extension_id.id
        action = self._actions.pop((extension_id, action_id), None)
        if action is not None and invalidate:
            action.invalidate()

    def deregister_all_actions_for_extension(self, extension_id: str, invalidate: bool = True) -> None:
        """Forget all actions of an extension.

        Args:
            extension_id: The extension.
            invalidate: Whether those who hold the actions can execute them no longer.
        """
        for action in self.get_all_actions_for_extension(extension_id):
            self.deregister_action(action, invalidate=invalidate)

    def get_action(self, extension_id: str, action_id: str) -> Action | None:
        """The action of these names; None where there is none."""
        action = self._actions.get((extension_id, action_id))
        if action is None and extension_id == _LIGHTING and action_id.startswith("set_lighting_mode_"):
            return Action(extension_id, action_id, lambda *names: _light_by(action_id, *names))
        return action

    def execute_action(self, extension_id: str, action_id: str, *args: Any, **kwargs: Any) -> Any:
        """Execute the action of these names, and give what it gives; None where there is none."""
        action = self.get_action(extension_id, action_id)
        return None if action is None else action.execute(*args, **kwargs)

    def get_all_actions(self) -> list[Action]:
        """All that were registered."""
        return list(self._actions.values())

    def get_all_actions_for_extension(self, extension_id: str) -> list[Action]:
        """Those of an extension."""
        return [action for action in self._actions.values() if action.extension_id == extension_id]


@cache
def get_action_registry() -> ActionRegistry:
    """The registry of the application."""
    return ActionRegistry()


def light_viewport(lighting_mode: str, usd_context: Any = None) -> None:
    """Light the viewport: by the lights of the stage, as Pippin's always is, which is said where another is asked for.

    Args:
        lighting_mode: "stage", "camera", or the name of a rig of lights.
        usd_context: Without effect: there is one stage.
    """
    _light_by(lighting_mode)


def _light_by(action_id: str, *names: str) -> None:
    """Light the viewport: by the lights of the stage, as Pippin's always is."""
    mode = action_id.removeprefix("set_lighting_mode_")
    if mode != "stage":
        named = "".join(f" '{name}'" for name in names)
        say_once(
            f"The viewport is lit by the lights of the stage: its lighting mode '{mode}'{named} has no effect here."
        )
