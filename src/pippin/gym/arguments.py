"""The command line that programs for Isaac Gym have in common."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from .devices import parse_device_str
from .types import SimType

logger = logging.getLogger("pippin")


def parse_arguments(
    description: str = "Isaac Gym Example",
    headless: bool = False,
    no_graphics: bool = False,
    custom_parameters: Sequence[Mapping[str, Any]] = (),
) -> argparse.Namespace:
    """Read the command line.

    Args:
        description: What ``--help`` says first.
        headless: Whether there is a flag ``--headless``.
        no_graphics: Whether there is a flag ``--nographics``. Given, it means ``--headless`` too.
        custom_parameters: Further parameters, each a dict with "name" and "type" or "action". What else it has
            ("help", "default", "choices", ...) goes to :meth:`argparse.ArgumentParser.add_argument`.

    Returns:
        The values, and what follows from them: ``sim_device_type`` ("cpu" or "cuda"), ``compute_device_id``,
        ``use_gpu``, ``use_gpu_pipeline`` and ``physics_engine``. On a machine without a GPU they say that all is on the
        CPU, whatever was asked for, and a warning tells of it.
    """
    parser = argparse.ArgumentParser(description=description)
    if headless:
        parser.add_argument("--headless", action="store_true", help="open no viewer")
    if no_graphics:
        parser.add_argument("--nographics", action="store_true", help="draw nothing: no viewer, no camera images")
    _add_common_parameters(parser)
    for parameter in custom_parameters:
        _add_custom_parameter(parser, parameter)
    args = parser.parse_args()
    _resolve_devices(parser, args)
    args.physics_engine = SimType.SIM_FLEX if args.flex else SimType.SIM_PHYSX
    if no_graphics and args.nographics:
        args.headless = True
    if args.slices is None:
        args.slices = args.subscenes
    return args


def _add_common_parameters(parser: argparse.ArgumentParser) -> None:
    """Parameters that every program has."""
    parser.add_argument("--sim_device", default="cuda:0", help="device that simulates: cpu, cuda or cuda:N")
    parser.add_argument("--pipeline", default="gpu", help="where the tensors are: cpu or gpu")
    parser.add_argument("--graphics_device_id", type=int, default=0, help="index of the GPU that draws")
    engines = parser.add_mutually_exclusive_group()
    engines.add_argument("--flex", action="store_true", help="simulate with Flex, which Pippin does not have")
    engines.add_argument("--physx", action="store_true", help="simulate what was written for PhysX (default)")
    parser.add_argument("--num_threads", type=int, default=0, help="threads of the CPU that simulate")
    parser.add_argument("--subscenes", type=int, default=0, help="parts of the scene that threads simulate")
    parser.add_argument("--slices", type=int, help="threads that process environments (default: as --subscenes)")


_OPTIONS = ("type", "action", "default", "help", "choices", "nargs", "const", "required", "dest", "metavar")
"""What of a custom parameter argparse is given."""


def _add_custom_parameter(parser: argparse.ArgumentParser, parameter: Mapping[str, Any]) -> None:
    """One parameter of the program's own."""
    if "name" not in parameter or not ("type" in parameter or "action" in parameter):
        logger.warning("A custom parameter needs 'name' and 'type' or 'action'; %s is left out.", dict(parameter))
        return
    options = {key: value for key, value in parameter.items() if key in _OPTIONS}  # Isaac Gym passes over others, too
    if "type" in options:
        options.pop("action", None)
    if "const" in options and "action" not in options:
        options.setdefault("nargs", "?")  # without which argparse takes no value for the bare name
    parser.add_argument(parameter["name"], **options)


def _resolve_devices(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """Set what follows from ``--sim_device`` and ``--pipeline``."""
    pipeline = args.pipeline.lower()
    if pipeline not in ("cpu", "gpu", "cuda"):
        parser.error(f"argument --pipeline: there is no pipeline '{args.pipeline}', only cpu and gpu")
    try:
        args.sim_device_type, args.compute_device_id = parse_device_str(args.sim_device)
    except ValueError as error:
        parser.error(f"argument --sim_device: {error}")
    if args.sim_device_type == "cuda" and not torch.cuda.is_available():
        logger.warning("There is no GPU here for --sim_device=%s: the simulation runs on the CPU.", args.sim_device)
        args.sim_device, args.sim_device_type, args.compute_device_id = "cpu", "cpu", 0
    args.use_gpu = args.sim_device_type == "cuda"
    args.use_gpu_pipeline = args.use_gpu and pipeline != "cpu"
    if not args.use_gpu_pipeline:
        args.pipeline = "cpu"
