"""What the kernels share that change the rows of contacts before they are solved, on MuJoCo Warp."""

# No postponed annotations here: Warp evaluates those of a kernel.

import mujoco_warp as mjw
import warp as wp

from ..contact_targets import MAX, MIN, MULTIPLY

_MIN, _MULTIPLY, _MAX = wp.constant(MIN), wp.constant(MULTIPLY), wp.constant(MAX)

_PUSHES = wp.constant(1)  # flag of contacts that push, beside those that sensors alone look for


@wp.func
def is_left_alone(kind: int, distance: float, margin: float) -> bool:
    """Whether a contact does not push, or is too far to: what rows it has is left from another step."""
    return kind & _PUSHES == 0 or distance >= margin


@wp.func
def combined(one: float, two: float, mode: int) -> float:
    """Combine what two surfaces have by the number of a mode."""
    if mode == _MIN:
        return wp.min(one, two)
    if mode == _MULTIPLY:
        return one * two
    if mode == _MAX:
        return wp.max(one, two)
    return 0.5 * (one + two)


@wp.func
def along_row(
    world: int,
    row: int,
    is_sparse: bool,
    row_sizes: wp.array2d(dtype=int),  # (W, R) or empty
    row_starts: wp.array2d(dtype=int),  # (W, R) or empty
    columns: wp.array3d(dtype=int),  # (W, 1, nonzeros) or empty
    jacobian: wp.array3d(dtype=float),  # (W, R, V) or (W, 1, nonzeros)
    acceleration: wp.array2d(dtype=float),  # (W, V)
) -> float:
    """Project the acceleration of a world onto a row of its Jacobian."""
    result = float(0.0)
    if is_sparse:
        start = row_starts[world, row]
        for entry in range(start, start + row_sizes[world, row]):
            result += jacobian[world, 0, entry] * acceleration[world, columns[world, 0, entry]]
    else:
        for dof in range(acceleration.shape[1]):
            result += jacobian[world, row, dof] * acceleration[world, dof]
    return result


def contacts_of(data: mjw.Data) -> list[wp.array]:
    """What these kernels take of contacts first: their number, and of each what :func:`is_left_alone` asks for.

    Args:
        data: Where the engine has them.
    """
    contacts = data.contact
    return [data.nacon, contacts.dist, contacts.includemargin, contacts.type]


def rows_of_contacts(data: mjw.Data, acceleration: wp.array) -> list[wp.array]:
    """What kernels that change rows of contacts take last: worlds and rows of contacts, speeds, Jacobians.

    Args:
        data: Where the engine has them.
        acceleration: What :func:`along_row` projects, shape (W, V).
    """
    contacts, rows = data.contact, data.efc
    jacobian = [rows.J_rownnz, rows.J_rowadr, rows.J_colind, rows.J]
    return [contacts.worldid, contacts.efc_address, rows.vel, *jacobian, acceleration]
