"""Runs of the command ``isaaclab``: which of them a checkpoint is taken from, here and at Weights & Biases."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import gymnasium
import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import isaaclab_rl.entrypoints.common as common
import isaaclab_rl.utils.wandb as wandb_utils
from isaaclab_rl.utils import pretrained_checkpoint as published

import omni.client
from isaaclab_newton.physics import MJWarpSolverCfg, NewtonCfg
from isaaclab_newton.renderers import NewtonWarpRendererCfg
from isaaclab_physx.physics import PhysxCfg
from isaaclab_physx.renderers import IsaacRtxRendererCfg
from omni.client._omniclient import CopyBehavior, Result
from pippin.tasks.utils import preset

RSL_RL = {"library": "rsl_rl", "task": "Isaac-Ant", "checkpoint_pattern": r"model_\d+\.pt"}


def add_run(folder: Path, name: str, day: int, *files: str, library: str = "rsl_rl", task: str = "Isaac-Ant") -> Path:
    """Add a run of a day of January."""
    run = folder / name
    common.write_run_manifest(str(run), library=library, task=task, metadata={"agent": "first"})
    manifest = json.loads((run / common.RUN_MANIFEST_FILENAME).read_text())
    manifest["created_at"] = f"2026-01-{day:02}T00:00:00+00:00"
    (run / common.RUN_MANIFEST_FILENAME).write_text(json.dumps(manifest))
    for file in files:
        (run / file).parent.mkdir(parents=True, exist_ok=True)
        (run / file).touch()
    return run


def test_the_newest_run_of_the_task_and_library_counts(tmp_path: Path) -> None:
    add_run(tmp_path, "z", 1, "model_50.pt")
    newest = add_run(tmp_path, "a", 2, "model_9.pt", "model_10.pt", "notes.txt", task="my_tasks:Isaac-Ant")
    add_run(tmp_path, "b", 3, "model_1.pt", library="skrl")
    add_run(tmp_path, "c", 4, "model_1.pt", task="Isaac-Humanoid")
    add_run(tmp_path, "d", 5)
    found = common.resolve_checkpoint_selector(str(tmp_path), "latest", **RSL_RL)
    assert found == str(newest / "model_10.pt")


def test_the_best_is_preferred_where_there_is_one(tmp_path: Path) -> None:
    run = add_run(tmp_path, "a", 1, "model_10.pt", "best/model.pt")
    best = RSL_RL | {"preferred_checkpoint_pattern": r"model\.pt"}
    assert common.resolve_checkpoint_selector(str(tmp_path), "best", **best) == str(run / "model_10.pt")
    assert common.resolve_checkpoint_selector(str(tmp_path), "best", **best, recursive=True) == str(
        run / "best" / "model.pt"
    )


def test_metadata_tell_runs_apart(tmp_path: Path) -> None:
    run = add_run(tmp_path, "a", 1, "model_1.pt")
    found = common.resolve_checkpoint_selector(str(tmp_path), "latest", **RSL_RL, metadata={"agent": "first"})
    assert found == str(run / "model_1.pt")
    with pytest.raises(ValueError, match="No run in .* is of the task 'Isaac-Ant' by rsl_rl"):
        common.resolve_checkpoint_selector(str(tmp_path), "latest", **RSL_RL, metadata={"agent": "second"})


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 1}', '{"version": 1, "created_at": 3}'])
def test_torn_manifests_are_passed_over(tmp_path: Path, text: str) -> None:
    run = add_run(tmp_path, "a", 1, "model_1.pt")
    add_run(tmp_path, "b", 2, "model_2.pt")
    (tmp_path / "b" / common.RUN_MANIFEST_FILENAME).write_text(text)
    assert common.resolve_checkpoint_selector(str(tmp_path), "latest", **RSL_RL) == str(run / "model_1.pt")


def test_another_selector_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Unknown checkpoint selector 'first'; expected one of: best, latest"):
        common.resolve_checkpoint_selector(str(tmp_path), "first", **RSL_RL)


@pytest.fixture
def wandb(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A server with a run that has three files."""

    def download(name: str, root: str) -> None:
        Path(root, name).write_text(name)

    names = ("model_9.pt", "model_10.pt", "config.yaml")
    files = [
        SimpleNamespace(name=name, download=lambda root, replace, name=name: download(name, root)) for name in names
    ]
    runs = {"lab/ants/run1": SimpleNamespace(files=lambda: files), "lab/ants/run2": SimpleNamespace(files=lambda: [])}
    server = SimpleNamespace(
        Api=lambda: SimpleNamespace(run=runs.__getitem__), util=SimpleNamespace(generate_id=lambda: "new")
    )
    monkeypatch.setitem(sys.modules, "wandb", server)
    monkeypatch.delenv("WANDB_ENTITY", raising=False)
    monkeypatch.delenv("WANDB_USERNAME", raising=False)
    return server


