package dev.hindsight.trainer.learn.gate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.excavation.ExcavationWorld;
import dev.hindsight.trainer.run.session.GateCheck;
import java.util.List;
import java.util.function.UnaryOperator;

/// The list of gates of the training code.
public final class TrainingGates {
  private TrainingGates() {}

  /// All of them, in the order of the reference's list.
  public static List<GateCheck> all() {
    return List.of(
        new GateCheck(
            "training-accounting",
            wording("TrainingGates.training_accounting"),
            () -> AccountingGates.training(GateWorlds.ppo())),
        new GateCheck(
            "ppo-mask",
            wording("TrainingGates.ppo_mask"),
            () -> NetworkGates.mask(ActionMask::fill, UnaryOperator.identity())),
        new GateCheck(
            "model-policy",
            wording("TrainingGates.model_policy"),
            () -> NetworkGates.policy(UnaryOperator.identity())),
        new GateCheck(
            "reward-logging-accounting",
            wording("TrainingGates.reward_logging_accounting"),
            () -> AccountingGates.rewards(UnaryOperator.identity())),
        new GateCheck(
            "model-edge-no-mask",
            wording("TrainingGates.model_edge_no_mask"),
            () -> NetworkGates.edgeWithoutMask(UnaryOperator.identity())),
        new GateCheck(
            "model-critic-affordance-shapes",
            wording("TrainingGates.model_critic_affordance_shapes"),
            () -> NetworkGates.criticAffordances(UnaryOperator.identity(), NetworkGates::made)),
        new GateCheck(
            "checkpoint-config-restore",
            wording("TrainingGates.checkpoint_config_restore"),
            () -> CheckpointGate.restore(UnaryOperator.identity())),
        new GateCheck(
            "timeout-bootstrap-value",
            wording("TrainingGates.timeout_bootstrap_value"),
            () -> BootstrapGates.timeoutValue(UnaryOperator.identity())),
        new GateCheck(
            "initial-episode-progress-randomization",
            wording("TrainingGates.initial_episode_progress_randomization"),
            () -> EpisodeGates.staggered(UnaryOperator.identity())),
        new GateCheck(
            "gae-timeout-bootstrap",
            wording("TrainingGates.gae_timeout_bootstrap"),
            () -> BootstrapGates.advantages(BootstrapGates.advantage())),
        new GateCheck(
            "state-action-mask",
            wording("TrainingGates.state_action_mask"),
            () -> MaskGates.state(ExcavationWorld::observe)),
        new GateCheck(
            "state-step-dispatch",
            wording("TrainingGates.state_step_dispatch"),
            () -> MaskGates.dispatch(ExcavationWorld::step)),
        new GateCheck(
            "synthetic-env-action-mask",
            wording("TrainingGates.synthetic_env_action_mask"),
            () -> MaskGates.synthetic(UnaryOperator.identity())),
        new GateCheck(
            "env-action-mask",
            wording("TrainingGates.env_action_mask"),
            () -> MaskGates.environment(UnaryOperator.identity())),
        new GateCheck(
            "synthetic-step-fast-reset",
            wording("TrainingGates.synthetic_step_fast_reset"),
            () -> EpisodeGates.fastReset(UnaryOperator.identity())),
        new GateCheck(
            "synthetic-batch-step-fast-reset",
            wording("TrainingGates.synthetic_batch_step_fast_reset"),
            () -> EpisodeGates.batchFastReset(UnaryOperator.identity())),
        new GateCheck(
            "env-episode-progress",
            wording("TrainingGates.env_episode_progress"),
            () -> EpisodeGates.progress(UnaryOperator.identity())));
  }
}
