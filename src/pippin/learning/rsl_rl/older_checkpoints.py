"""Checkpoints of earlier releases of RSL-RL, laid out as a later one reads them.

What changed between the generations (see :mod:`.generations`):

* 2 and 3: one ``model_state_dict`` has actor and critic (``actor.0.weight``, ``critic.0.weight``, ``std``).
  Normalizers of observations stand beside it in 2 (``obs_norm_state_dict``), in it in 3 (``actor_obs_normalizer``).
* 4: ``actor_state_dict`` and ``critic_state_dict``, each with ``mlp``, ``rnn`` and ``obs_normalizer``; ``std`` of noise
  is the actor's.
* 5: the deviation of the actor's noise is its ``distribution.std_param``.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..checkpoints import read_checkpoint, write_checkpoint

_STATES = ("actor_state_dict", "critic_state_dict")
_MOVED = {
    "actor.": ("actor_state_dict", "mlp."),
    "actor_obs_normalizer.": ("actor_state_dict", "obs_normalizer."),
    "memory_a.rnn.": ("actor_state_dict", "rnn.rnn."),
    "critic.": ("critic_state_dict", "mlp."),
    "critic_obs_normalizer.": ("critic_state_dict", "obs_normalizer."),
    "memory_c.rnn.": ("critic_state_dict", "rnn.rnn."),
}
"""Beginnings of names in one state of generation 2 and 3, and where they go."""

_NORMALIZERS = {
    "obs_norm_state_dict": "actor_state_dict",
    "critic_obs_norm_state_dict": "critic_state_dict",
    "privileged_obs_norm_state_dict": "critic_state_dict",
}
"""Entries of checkpoints of generation 2, and whose observations they normalize."""

_NOISE = {"std": "distribution.std_param", "log_std": "distribution.log_std_param"}
"""Names of generation 4, and those of 5."""

_ORDER = ("std", "log_std", "distribution.", "mlp.", "rnn.")
"""Beginnings of names of a model's parameters, in the order in which its optimizer has them."""

_Place = tuple[str, str]
"""State and name of a tensor."""


def handle_deprecated_rsl_rl_checkpoint(path: str, installed_version: str) -> str:
    """Lay out a checkpoint of an earlier release as a version of RSL-RL reads it, 4 or later.

    Networks with and without a memory, normalizers of observations and the state of the optimizer are taken over. The
    new file lies beside the old one, as ``for_rsl_rl_5_model_100.pt``, so that patterns for the checkpoints of a run
    pass it by; or in a folder for temporary files where that one cannot be written to.

    Args:
        path: The checkpoint, of PPO.
        installed_version: Version of RSL-RL, such as "5.0.1".

    Returns:
        The new file; ``path`` where that version reads it as it is.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is no checkpoint, holds code, or has tensors of other networks.
    """
    generation = min(int(str(installed_version).partition(".")[0]), 5)
    content = read_checkpoint(path)
    places = _places(content, generation, path)
    if generation < 4 or all(old == new for old, new in places.items()):
        return path
    converted = {name: value for name, value in content.items() if name not in ("model_state_dict", *_NORMALIZERS)}
    converted.update({state: {} for state in _STATES})
    for (old_state, old_name), (state, name) in places.items():
        converted[state][name] = content[old_state][old_name]
    if "optimizer_state_dict" in content:
        converted["optimizer_state_dict"] = _reordered(content["optimizer_state_dict"], places, path)
    file = Path(path)
    folder = file.parent if os.access(file.parent, os.W_OK) else Path(tempfile.mkdtemp(prefix="pippin"))
    new_file = folder / f"for_rsl_rl_{generation}_{file.name}"
    write_checkpoint(new_file, converted)
    return str(new_file)


def _places(content: Mapping[str, Any], generation: int, path: str) -> dict[_Place, _Place]:
    """Where each tensor is, in the order of the file, and where it is to be.

    Raises:
        ValueError: There are no networks, or tensors that no network of RSL-RL's PPO has.
    """
    places: dict[_Place, _Place] = {}
    for name in content.get("model_state_dict", ()):
        places["model_state_dict", name] = _place_of(name, generation, path)
    for entry, state in _NORMALIZERS.items():
        for name in content.get(entry, ()):
            places[entry, name] = (state, f"obs_normalizer.{name}")
    for state in _STATES:
        for name in content.get(state, ()):
            places[state, name] = (state, _NOISE.get(name, name) if generation >= 5 else name)
    if not places:
        raise ValueError(
            f"Checkpoint '{path}' has no networks of PPO; expected an entry 'model_state_dict', or "
            f"'actor_state_dict' and 'critic_state_dict'; there are: {sorted(content)}."
        )
    return places


def _place_of(name: str, generation: int, path: str) -> _Place:
    if name in _NOISE:
        return "actor_state_dict", _NOISE[name] if generation >= 5 else name
    for beginning, (state, new_beginning) in _MOVED.items():
        if name.startswith(beginning):
            return state, new_beginning + name.removeprefix(beginning)
    raise ValueError(
        f"Checkpoint '{path}' has the tensor '{name}', which RSL-RL's actors and critics have not; expected names that "
        f"begin with {', '.join(_MOVED)}, or 'std': load it with the RSL-RL that wrote it."
    )


def _reordered(optimizer: Mapping[str, Any], places: Mapping[_Place, _Place], path: str) -> dict[str, Any]:
    """State of the optimizer, for the parameters of the actor and then of the critic.

    Raises:
        ValueError: It has another number of parameters than the networks.
    """
    before = [new for new in places.values() if not new[1].startswith("obs_normalizer.")]
    after = [place for state in _STATES for place in _in_order(state, before)]
    (group,) = optimizer["param_groups"]
    if len(group["params"]) != len(before):
        raise ValueError(
            f"The optimizer of checkpoint '{path}' has {len(group['params'])} parameters; expected the "
            f"{len(before)} of its networks."
        )
    number = {place: group["params"][index] for index, place in enumerate(before)}
    state = {
        index: optimizer["state"][number[place]]
        for index, place in enumerate(after)
        if number[place] in optimizer["state"]
    }
    return {"state": state, "param_groups": [{**group, "params": list(range(len(after)))}]}


def _in_order(state: str, places: Iterable[_Place]) -> list[_Place]:
    """Parameters of one model, as the model registers them; sorting keeps the order within each part."""
    own = [place for place in places if place[0] == state]
    return sorted(own, key=lambda place: next(i for i, start in enumerate(_ORDER) if place[1].startswith(start)))
