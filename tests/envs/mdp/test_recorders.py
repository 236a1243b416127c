"""Recorders: which keys and rows they give."""

from __future__ import annotations

from types import SimpleNamespace

import torch

from pippin.envs import mdp


def test_states_are_those_of_the_scene(moved: SimpleNamespace) -> None:
    state = moved.scene.get_state(is_relative=True)
    key, states = mdp.PostStepStatesRecorder(mdp.PostStepStatesRecorderCfg(), moved).record_post_step()
    assert key == "states"
    torch.testing.assert_close(
        states["articulation"]["robot"]["joint_position"], moved.scene["robot"].data.joint_pos.torch
    )
    key, initial = mdp.InitialStateRecorder(mdp.InitialStateRecorderCfg(), moved).record_post_reset(
        torch.tensor([2, 0])
    )
    assert key == "initial_state"
    torch.testing.assert_close(
        initial["rigid_object"]["cube"]["root_pose"], state["rigid_object"]["cube"]["root_pose"][[2, 0]]
    )


def test_actions_and_observations(moved: SimpleNamespace) -> None:
    terms = {"arm": torch.randn(4, 3), "hand": torch.randn(4, 1)}
    actions = torch.randn(4, 4)
    moved.action_manager = SimpleNamespace(
        action=actions,
        active_terms=list(terms),
        get_term=lambda name: SimpleNamespace(processed_actions=terms[name]),
    )
    moved.obs_buf = {"policy": torch.randn(4, 7)}
    key, given = mdp.PreStepActionsRecorder(mdp.PreStepActionsRecorderCfg(), moved).record_pre_step()
    assert (key, given is actions) == ("actions", True)
    recorder = mdp.PreStepFlatPolicyObservationsRecorder(mdp.PreStepFlatPolicyObservationsRecorderCfg(), moved)
    assert recorder.record_pre_step() == ("obs", moved.obs_buf["policy"])
    recorder = mdp.PostStepProcessedActionsRecorder(mdp.PostStepProcessedActionsRecorderCfg(), moved)
    key, given = recorder.record_post_step()
    assert key == "processed_actions"
    torch.testing.assert_close(given, torch.cat([terms["arm"], terms["hand"]], dim=1))


def test_configs_name_their_classes() -> None:
    cfg = mdp.ActionStateRecorderManagerCfg()
    assert cfg.record_initial_state.class_type is mdp.InitialStateRecorder
    assert cfg.record_post_step_processed_actions.class_type is mdp.PostStepProcessedActionsRecorder