@pytest.mark.parametrize(
    ("reference", "iteration"),
    [
        ("wandb:lab/ants/run1", 10),
        ("https://wandb.ai/lab/ants/runs/run1", 10),
        ("https://wandb.ai/lab/ants/runs/run1?checkpoint=9", 9),
    ],
)
def test_checkpoints_are_fetched(wandb: object, tmp_path: Path, reference: str, iteration: int) -> None:
    assert wandb_utils.is_wandb_checkpoint(reference)
    path = wandb_utils.resolve_wandb_checkpoint(reference, download_dir=str(tmp_path))
    assert path == str(tmp_path / "ants" / "run1" / f"model_{iteration}.pt")
    assert Path(path).read_text() == f"model_{iteration}.pt"


@pytest.mark.parametrize("path", [None, "latest", "logs/wandb:run/model_1.pt", "https://wandb.ai/lab/ants"])
def test_other_names_are_not_of_runs(path: str | None) -> None:
    assert not wandb_utils.is_wandb_checkpoint(path)


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("wandb:lab/ants/run2", "No model checkpoints found in wandb run 'lab/ants/run2'"),
        ("wandb:lab/ants/run1?checkpoint=7", r"no iteration 7; there are: \[9, 10\]"),
        ("model_1.pt", "not a recognized Weights & Biases checkpoint reference"),
    ],
)
def test_what_is_not_there_is_said(wandb: object, tmp_path: Path, reference: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        wandb_utils.resolve_wandb_checkpoint(reference, download_dir=str(tmp_path))


def test_the_environment_says_who_owns_runs(wandb: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="A wandb entity is required"):
        wandb_utils.get_model_checkpoint("run1", "ants")
    monkeypatch.setenv("WANDB_USERNAME", "lab")
    assert wandb_utils.get_model_checkpoint("run1", "ants", download_dir=str(tmp_path)).endswith("model_10.pt")
    monkeypatch.setenv("WANDB_ENTITY", "others")
    assert wandb_utils.resolve_wandb_entity() == "others"


def test_a_new_run_gets_a_name_and_keeps_it(
    wandb: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WANDB_RUN_ID", "mine")
    wandb_utils.announce_new_run("ants", "lab")
    monkeypatch.delenv("WANDB_RUN_ID")
    wandb_utils.announce_new_run("ants")
    assert os.environ["WANDB_RUN_ID"] == "new"
    monkeypatch.delenv("WANDB_RUN_ID")
    printed = capsys.readouterr().out
    assert "wandb:lab/ants/mine" in printed and "wandb:<entity>/ants/new" in printed


def test_without_the_package_the_way_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(ImportError, match="pip install wandb"):
        wandb_utils.get_model_checkpoint("run1", "ants", wandb_entity="lab")


NEWTON = SimpleNamespace(physics=NewtonCfg(solver_cfg=MJWarpSolverCfg()))


def test_files_of_published_policies_are_called_as_in_the_release() -> None:
    name = published.get_pretrained_checkpoint_filename
    assert name("sb3", "Isaac-Ant") == "checkpoint.zip"
    assert name("rsl_rl", "Isaac-Ant", "physx", "none") == "Isaac-Ant_physx_none_rsl_rl.pt"
    assert name("skrl", "Isaac-Ant", "physx", "rtx", preset_names=["rgb", "depth"]) == (
        "Isaac-Ant_depth_rgb_physx_rtx_skrl.pt"
    )


@pytest.mark.parametrize(
    ("arguments", "presets", "message"),
    [
        (("rlinf", "Isaac-Ant"), (), "Unsupported workflow: 'rlinf'; expected one of: rl_games, rsl_rl, sb3, skrl"),
        (("skrl", "Isaac-Ant", "physx"), (), "must be provided together"),
        (("skrl", "Isaac-Ant", "physx", "vulkan"), (), "Unsupported backends: 'physx' and 'vulkan'"),
        (("skrl", "Isaac-Ant"), ("depth",), "with physics_backend and render_backend alone"),
        (("skrl", "Isaac-Ant", "physx", "rtx"), ("../depth",), "Invalid checkpoint preset names"),
    ],
)
def test_names_that_no_file_has_are_refused(arguments: tuple[str, ...], presets: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        published.get_pretrained_checkpoint_filename(*arguments, preset_names=presets)


@pytest.mark.parametrize(
    ("cfg", "names"),
    [
        (SimpleNamespace(sim=NEWTON), ("newtonmjwarp", "none")),
        (SimpleNamespace(sim=SimpleNamespace(physics=PhysxCfg())), ("physx", "none")),
        ({"camera": [NewtonWarpRendererCfg()]}, ("physx", "newton")),
        ({"camera": IsaacRtxRendererCfg()}, ("physx", "rtx")),
    ],
)
def test_a_config_tells_its_engine_and_what_draws(cfg: object, names: tuple[str, str]) -> None:
    assert published.get_pretrained_checkpoint_backend_names(cfg) == names


def test_cameras_that_differ_have_no_one_policy() -> None:
    with pytest.raises(ValueError, match=r"Multiple renderer backends are active: \['newton', 'rtx'\]"):
        published.get_pretrained_checkpoint_backend_names([NewtonWarpRendererCfg(), IsaacRtxRendererCfg()])


def test_published_policies_are_looked_for_on_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    find = published.get_published_pretrained_checkpoint
    with caplog.at_level("WARNING", logger="pippin"):
        assert find("rsl_rl", "Isaac-Ant") is None
    assert "'Isaac/IsaacLab/PretrainedCheckpoints/rsl_rl/Isaac-Ant/checkpoint.pt'" in caplog.text
    fetched = Path(".pretrained_checkpoints", "rsl_rl", "Isaac-Ant", "checkpoint.pt")
    fetched.parent.mkdir(parents=True)
    fetched.touch()
    assert find("rsl_rl", "Isaac-Ant") == str(fetched)
    copy = tmp_path / "Isaac/IsaacLab/PretrainedCheckpoints/skrl/Isaac-Ant_newtonmjwarp_none_skrl.pt"
    copy.parent.mkdir(parents=True)
    copy.touch()
    monkeypatch.setenv("PIPPIN_ASSETS_ROOT", str(tmp_path))
    assert find("skrl", "Isaac-Ant", "newtonmjwarp", "none", preset_names=()) == str(copy)
    assert published.get_log_root_path("skrl", "Isaac-Ant") == str(tmp_path / "logs" / "skrl" / "Isaac-Ant")


FILES = {
    "rl_games": ("nn/Isaac-Ant.pth", "nn/last_Isaac-Ant_ep_9.pth"),
    "rsl_rl": ("model_9.pt", "model_0.pt"),
    "sb3": ("model.zip", "model_9_steps.zip"),
    "skrl": ("checkpoints/best_agent.pt", "checkpoints/agent_9.pt"),
}
"""Policy that is published, and another one, by learning library: as Isaac Lab 2.3.2 takes them from runs."""


@pytest.mark.parametrize("library", FILES)
def test_the_policy_of_the_last_run_is_what_is_published(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script that publishes policies, as Isaac Lab's own, finds the run, its review and the place for the copy."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PIPPIN_ASSETS_ROOT", raising=False)
    monkeypatch.delenv("ISAACSIM_ASSET_ROOT", raising=False)
    job = library, "Isaac-Ant"
    assert not published.has_pretrained_checkpoints_asset_root_dir()
    assert not published.has_pretrained_checkpoint_job_run(*job)
    assert published.get_pretrained_checkpoint_path(*job) is None
    assert published.get_pretrained_checkpoint_review_path(*job) is None
    runs = [Path(published.get_log_root_path(*job), name) for name in ("second", "first")]
    for age, run in enumerate(runs):
        run.mkdir(parents=True)
        os.utime(run, (1e9 - age, 1e9 - age))
    assert published.has_pretrained_checkpoint_job_run(*job)
    assert published.get_latest_job_run_path(*job) == str(runs[0])
    assert not published.has_pretrained_checkpoint_job_finished(*job)
    assert published.get_pretrained_checkpoint_review(*job) is None
    for age, name in enumerate(FILES[library]):
        (runs[0] / name).parent.mkdir(exist_ok=True)
        (runs[0] / name).write_text(name)
        os.utime(runs[0] / name, (1e9 - age, 1e9 - age))
    (runs[0] / "pretrained_checkpoint_review.json").write_text('{"reviewed": true}')
    assert published.has_pretrained_checkpoint_job_finished(*job)
    assert published.get_pretrained_checkpoint_path(*job) == str(runs[0] / FILES[library][0])
    assert published.get_pretrained_checkpoint_review(*job) == {"reviewed": True}
    monkeypatch.setenv("PIPPIN_ASSETS_ROOT", str(tmp_path / "assets"))
    assert published.has_pretrained_checkpoints_asset_root_dir()
    place = published.get_pretrained_checkpoint_publish_path(*job)
    assert omni.client.copy_file(str(runs[0] / FILES[library][0]), place, CopyBehavior.OVERWRITE) is Result.OK
    assert Path(published.get_published_pretrained_checkpoint(*job) or "").read_text() == FILES[library][0]


def test_presets_that_make_a_policy_another_one_are_in_its_name() -> None:
    def cfg() -> dict[str, object]:
        engines = preset(default=PhysxCfg(), newton=NewtonCfg())
        return {"camera": preset(default="rgb", rgb="rgb", depth="depth"), "physics": engines}

    gymnasium.register("Isaac-Presets-Of-Policies-v0", "none:Env", kwargs={"env_cfg_entry_point": cfg})
    try:
        for chosen, names in (("depth", ("depth",)), ("rgb", ()), ("newton,depth", ("depth",))):
            found = published.get_pretrained_checkpoint_preset_names(
                "Isaac-Presets-Of-Policies-v0", [f"presets={chosen}", "env.decimation=2", "physics=newton"]
            )
            assert found == names, "the default by another name and an engine are not"
    finally:
        del gymnasium.registry["Isaac-Presets-Of-Policies-v0"]
