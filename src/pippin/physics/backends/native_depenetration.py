"""Limits of how fast bodies come apart, on native MuJoCo: see :mod:`pippin.physics.depenetration`.

The limit changes what constraints ask for (``efc_aref``), which exists only within a step: MuJoCo makes it from the
contacts and solves for it in one call. In between it calls a function of the program, ``mjcb_control``. That is the
only place for the limit: before the step there are no contacts of the present state, and a solver's parameters
(``geom_solref``) know no depth; what is changed after the step is velocities that contacts have taken up already.
The function has to be machine code, since the threads of ``mujoco.batch`` call it, which Python would let run one by
one; and since MuJoCo comes without a compiler, Warp compiles it, as it does the contacts with height fields.

What the function relies on:

- **Where the fields of MuJoCo's structures are** is found out by the values in them, on small models, at the first use
  (:mod:`pippin.physics.native_internals`). Where they cannot be found, limits have no effect, and a warning says so.
- **Whose model it is.** MuJoCo has one such function for the whole process. Pippin's models with limits carry a number
  with their geometries that no other data has (:data:`pippin.physics.depenetration.MARK`), and all else that the
  function has to know; other models are left alone. A program that has set a function of its own keeps it, and a
  warning says so.
- **Threads.** It reads words that never change after it was made, and writes into the step's own data alone.
- **What a contact carries** (``qacc_smooth``) is computed by MuJoCo right after. Where a contact is deep enough to be
  limited, the function has MuJoCo compute it before; that it does so twice changes nothing.
"""

from __future__ import annotations

import ctypes
import logging
from functools import cache
from string import Template

import mujoco
import numpy as np
import warp as wp

from ..depenetration import COLUMNS, MARK, limits_of
from ..native_internals import engine_function, entry_of, place_of, place_of_contacts, place_of_number

_LOGGER = logging.getLogger("pippin")

_ROWS = ("efc_aref", "efc_vel", "efc_J", "qacc_smooth")
_SPARSE = ("efc_J_rownnz", "efc_J_rowadr", "efc_J_colind")
_OF_CONTACT = ("geom", "efc_address", "dim", "solref", "solimp")
_FUNCTIONS = ("mj_fwdActuation", "mj_fwdAcceleration")
_WORDS = ("geom_user", "count", "contact", "contact_bytes", *_ROWS, *_SPARSE, *_OF_CONTACT, *_FUNCTIONS)

_LIMIT = Template("""
    // A static variable and functions of a local class are what a function within Warp's function may have: MuJoCo
    // calls one of them, which knows only what stands in the variable, the places and addresses that Python found.
    static const long long* word;
    word = (const long long*)words;
    struct Callback {
        static double* numbers(char* owner, int which) { return *(double**)(owner + word[which]); }
        static int* integers(char* owner, int which) { return *(int**)(owner + word[which]); }
        static void call(int which, char* model, char* data) { ((void (*)(char*, char*))word[which])(model, data); }

        // The acceleration along a row of a contact that there is without contacts.
        static double load(char* data, const double* user, int row)
        {
            const double* acceleration = numbers(data, $qacc_smooth);
            const double* J = numbers(data, $efc_J);
            double result = 0.0;
            if (user[$is_sparse] == 0.0) {
                const int count = (int)user[$num_dofs];
                for (int dof = 0; dof < count; ++dof) result += J[row * count + dof] * acceleration[dof];
            } else {
                const int start = integers(data, $efc_J_rowadr)[row];
                for (int k = start; k < start + integers(data, $efc_J_rownnz)[row]; ++k)
                    result += J[k] * acceleration[integers(data, $efc_J_colind)[k]];
            }
            return result;
        }

        // What pippin.physics.depenetration says, for each contact: the same as limit_contacts in depenetration.py.
        static void limit(char* model, char* data)
        {
            const double* user = numbers(model, $geom_user);
            if (!user || user[$mark] != $MARK) return;
            const int count = *(const int*)(data + word[$count]);
            char* const contacts = *(char**)(data + word[$contact]);
            bool is_load_known = false;
            for (int index = 0; index < count; ++index) {
                char* const contact = contacts + index * word[$contact_bytes];
                const int row = *(const int*)(contact + word[$efc_address]);
                const int* const geoms = (const int*)(contact + word[$geom]);
                if (row < 0 || geoms[0] < 0 || geoms[1] < 0 || *(const double*)(contact + word[$solref]) < 0.0)
                    continue;
                const double one = user[$columns * geoms[0] + $limit], two = user[$columns * geoms[1] + $limit];
                const double fastest = one == 0.0 ? two : two == 0.0 || one < two ? one : two;
                if (fastest == 0.0) continue;
                // A pyramid has no row along the normal, but two of which it is the mean.
                const int rows = user[$is_pyramidal] != 0.0 && *(const int*)(contact + word[$dim]) > 1 ? 2 : 1;
                double* const target = numbers(data, $efc_aref) + row;
                const double* const speed = numbers(data, $efc_vel) + row;
                const double room = (fastest - 0.5 * (speed[0] + speed[rows - 1])) / user[$step];
                const double excess = 0.5 * (target[0] + target[rows - 1]) - room;
                if (excess <= 0.0) continue;
                if (!is_load_known) {  // the engine computes it after this
                    call($mj_fwdActuation, model, data);
                    call($mj_fwdAcceleration, model, data);
                    is_load_known = true;
                }
                const double pull = room - 0.5 * (load(data, user, row) + load(data, user, row + rows - 1));
                const double taken_up = ((const double*)(contact + word[$solimp]))[1];
                const double taken = excess - (pull > 0.0 ? (1.0 - taken_up) / taken_up * pull : 0.0);
                const int all = rows == 1 ? 1 : 2 * (*(const int*)(contact + word[$dim]) - 1);
                for (int k = 0; k < all && taken > 0.0; ++k) target[k] -= taken;
            }
        }
    };
    return (long long)&Callback::limit;
""").substitute(
    {word: place for place, word in enumerate(_WORDS)}
    | {column: place for place, column in enumerate(COLUMNS)}
    | {"columns": len(COLUMNS), "MARK": repr(MARK)}
)


