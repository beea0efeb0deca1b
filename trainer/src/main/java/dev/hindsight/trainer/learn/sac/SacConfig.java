package dev.hindsight.trainer.learn.sac;

import dev.hindsight.trainer.credit.Discounting.EndRule;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Flag;
import dev.hindsight.trainer.env.Setting.Real;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.Collector;
import java.util.List;
import java.util.Locale;

/// The settings of learning.
///
/// @param updates U, updates of a run
/// @param rates learning rates
/// @param gamma discount factor, for agents without one of their own
/// @param tau fraction by which target critics follow per step
/// @param critics 2, or 1 to do without the second
/// @param initialAlpha initial temperature
/// @param targetEntropy H*, nats
/// @param steps n, rewards that are summed before the critic's value
/// @param batch N, steps per batch
/// @param learningStarts steps to collect before learning begins
/// @param intensity learned steps per simulated step
/// @param capacity of the replay buffer, in steps
/// @param gradientNorm longest gradient that is not clipped; infinite for no limit
/// @param rewardClip rewards are clamped to this and its negative
/// @param trialEnds effect of the end of a trial on the value that follows
record SacConfig(
    long updates,
    Rates rates,
    double gamma,
    double tau,
    int critics,
    double initialAlpha,
    double targetEntropy,
    int steps,
    int batch,
    int learningStarts,
    double intensity,
    int capacity,
    double gradientNorm,
    double rewardClip,
    EndRule trialEnds,
    Adam.Betas adam) {
  private static final String AUTO = "auto";

  /// The knobs, with RLlib's names and defaults.
  static final List<Setting> SETTINGS =
      List.of(
          new Choice(
              "policy",
              "mlp",
              List.of("mlp"),
              "no memory: training uses single steps, without what came before them"),
          new Whole("input_size", 64, 4, 4096, "numbers", "width of each of drive's encoders"),
          new Whole("hidden_size", 256, 4, 4096, "numbers", "width of every layer"),
          new Whole("num_envs", 8, 1, 100_000, "environments", "environments side by side"),
          new Whole(
              "rollout_fragment_length",
              64,
              1,
              100_000,
              "ticks",
              "ticks an update simulates in each environment before it learns"),
          new Whole(
              "resample_frequency",
              960,
              1,
              10_000_000,
              "ticks",
              "ticks until environments are replaced"),
          new Whole("updates", 100, 1, 10_000_000, "updates", "updates a run has"),
          real("actor_lr", 3e-5, 0, 1, "step size of the policy"),
          real("critic_lr", 3e-4, 0, 1, "step size of the critics"),
          real("alpha_lr", 3e-4, 0, 1, "step size of the temperature"),
          real("gamma", 0.99, 0, 1, "discount factor per tick"),
          real("tau", 5e-3, 0, 1, "share by which the target critics follow per step"),
          new Flag("twin_q", true, "two critics; the lower estimate counts"),
          real("initial_alpha", 1, 1e-9, 1e6, "temperature to begin with"),
          new Choice(
              "target_entropy",
              AUTO,
              List.of(AUTO, "share"),
              "entropy the temperature aims at: minus 1, as RLlib has it, which no choice among"
                  + " actions falls to; or a share of the largest there is"),
          real("target_entropy_share", 0.98, 0, 1, "that share"),
          new Whole("n_step", 1, 1, 1000, "ticks", "rewards summed before a critic is used"),
          new Choice(
              "trial_ends",
              "across",
              List.of("across", "boot", "cut"),
              "what the end of a trial does: nothing, stop adding up, or stop all that comes later"),
          new Whole(
              "train_batch_size_per_learner",
              256,
              1,
              1_000_000,
              "steps",
              "remembered steps that a step of the optimiser learns from"),
          real("training_intensity", 256, 0, 1e6, "remembered steps used for each new step"),
          new Whole(
              "num_steps_sampled_before_learning_starts",
              1500,
              1,
              100_000_000,
              "steps",
              "steps that are remembered before learning begins"),
          new Whole(
              "capacity", 100_000, 1, 100_000_000, "steps", "maximum number of remembered steps"),
          real("grad_clip", 0, 0, 1e6, "largest gradient norm kept unscaled; 0: any"),
          real("reward_clip", 1e6, 0, 1e9, "rewards are clamped to this and its negative"));

  /// Adam's standard values.
  private static final Adam.Betas BETAS = new Adam.Betas(0.9, 0.999, 1e-8);

  /// Reads the knobs.
  ///
  /// @param actions n, number of actions
  static SacConfig of(SettingValues values, int actions) {
    double clip = values.real("grad_clip");
    return new SacConfig(
        values.whole("updates"),
        new SacConfig.Rates(
            values.real("actor_lr"), values.real("critic_lr"), values.real("alpha_lr")),
        values.real("gamma"),
        values.real("tau"),
        values.flag("twin_q") ? 2 : 1,
        values.real("initial_alpha"),
        values.choice("target_entropy").equals(AUTO)
            ? -1
            : values.real("target_entropy_share") * Math.log(actions),
        values.whole("n_step"),
        values.whole("train_batch_size_per_learner"),
        values.whole("num_steps_sampled_before_learning_starts"),
        values.real("training_intensity"),
        values.whole("capacity"),
        clip > 0 ? clip : Double.POSITIVE_INFINITY,
        values.real("reward_clip"),
        EndRule.valueOf(values.choice("trial_ends").toUpperCase(Locale.ROOT)),
        BETAS);
  }

  private static Setting real(String name, double fallback, double min, double max, String doc) {
    return new Real(name, fallback, min, max, "1", doc);
  }

  /// The learning rates of Adam.
  record Rates(double actor, double critic, double alpha) {
    /// All rates scaled by a factor.
    Rates times(double factor) {
      return new Rates(actor * factor, critic * factor, alpha * factor);
    }
  }

  /// The settings for the collector.
  Collector.Rules collecting() {
    return new Collector.Rules(rewardClip, gamma, 1);
  }

  /// Number of optimiser steps for a number of simulated steps.
  int learningSteps(long lived) {
    return (int) Math.max(1, Math.round(lived * intensity / batch));
  }
}
