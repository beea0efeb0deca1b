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

/// Everything that was decided about learning.
///
/// @param updates U, updates a run has
/// @param rates how far steps go
/// @param gamma discount factor, where agents have none of their own
/// @param tau how far the slower critics follow at a step
/// @param critics 2, or 1 for who trusts it
/// @param initialAlpha temperature to begin with
/// @param targetEntropy H*, nats
/// @param steps n, rewards that are added up before a critic is asked
/// @param batch N, steps that are learned from together
/// @param learningStarts steps that are remembered before learning begins
/// @param intensity steps learned from for each that is lived through
/// @param capacity steps that are remembered
/// @param gradientNorm longest gradient taken as it is; infinite for no limit
/// @param rewardClip rewards are clamped to this and its negative
/// @param trialEnds what the end of a trial does to what comes after
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

  /// The knobs, named as RLlib's, with its defaults.
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

  /// Adam's own, as everybody has them.
  private static final Adam.Betas BETAS = new Adam.Betas(0.9, 0.999, 1e-8);

  /// What the knobs say.
  ///
  /// @param actions n, actions there are
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

  /// Of Adam.
  record Rates(double actor, double critic, double alpha) {
    /// All of them that much larger.
    Rates times(double factor) {
      return new Rates(actor * factor, critic * factor, alpha * factor);
    }
  }

  /// What acting is to know of it.
  Collector.Rules collecting() {
    return new Collector.Rules(rewardClip, gamma, 1);
  }

  /// Steps of the optimiser that so many steps lived through are worth.
  int learningSteps(long lived) {
    return (int) Math.max(1, Math.round(lived * intensity / batch));
  }
}
