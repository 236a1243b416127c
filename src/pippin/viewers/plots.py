"""Plots of the viewer's page: quantities over the last moments, chosen from all that assets and sensors have."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import viser

from pippin.quantities.properties import ArrayProperty

POINTS = 300
"""Points of a plot, the last ones."""

MOST_COMPONENTS = 300
"""Numbers of a quantity that the page offers, the first ones: rays and points of meshes have thousands."""

_AXES = {
    3: ("x", "y", "z"),
    4: ("x", "y", "z", "w"),
    6: ("x", "y", "z", "about x", "about y", "about z"),
    7: ("x", "y", "z", "turn x", "turn y", "turn z", "turn w"),
}
"""Names of the numbers of an element, by their count."""


class Plot:
    """A quantity over the last moments.

    Args:
        gui: Where on the page.
        name: What is shown, with its unit.
        measure: Gives the present value; None where there is none.
    """

    def __init__(self, gui: viser.GuiApi, name: str, measure: Callable[[], float | None]) -> None:
        self._measure = measure
        self._times: deque[float] = deque(maxlen=POINTS)
        self._values: deque[float] = deque(maxlen=POINTS)
        self._begins_again = False
        series = (viser.uplot.Series(label="time [s]"), viser.uplot.Series(label=name, stroke="#1f77b4", width=2.0))
        scales = {"x": viser.uplot.Scale(time=False)}
        self._handle = gui.add_uplot((np.zeros(2), np.zeros(2)), series, title=name, scales=scales, height=160)

    def begin_again(self) -> None:
        """Forget the points at the next update; the page's thread may ask for it."""
        self._begins_again = True

    def update(self, now: float) -> None:
        """Measure, and send the points to the page. Called by the program's thread alone, which simulates.

        Args:
            now: Time of the simulation [s]; where it went back, the plot begins again.
        """
        if self._begins_again or (self._times and now < self._times[-1]):
            self._begins_again = False
            self._times.clear()
            self._values.clear()
        value = self._measure()
        if value is None:
            return
        self._times.append(now)
        self._values.append(value)
        if len(self._times) > 1:
            self._handle.data = (np.array(self._times), np.array(self._values))


class DataPlot(Plot):
    """A number of any quantity of assets and sensors, which is chosen on the page.

    The page's thread only notes what is chosen: quantities are read at the next update, since reading computes them.

    Args:
        gui: Where on the page.
        offered: What can be chosen, at least one; see :func:`all_quantities`.
        env_id: Gives the environment that is looked at.
    """

    def __init__(self, gui: viser.GuiApi, offered: Mapping[str, tuple[Any, str]], env_id: Callable[[], int]) -> None:
        self._offered = offered
        self._env_id = env_id
        self._components: dict[str, int] = {}
        positions = [label for label, (_, quantity) in offered.items() if quantity == "joint_pos"]
        first = positions[0] if positions else next(iter(offered))
        self._chosen = ""
        self._choice = gui.add_dropdown("Quantity", tuple(self._offered), initial_value=first)
        self._component = gui.add_dropdown("Number", ("0",))
        self._note = gui.add_markdown("")
        super().__init__(gui, "chosen quantity", self._measure_chosen)
        self._component.on_update(lambda _: self.begin_again())

    def update(self, now: float) -> None:
        """Measure the quantity that is chosen now, and send the points to the page; see :meth:`Plot.update`."""
        if self._choice.value != self._chosen:
            self._chosen = self._choice.value
            self._offer_numbers()
        super().update(now)

    def _values_of_env(self) -> tuple[Any, np.ndarray]:
        """Data that have the chosen quantity, and its values in the environment that is looked at.

        Raises:
            ValueError: It has none now.
        """
        source, quantity = self._offered[self._chosen]
        data = source.data
        array = getattr(data, quantity)
        if array is None:
            raise ValueError("not measured: the config does not ask for it")
        values = array.torch
        return data, values[min(self._env_id(), len(values) - 1)].cpu().numpy()

    def _offer_numbers(self) -> None:
        """Offer the numbers of the quantity that was chosen."""
        self.begin_again()
        self._components = {}
        try:
            data, values = self._values_of_env()
        except Exception as error:  # any quantity may say that this engine or this asset has it not
            self._note.content = f"No values: {' '.join(str(error).split())[:200]}"
            return
        labels = component_names(data, self._offered[self._chosen][1], values.shape)[:MOST_COMPONENTS]
        self._components = {label: number for number, label in enumerate(labels)}
        self._component.options = tuple(labels) or ("0",)
        more = values.size - len(labels)
        self._note.content = f"The first {len(labels)} of {values.size} numbers can be chosen." if more > 0 else ""

    def _measure_chosen(self) -> float | None:
        number = self._components.get(self._component.value)
        if number is None:
            return None
        return float(self._values_of_env()[1].reshape(-1)[number])


def all_quantities(sources: Mapping[str, Any]) -> dict[str, tuple[Any, str]]:
    """All quantities of assets and sensors by what the page calls them: the owner, and the quantity's name."""
    by_name = {name: found for name, source in sources.items() if (found := _quantities(source.data))}
    return {
        quantity if len(by_name) == 1 else f"{name}: {quantity}": (sources[name], quantity)
        for name, found in by_name.items()
        for quantity in found
    }


def _quantities(data: Any) -> list[str]:
    """Names of the arrays that an asset's or a sensor's data have, without empty ones."""
    properties = {name: getattr(type(data), name, None) for name in dir(type(data)) if not name.startswith("_")}
    arrays = {name: each for name, each in properties.items() if isinstance(each, ArrayProperty)}
    return [name for name, each in arrays.items() if data.has_entries(each)]


def component_names(data: Any, quantity: str, shape: Sequence[int]) -> list[str]:
    """Name the numbers of a quantity: by joint or body where it has one of each, by axis, or by number.

    Args:
        data: Data of an asset or a sensor.
        quantity: Name of the quantity.
        shape: Its shape in one environment.
    """
    if not shape:
        return ["value"]
    names = [list(map(str, range(size))) for size in shape]
    for of_part in ("joint_names", "body_names", "fixed_tendon_names", "spatial_tendon_names"):
        given = getattr(data, of_part, None) or []
        is_meant = of_part.removesuffix("_names") in quantity or (of_part == "joint_names" and "torque" in quantity)
        if is_meant and len(given) == shape[0]:
            names[0] = list(given)
            break
    else:
        if len(shape) == 1:
            names[0] = list(_AXES.get(shape[0], names[0]))
    if len(shape) > 1:
        names[-1] = list(_AXES.get(shape[-1], names[-1]))
    return [" ".join(parts) for parts in product(*names)]
