"""Robot simulation and motion generation for people who teach robots.

Packages are imported by name, ``from pippin.sim import SimulationContext``:

- :mod:`pippin.sim`, the stage, the simulation and what is put on it; :mod:`pippin.robots`, ready configs of robots
- :mod:`pippin.assets`, robots and objects in all environments; :mod:`pippin.scene`, many environments;
  :mod:`pippin.sensors`; :mod:`pippin.actuators` and :mod:`pippin.controllers`
- :mod:`pippin.envs`, what an agent observes, does and is rewarded for; :mod:`pippin.tasks`, ready ones;
  :mod:`pippin.learning`, training
- :mod:`pippin.motion`, kinematics, planning and control without a simulation; :mod:`pippin.objects`, single robots
  in NumPy
- :mod:`pippin.gym`, Isaac Gym's calls; :mod:`pippin.viewers`, pictures, video and a page in the browser;
  :mod:`pippin.cluster`, many machines
- :mod:`pippin.physics`, the engines, :mod:`pippin.quantities` and :mod:`pippin.utils`, below all of these

Quantities are in SI units, quaternions (x, y, z, w), arrays have environments as their first dimension. The command
``pippin`` shows robots, trains and says what is wrong: ``pippin --help``.
"""

from __future__ import annotations

import os

# How PyTorch's threads wait for each other: asleep. It reads this when it is loaded, which packages of Pippin do. By
# default they spin, which takes the cores from the threads that simulate and from other programs: on two cores with a
# load of 8 an iteration of a public training (robot_lab's A1, 64 environments) took 16 to 26 s, asleep 2.2 s.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def __getattr__(name: str) -> str:
    if name != "__version__":
        raise AttributeError(
            f"module 'pippin' has no attribute '{name}'; there is '__version__', and packages such as "
            "pippin.sim are imported by name"
        )
    from importlib.metadata import version  # which the distribution alone knows

    return version("pippin")
