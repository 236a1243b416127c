"""Run the tests of Isaac Sim's extension of motion generation, which its open repository has under Apache-2.0.

.. code-block:: console

    $ python tools/isaacsim_motion_tests.py ~/IsaacSim/source/extensions/isaacsim.robot_motion.motion_generation
    $ python tools/isaacsim_motion_tests.py FOLDER -k rmpflow_rizon4

Of the folder are read its tests, its configurations and their URDFs. The USD files of the robots are no part of the
repository: they are made here from the URDFs, without shapes; links without a mass get one. Nothing of it is kept.
Tests run as they are, each file in a process of its own.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

import defusedxml.ElementTree
from pxr import Usd

from pippin.sim.converters import UrdfConverterCfg, convert_urdf

TESTS = "isaacsim/robot_motion/motion_generation/tests"

ROBOTS = {
    "Denso/CobottaPro1300/cobotta_pro_1300.usd": "Denso/cobotta_pro_1300/cobotta_pro_1300_gripper_frame.urdf",
    "Denso/CobottaPro900/cobotta_pro_900.usd": "Denso/cobotta_pro_900/cobotta_pro_900_gripper_frame.urdf",
    "Fanuc/CRX10IAL/crx10ial.usd": "Fanuc/crx10ial/crx10ial.urdf",
    "Festo/FestoCobot/festo_cobot.usd": "Festo/Cobot/festo_cobot.urdf",
    "Flexiv/Rizon4/flexiv_rizon4.usd": "Flexiv/rizon4/flexiv_rizon4.urdf",
    "FrankaRobotics/FrankaFR3/fr3.usd": "FR3/fr3.urdf",
    "Kuka/KR210_L150/kr210_l150.usd": "Kuka/kr210/kr210.urdf",
    "Techman/TM12/tm12.usd": "Techman/tm12.urdf",
    "UniversalRobots/ur10/ur10.usd": "universal_robots/ur10/ur10_robot.urdf",
    **{
        f"UniversalRobots/{name}/{name}.usd": f"universal_robots/{name}/{name}.urdf"
        for name in ("ur3", "ur3e", "ur5", "ur5e", "ur10e", "ur16e")
    },
    **{
        f"Kawasaki/{name.upper()}/{name}_onrobot_rg2.usd": f"Kawasaki/{name}/{name}_onrobot_rg2.urdf"
        for name in ("rs007l", "rs007n", "rs013n", "rs025n", "rs080n")
    },
}
"""Files that the tests load, below the folder of robots, and the URDFs of the same robots.

The Panda is Pippin's own, since the URDF has frames that Isaac Sim's file lacks, at its fingers.
"""

MASS, INERTIA = 0.5, 0.005
"""Mass [kg] and moments of inertia [kg m^2] of links that have none."""

PLACEHOLDER, EFFORT = 1.0, "1000"
"""Largest effort limit that is none, as it does not move its arm (the Cobottas'), and what stands for it [N m]."""

NATURAL_FREQUENCY, DAMPING_RATIO = 400.0, 20.0
"""Of the robots' drives [rad/s], and what they are damped with as a multiple of the critical damping.

Policies see the velocities that come of their targets. With a damping of a tenth of the stiffness (1/s) these are what
was asked for within 5 %, however targets are held within a frame. Drives that are critically damped follow, too, since
position targets move with velocity targets.
"""


def main() -> int:
    """Make the robots, run the tests and print how many passed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder of the extension")
    parser.add_argument("--file", default="", help="part of the names of files")
    parser.add_argument("-k", dest="chosen", default="", help="which tests, as pytest takes it")
    parser.add_argument("--seconds", type=int, default=1800, help="time limit of each file")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    with tempfile.TemporaryDirectory() as assets:
        make_robots(folder / "motion_policy_configs", Path(assets, "Isaac/Robots"))
        os.environ |= {"PIPPIN_ASSETS_ROOT": assets, "PIPPIN_MOTION_GENERATION": str(folder)}
        files = [file for file in sorted((folder / TESTS).glob("test_*.py")) if arguments.file in file.name]
        counts = [run(file, arguments.chosen, arguments.seconds) for file in files]
    print(f"total: {sum(passed for passed, _ in counts)} of {sum(ran for _, ran in counts)} passed")
    return 0


def make_robots(urdfs: Path, folder: Path) -> None:
    """Make a USD file of each robot."""
    drives = UrdfConverterCfg.JointDriveCfg(
        gains=UrdfConverterCfg.JointDriveCfg.NaturalFrequencyGainsCfg(
            natural_frequency=NATURAL_FREQUENCY, damping_ratio=DAMPING_RATIO
        )
    )
    for usd, urdf in ROBOTS.items():
        target = folder / usd
        target.parent.mkdir(parents=True, exist_ok=True)
        bare = target.with_suffix(".urdf")
        bare.write_text(without_shapes((urdfs / urdf).read_text(encoding="utf-8")), encoding="utf-8")
        made = convert_urdf(
            bare, usd_dir=str(target.parent), fix_base=True, merge_fixed_joints=False, joint_drive=drives
        )
        Usd.Stage.Open(made).Export(str(target))


def without_shapes(urdf: str) -> str:
    """A URDF whose links have no shapes, since the meshes are elsewhere, and a mass, and joints that can move it."""
    robot = defusedxml.ElementTree.fromstring(urdf)
    for limit in robot.iter("limit"):
        if float(limit.get("effort", "0")) <= PLACEHOLDER:
            limit.set("effort", EFFORT)
    for link in robot.iter("link"):
        for child in [child for child in link if child.tag in ("visual", "collision")]:
            link.remove(child)
        if link.find("inertial") is None:
            inertial = ET.SubElement(link, "inertial")
            ET.SubElement(inertial, "mass", value=str(MASS))
            moments = dict.fromkeys(("ixx", "iyy", "izz"), str(INERTIA)) | dict.fromkeys(("ixy", "ixz", "iyz"), "0")
            ET.SubElement(inertial, "inertia", moments)
    return ET.tostring(robot, encoding="unicode")


def run(file: Path, chosen: str, seconds: int) -> tuple[int, int]:
    """Run a file of tests in a process of its own, print how each ended, and give how many passed, and how many ran."""
    options = ["-p", "no:cacheprovider", "--import-mode=importlib", "-c", os.devnull, "--rootdir", str(file.parent)]
    command = [sys.executable, "-m", "pippin_isaac.run", "-m", "pytest", *options, "-q", "-rA", "--tb=short"]
    command += ["--durations=0"]
    command += [str(file), *(["-k", chosen] if chosen else [])]
    try:
        done = subprocess.run(command, timeout=seconds, text=True, capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        print(f"FAILED {file.name}: no end within {seconds} s", flush=True)
        return 0, 0
    print(done.stdout[done.stdout.find("= FAILURES =") :] if "= FAILURES =" in done.stdout else "", end="")
    for line in re.findall(r"^[0-9.]+s call .*", done.stdout, re.M):
        print(line.rpartition("::")[0].split()[0], line.rpartition("::")[2], flush=True)
    ends = re.findall(r"^(PASSED|FAILED|ERROR) (\S+)", done.stdout, re.M)
    for end, name in ends:
        print(end, name.rpartition("::")[2], flush=True)
    if not ends:
        print(done.stdout[-2000:], done.stderr[-2000:], flush=True)
    return sum(end == "PASSED" for end, _ in ends), len(ends)


if __name__ == "__main__":
    sys.exit(main())
