"""What is changed of what contacts ask for, on native MuJoCo: see :mod:`pippin.physics.contact_targets`.

What constraints ask for (``efc_aref``) exists only within a step: MuJoCo makes it from the contacts and solves for it
in one call. In between it calls a function of the program, ``mjcb_control``. That is the only place to change it:
before the step there are no contacts of the present state, and a solver's parameters (``geom_solref``) know no depth
and no velocity; what is changed after the step is velocities that contacts have taken up already.
The function has to be machine code, since the threads of ``mujoco.batch`` call it, which Python would let run one by
one; and since MuJoCo comes without a compiler, Warp compiles it, as it does the contacts with height fields.

What the function relies on:

- **Where the fields of MuJoCo's structures are** is found out by the values in them, on small models, at the first use
  (:mod:`pippin.physics.native_internals`). Where they cannot be found, nothing is changed, and a warning says so.
- **Whose model it is.** MuJoCo has one such function for the whole process. Pippin's models whose contacts are changed
  carry a number with their geometries that no other data has (:data:`pippin.physics.contact_targets.MARK`), and all
  else that the function has to know; other models are left alone. A program that has set a function of its own keeps
  it, and a warning says so.
- **Threads.** It reads words that never change after it was made, and writes into the step's own data alone.
- **Islands.** MuJoCo keeps the stiffnesses of rows twice where it solves for groups of bodies apart, and copies them
  before: both are changed.
- **Gauss-Seidel iterations**, with which a second solve ends, have the rows' products from before: there, the larger
  friction of two surfaces counts for that step.
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

from ..contact_targets import (
    BOUNCE_SCALE,
    CAP,
    COLUMNS,
    HARDER,
    LEAST_FRICTION,
    MARK,
    MAX,
    MIN,
    MULTIPLY,
    are_changed,
)
from ..native_internals import engine_function, entry_of, place_of, place_of_contacts, place_of_number

_LOGGER = logging.getLogger("pippin")

_ROWS = ("efc_aref", "efc_vel", "efc_D", "efc_R", "efc_J", "efc_type", "qacc_smooth", "qacc_warmstart")
_SPARSE = ("efc_J_rownnz", "efc_J_rowadr", "efc_J_colind")
_OF_ISLANDS = ("map_efc2iefc", "iefc_D", "iefc_R")
_DUAL = ("efc_AR",)
_OF_MODEL = ("geom_user", "geom_friction", "geom_solref")
_OF_CONTACT = ("geom", "efc_address", "dim", "friction", "mu", "solref", "solimp")
_FUNCTIONS = ("mj_fwdActuation", "mj_fwdAcceleration")
_FIELDS = (*_OF_MODEL, *_ROWS, *_SPARSE, *_OF_ISLANDS, *_DUAL)
_WORDS = ("count", "contact", "contact_bytes", *_FIELDS, *_OF_CONTACT, *_FUNCTIONS)

_CHANGE = Template("""
    // A static variable and functions of a local class are what a function within Warp's function may have: MuJoCo
    // calls one of them, which knows only what stands in the variable, the places and addresses that Python found.
    static const long long* word;
    word = (const long long*)words;
    struct Callback {
        static double* numbers(char* owner, int which) { return *(double**)(owner + word[which]); }
        static int* integers(char* owner, int which) { return *(int**)(owner + word[which]); }
        static void call(int which, char* model, char* data) { ((void (*)(char*, char*))word[which])(model, data); }

        // The component of an acceleration along a row.
        static double along(char* data, const double* user, int row, const double* acceleration)
        {
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

        // Make a row give way by a factor more, where islands are solved for as well.
        static void soften(char* data, int row, double factor)
        {
            numbers(data, $efc_R)[row] *= factor;
            numbers(data, $efc_D)[row] /= factor;
            const int* const places = integers(data, $map_efc2iefc);
            if (!places) return;  // there are none
            numbers(data, $iefc_R)[places[row]] = numbers(data, $efc_R)[row];
            numbers(data, $iefc_D)[places[row]] = numbers(data, $efc_D)[row];
        }

        // Make half the difference of two numbers larger by a factor, and leave their mean.
        static void spread(double& one, double& two, double factor)
        {
            const double mean = 0.5 * (one + two), half = 0.5 * factor * (one - two);
            one = mean + half;
            two = mean - half;
        }

        // Combine what two surfaces have by the number of a mode.
        static double combined(double one, double two, double mode)
        {
            if (mode == $MIN) return one < two ? one : two;
            if (mode == $MULTIPLY) return one * two;
            if (mode == $MAX) return one > two ? one : two;
            return 0.5 * (one + two);
        }

        // The mode that counts of those that two geometries have in a column; 0 for MuJoCo's rule.
        static double mode_of(const double* user, const int* geoms, int column)
        {
            if (geoms[0] < 0 || geoms[1] < 0) return 0.0;
            const double one = user[$columns * geoms[0] + column], two = user[$columns * geoms[1] + column];
            return one == 0.0 || two == 0.0 ? 0.0 : one > two ? one : two;
        }

        // What pippin.physics.contact_targets says of the friction of two surfaces: the same as combine_friction in
        // combined_friction.py.
        static void combine_friction(
            char* model, char* data, const double* user, char* contact, bool is_pyramid, int row)
        {
            const int dimension = *(const int*)(contact + word[$dim]);
            const int* const geoms = (const int*)(contact + word[$geom]);
            const double mode = mode_of(user, geoms, $friction_mode);
            if (dimension < 2 || mode == 0.0) return;
            const double* const frictions = numbers(model, $geom_friction);
            const double least = is_pyramid ? $LEAST_OF_PYRAMIDS : $LEAST;
            double after = combined(frictions[3 * geoms[0]], frictions[3 * geoms[1]], mode);
            if (after < least) after = least;
            double* const friction = (double*)(contact + word[$friction]);
            const double before = friction[0], ratio = after / before;
            if (ratio == 1.0 || numbers(data, $efc_AR)) return;
            friction[0] = friction[1] = after;
            *(double*)(contact + word[$mu]) *= ratio;
            if (!is_pyramid) {
                for (int k = 3; k < dimension; ++k) soften(data, row + k, ratio * ratio);
                return;
            }
            double* const J = numbers(data, $efc_J);
            for (int edge = row; edge < row + 2 * (dimension - 1) && edge < row + 4; edge += 2) {
                spread(numbers(data, $efc_aref)[edge], numbers(data, $efc_aref)[edge + 1], ratio);
                spread(numbers(data, $efc_vel)[edge], numbers(data, $efc_vel)[edge + 1], ratio);
                int count = (int)user[$num_dofs], start = edge * count, other = start + count;
                if (user[$is_sparse] != 0.0) {
                    count = integers(data, $efc_J_rownnz)[edge];
                    start = integers(data, $efc_J_rowadr)[edge];
                    other = integers(data, $efc_J_rowadr)[edge + 1];
                }
                for (int k = 0; k < count; ++k) spread(J[start + k], J[other + k], ratio);
            }
            const double softer = ratio * ratio * (1.0 + after * after) / (1.0 + before * before);
            for (int k = 0; k < 2 * (dimension - 1); ++k) soften(data, row + k, softer);
        }

        // What pippin.physics.contact_targets says of sliding: the same as take_off_sliding in coulomb_friction.py.
        static void take_off_sliding(char* data, const double* user, char* contact, bool is_pyramid, int row)
        {
            const int tangents = *(const int*)(contact + word[$dim]) - 1;
            const double* const friction = (const double*)(contact + word[$friction]);
            const double* const last = numbers(data, $qacc_warmstart);
            double* const target = numbers(data, $efc_aref);
            const double* const speeds = numbers(data, $efc_vel);
            double slip = 0.0, change = 0.0, asked_for = 0.0, left = 0.0;
            for (int tangent = 0; tangent < tangents; ++tangent) {
                const int one = is_pyramid ? row + 2 * tangent : row + 1 + tangent;
                double asked = target[one], made = along(data, user, one, last), speed = speeds[one];
                if (is_pyramid) {  // half the difference of two edges is along the tangent, times its friction
                    asked = 0.5 * (asked - target[one + 1]);
                    made = 0.5 * (made - along(data, user, one + 1, last));
                    speed = 0.5 * (speed - speeds[one + 1]);
                    if (::fabs(speed) > slip) slip = ::fabs(speed);
                    if (::fabs(made) > change) change = ::fabs(made);
                    if (::fabs(asked) > asked_for) asked_for = ::fabs(asked);
                    if (::fabs(made - asked) > left) left = ::fabs(made - asked);
                } else {
                    asked *= friction[tangent];
                    made *= friction[tangent];
                    speed *= friction[tangent];
                    slip += speed * speed;
                    change += made * made;
                    asked_for += asked * asked;
                    left += (made - asked) * (made - asked);
                }
            }
            if (!is_pyramid) {
                slip = ::sqrt(slip);
                change = ::sqrt(change);
                asked_for = ::sqrt(asked_for);
                left = ::sqrt(left);
            }
            change *= user[$step];
            if (!(change < slip)) return;  // it sticks, or the accelerations are from before a reset
            const double most = $CAP * asked_for * (1.0 - change / slip);
            const double added = left < most ? left : most;
            for (int k = 0; k < (is_pyramid ? 2 * tangents : 1); ++k) target[row + k] -= added;
        }

        // What it says of how fast bodies come apart: the same as limit_contacts in depenetration.py.
        static void limit(
            char* model, char* data, const double* user, char* contact, bool is_pyramid, int row, bool& is_load_known)
        {
            const int* const geoms = (const int*)(contact + word[$geom]);
            if (geoms[0] < 0 || geoms[1] < 0 || *(const double*)(contact + word[$solref]) < 0.0) return;
            const double one = user[$columns * geoms[0] + $limit], two = user[$columns * geoms[1] + $limit];
            const double fastest = one == 0.0 ? two : two == 0.0 || one < two ? one : two;
            if (fastest == 0.0) return;
            // A pyramid has no row along the normal, but two of which it is the mean.
            const int rows = is_pyramid ? 2 : 1;
            double* const target = numbers(data, $efc_aref) + row;
            const double* const speed = numbers(data, $efc_vel) + row;
            const double room = (fastest - 0.5 * (speed[0] + speed[rows - 1])) / user[$step];
            const double excess = 0.5 * (target[0] + target[rows - 1]) - room;
            if (excess <= 0.0) return;
            if (!is_load_known) {  // the engine computes it after this
                call($mj_fwdActuation, model, data);
                call($mj_fwdAcceleration, model, data);
                is_load_known = true;
            }
            const double* const smooth = numbers(data, $qacc_smooth);
            const double load = along(data, user, row, smooth) + along(data, user, row + rows - 1, smooth);
            const double pull = room - 0.5 * load;
            const double taken_up = ((const double*)(contact + word[$solimp]))[1];
            const double taken = excess - (pull > 0.0 ? (1.0 - taken_up) / taken_up * pull : 0.0);
            const int all = rows == 1 ? 1 : 2 * (*(const int*)(contact + word[$dim]) - 1);
            for (int k = 0; k < all && taken > 0.0; ++k) target[k] -= taken;
        }

        // Restitution that dynamics of contacts carry; negative for other dynamics.
        static double carried(const double* solref)
        {
            const double restitution = (1.0 - solref[1]) / $SCALE;
            if (restitution < -1e-3 || restitution > 1.001) return -1.0;
            return restitution > 0.0 ? restitution : 0.0;
        }

        static double restitution_of(char* model, const double* user, char* contact)
        {
            const double* const solref = (const double*)(contact + word[$solref]);
            const int* const geoms = (const int*)(contact + word[$geom]);
            const double mode = mode_of(user, geoms, $restitution_mode);
            if (mode == 0.0 || solref[0] <= 0.0) return carried(solref);
            const double* const of_geoms = numbers(model, $geom_solref);
            const double one = carried(of_geoms + 2 * geoms[0]), two = carried(of_geoms + 2 * geoms[1]);
            return one < 0.0 || two < 0.0 ? -1.0 : combined(one, two, mode);
        }

        // What it says of bounces: the same as bounce in bounces.py.
        static void bounce(char* model, char* data, const double* user, char* contact, bool is_pyramid, int row)
        {
            const double restitution = restitution_of(model, user, contact);
            if (restitution <= 0.0) return;
            const int rows = is_pyramid ? 2 : 1;
            double* const target = numbers(data, $efc_aref) + row;
            const double* const speeds = numbers(data, $efc_vel) + row;
            const double speed = 0.5 * (speeds[0] + speeds[rows - 1]);
            if (speed > -user[$slowest_bounce]) return;
            const double least = -(1.0 + (restitution < 1.0 ? restitution : 1.0)) * speed / user[$step];
            const double lack = least - 0.5 * (target[0] + target[rows - 1]);
            if (lack <= 0.0) return;
            const int tangents = *(const int*)(contact + word[$dim]) - 1;
            for (int k = 0; k < (is_pyramid ? 2 * tangents : 1); ++k) target[k] += lack;
            for (int k = 0; k < (is_pyramid ? 2 * tangents : 1 + tangents); ++k)
                soften(data, row + k, 1.0 / $HARDER);
        }

        static void change(char* model, char* data)
        {
            const double* user = numbers(model, $geom_user);
            if (!user || user[$mark] != $MARK) return;
            const int count = *(const int*)(data + word[$count]);
            char* const contacts = *(char**)(data + word[$contact]);
            bool is_load_known = false;
            for (int index = 0; index < count; ++index) {
                char* const contact = contacts + index * word[$contact_bytes];
                const int row = *(const int*)(contact + word[$efc_address]);
                if (row < 0) continue;
                // By its rows, not by the model: a second solve has other cones.
                const bool is_pyramid = integers(data, $efc_type)[row] == $PYRAMID;
                combine_friction(model, data, user, contact, is_pyramid, row);
                limit(model, data, user, contact, is_pyramid, row, is_load_known);
                bounce(model, data, user, contact, is_pyramid, row);
                if (user[$is_coulomb] != 0.0) take_off_sliding(data, user, contact, is_pyramid, row);
            }
        }
    };
    return (long long)&Callback::change;
""").substitute(
    {word: place for place, word in enumerate(_WORDS)}
    | {column: place for place, column in enumerate(COLUMNS)}
    | {"columns": len(COLUMNS), "MARK": repr(MARK), "CAP": repr(CAP)}
    | {"SCALE": repr(BOUNCE_SCALE), "HARDER": repr(HARDER)}
    | {"MIN": repr(float(MIN)), "MULTIPLY": repr(float(MULTIPLY)), "MAX": repr(float(MAX))}
    | {"LEAST": repr(LEAST_FRICTION["elliptic"]), "LEAST_OF_PYRAMIDS": repr(LEAST_FRICTION["pyramidal"])}
    | {"PYRAMID": int(mujoco.mjtConstraint.mjCNSTR_CONTACT_PYRAMIDAL)}
)


@wp.func_native(_CHANGE)
def change_of(words: wp.int64) -> wp.int64:
    """Compile the function for MuJoCo, which reads what it is told from an address; gives its own."""
    ...


@wp.kernel(enable_backward=False)
def make_change(words: wp.int64, function: wp.array(dtype=wp.int64)):
    """Give the address of the function for MuJoCo, which reads what it has to know from another address."""
    function[0] = change_of(words)


def change_contact_targets(native: mujoco.MjModel, may_bounce: bool = False) -> None:
    """Have MuJoCo change what a model's contacts ask for, where the model says so.

    Args:
        native: The model.
        may_bounce: Whether worlds may have surfaces that bounce, where those of the model do not.
    """
    if not (are_changed(native) or may_bounce):
        return
    function = _function()
    if function is None:
        return
    present = mujoco.get_mjcb_control()
    if present is None:
        mujoco.set_mjcb_control(function)
    elif present is not function:
        _LOGGER.warning("MuJoCo's mjcb_control is the program's own: %s.", _WITHOUT)


_WITHOUT = (
    "max_depenetration_velocity and restitution have no effect, of two surfaces the larger friction counts, and it is "
    "MuJoCo's convex one, with which bodies hop that slide"
)

_KEPT: list[object] = []
"""What the function reads, and its code, which stay where they are."""


@cache
def _function() -> object | None:
    try:
        places = _places()
        words = np.array([places[name] for name in _WORDS], dtype=np.int64)
        addresses = wp.zeros(1, dtype=wp.int64, device="cpu")
        wp.launch(make_change, dim=1, inputs=[words.ctypes.data], outputs=[addresses], device="cpu")
        _KEPT.extend((words, entry_of(make_change)))
        return ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(int(addresses.numpy()[0]))
    except (AttributeError, OSError, ValueError) as error:
        _LOGGER.warning("With this version of MuJoCo, %s: %s", _WITHOUT, error)
        return None


def _places() -> dict[str, int]:
    """Where MuJoCo's structures have what the function reads [bytes]."""
    model, data = _resting("sparse")
    places = {name: place_of(model, name) for name in _OF_MODEL}
    places |= {name: place_of(data, name) for name in (*_ROWS, *_SPARSE)}
    places |= {name: place_of(_resting("sparse", boxes=2)[1], name) for name in _OF_ISLANDS}
    places |= {name: place_of(_resting("dense", solver="PGS")[1], name) for name in _DUAL}
    places |= place_of_contacts(data, _OF_CONTACT) | {name: engine_function(name) for name in _FUNCTIONS}
    examples = [_resting("dense", boxes) for boxes in (1, 2, 5)]
    model, data = examples[-1]
    data.qpos[2] = 1.0  # so that fewer contacts are left than there were at most, which MuJoCo keeps, too
    mujoco.mj_forward(model, data)
    return places | {"count": place_of_number([data for _, data in examples], "ncon")}


def _resting(jacobian: str, boxes: int = 1, solver: str = "Newton") -> tuple[mujoco.MjModel, mujoco.MjData]:
    """Boxes on a plane."""
    body = '<body pos="{} 0 0.09"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>'
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><size nuser_geom="1"/><option jacobian="{jacobian}" solver="{solver}"/><worldbody>'
        '<geom type="plane" size="0 0 1" user="1"/>'
        f"{''.join(body.format(number) for number in range(boxes))}</worldbody></mujoco>"
    )
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data