@wp.func_native(_LIMIT)
def limit_of(words: wp.int64) -> wp.int64:
    """Compile the function for MuJoCo, which reads what it is told from an address; gives its own."""
    ...


@wp.kernel(enable_backward=False)
def make_limit(words: wp.int64, function: wp.array(dtype=wp.int64)):
    """Give the address of the function for MuJoCo, which reads what it has to know from another address."""
    function[0] = limit_of(words)


def limit_depenetration(native: mujoco.MjModel) -> None:
    """Have MuJoCo keep to the limits that a model carries, if it carries any."""
    if limits_of(native) is None:
        return
    function = _function()
    if function is None:
        return
    present = mujoco.get_mjcb_control()
    if present is None:
        mujoco.set_mjcb_control(function)
    elif present is not function:
        _LOGGER.warning("MuJoCo's mjcb_control is the program's own: max_depenetration_velocity has no effect.")


_KEPT: list[object] = []
"""What the function reads, and its code, which stay where they are."""


@cache
def _function() -> object | None:
    try:
        places = _places()
        words = np.array([places[name] for name in _WORDS], dtype=np.int64)
        addresses = wp.zeros(1, dtype=wp.int64, device="cpu")
        wp.launch(make_limit, dim=1, inputs=[words.ctypes.data], outputs=[addresses], device="cpu")
        _KEPT.extend((words, entry_of(make_limit)))
        return ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(int(addresses.numpy()[0]))
    except (AttributeError, OSError, ValueError) as error:
        _LOGGER.warning("max_depenetration_velocity has no effect with this version of MuJoCo: %s", error)
        return None


def _places() -> dict[str, int]:
    """Where MuJoCo's structures have what the function reads [bytes]."""
    model, data = _resting("sparse")
    places = {"geom_user": place_of(model, "geom_user"), **{name: place_of(data, name) for name in (*_ROWS, *_SPARSE)}}
    places |= place_of_contacts(data, _OF_CONTACT) | {name: engine_function(name) for name in _FUNCTIONS}
    examples = [_resting("dense", boxes) for boxes in (1, 2, 5)]
    model, data = examples[-1]
    data.qpos[2] = 1.0  # so that fewer contacts are left than there were at most, which MuJoCo keeps, too
    mujoco.mj_forward(model, data)
    return places | {"count": place_of_number([data for _, data in examples], "ncon")}


def _resting(jacobian: str, boxes: int = 1) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """Boxes on a plane."""
    body = '<body pos="{} 0 0.09"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>'
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><size nuser_geom="1"/><option jacobian="{jacobian}"/><worldbody>'
        '<geom type="plane" size="0 0 1" user="1"/>'
        f"{''.join(body.format(number) for number in range(boxes))}</worldbody></mujoco>"
    )
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data
