package dev.hindsight.trainer.learn.ppo;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.advantage.Discounting;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Flag;
import dev.hindsight.trainer.env.Setting.Real;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.TimeoutSetting;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The settings of learning.
///
/// @param updates U, updates of a run
/// @param gamma discount factor, for agents without one of their own
/// @param epochs passes over the rows per update
/// @param minibatches optimiser steps per pass
/// @param ticksAtOnce the most ticks whose gradients are computed together; a step adds up several
///   such parts
/// @param threads that act and learn
/// @param clip largest distance of a ratio from 1 that still gives a gradient
/// @param valueCoefficient weight of the value loss
/// @param valueClip largest distance of a value from the old one that still gives a gradient;
///   infinite for no limit
/// @param gradientNorm longest gradient that is not clipped; infinite for no limit
/// @param rewardClip rewards are clamped to this and its negative
/// @param badUpdates consecutive updates with a non-finite output after which learning stops
record PpoConfig(
    long updates,
    Schedule learningRate,
    Schedule entropy,
    double gamma,
    Discounting discounting,
    int epochs,
    int minibatches,
    int ticksAtOnce,
    int threads,
    double clip,
    double valueCoefficient,
    double valueClip,
    double gradientNorm,
    double rewardClip,
    int badUpdates,
    Adam.Betas adam,
    Priority priority,
    Refresh refresh) {
  /// With 1, the mean or the variance would stay 0.
  private static final double MOST_DECAY = 0.999999;

  /// With 0, Adam would divide by 0 wherever there is no gradient.
  private static final double LEAST_EPSILON = 1e-30;

  /// The knobs, named as in the reference's configuration files if it has them.
  static final List<Setting> SETTINGS =
      List.of(
          new Whole(
              "updates", 150, 1, 10_000_000, "updates", wording("PpoConfig.updates_a_run_has")),
          real("learning_rate", 1e-3, 0, 1, wording("PpoConfig.step_size_at_the_first_update")),
          new Choice(
              "anneal",
              "linear",
              List.of("constant", "linear", "cosine"),
              wording("PpoConfig.how_the_rate_falls")),
          real("final_rate", 0.1, 0, 1, wording("PpoConfig.share_of_the_learning_rate_left")),
          length("anneal_updates", wording("PpoConfig.updates_over_which_the_rate_falls")),
          real("gamma", 0.97, 0, 1, wording("PpoConfig.discount_factor_per_tick")),
          real("gae_lambda", 0.95, 0, 1, wording("PpoConfig.weight_of_longer_looks_ahead")),
          new Choice(
              "trial_ends",
              "across",
              List.of("across", "boot", "cut"),
              wording("PpoConfig.what_the_end_of_a_trial")),
          TimeoutSetting.TIMEOUTS,
          new Flag(
              "stop_at_terminals", true, wording("PpoConfig.whether_an_episodes_end_stops_all")),
          new Flag("stop_at_removed", false, wording("PpoConfig.whether_entering_limbo_stops_all")),
          new Flag(
              "standardise_inputs", false, wording("PpoConfig.learn_as_if_every_observed_number")),
          new Whole(
              "update_epochs",
              4,
              1,
              100,
              "passes",
              wording("PpoConfig.passes_over_the_rows_an_update")),
          new Whole(
              "minibatches", 4, 1, 4096, "steps", wording("PpoConfig.steps_of_the_optimiser_in_a")),
          new Whole(
              "max_minibatch_size",
              2048,
              1,
              10_000_000,
              "ticks",
              wording("PpoConfig.most_ticks_whose_gradients_are_computed")),
          new Whole(
              "learner_threads",
              1,
              1,
              256,
              "threads",
              wording("PpoConfig.threads_that_act_and_learn")),
          real("clip_coef", 0.2, 0, 10, wording("PpoConfig.how_far_a_probability_ratio_may")),
          real("vf_coef", 0.5, 0, 100, wording("PpoConfig.weight_of_the_value_loss")),
          real("vf_clip_coef", 0, 0, 1000, wording("PpoConfig.how_far_a_value_may_be")),
          real(
              "max_grad_norm",
              0.5,
              0,
              1e6,
              wording("PpoConfig.largest_gradient_norm_kept_unscaled")),
          real("ent_coef", 0.01, 0, 10, wording("PpoConfig.weight_of_the_entropy_at_the")),
          real("final_ent_coef", 0.01, 0, 10, wording("PpoConfig.weight_of_the_entropy_at_the_2")),
          length("ent_anneal_updates", wording("PpoConfig.updates_over_which_the_weight_of")),
          real("reward_clip", 1, 0, 1e9, wording("PpoConfig.rewards_are_clamped_to_this_and")),
          new Whole(
              "bad_updates",
              1,
              1,
              1000,
              "updates",
              wording("PpoConfig.updates_in_a_row_with_outputs")),
          real("adam_beta1", 0.9, 0, MOST_DECAY, wording("PpoConfig.memory_of_adams_mean")),
          real("adam_beta2", 0.999, 0, MOST_DECAY, wording("PpoConfig.memory_of_adams_variance")),
          real("adam_eps", 1e-8, LEAST_EPSILON, 1, "Adam's epsilon"),
          real("vtrace_rho_clip", 1, 0, 100, wording("PpoConfig.most_that_a_ratio_weighs_an")),
          real("vtrace_c_clip", 1, 0, 100, wording("PpoConfig.most_that_a_ratio_lengthens_a")),
          real("prio_alpha", 0, 0, 2, wording("PpoConfig.how_much_likelier_rows_with_large")),
          real("prio_beta0", 1, 0, 1, wording("PpoConfig.how_much_of_that_the_loss")),
          new Choice(
              "advantages",
              "update",
              List.of("update", "minibatch"),
              wording("PpoConfig.computed_once_per_update_or_again")));

  /// The knobs that [Ppo#change] takes over: every use reads them anew.
  static final Set<String> LIVE =
      Set.of(
          "learning_rate",
          "final_rate",
          "gae_lambda",
          "update_epochs",
          "clip_coef",
          "vf_coef",
          "vf_clip_coef",
          "max_grad_norm",
          "ent_coef",
          "final_ent_coef");

  /// Reads the knobs.
  static PpoConfig of(SettingValues values) {
    long updates = values.whole("updates");
    double rate = values.real("learning_rate");
    double valueClip = values.real("vf_clip_coef");
    double gradientNorm = values.real("max_grad_norm");
    return new PpoConfig(
        updates,
        new Schedule(
            Schedule.Shape.named(values.choice("anneal")),
            rate,
            rate * values.real("final_rate"),
            length(values, "anneal_updates", updates)),
        new Schedule(
            Schedule.Shape.COSINE,
            values.real("ent_coef"),
            values.real("final_ent_coef"),
            length(values, "ent_anneal_updates", updates)),
        values.real("gamma"),
        discounting(values),
        values.whole("update_epochs"),
        values.whole("minibatches"),
        values.whole("max_minibatch_size"),
        values.whole("learner_threads"),
        values.real("clip_coef"),
        values.real("vf_coef"),
        valueClip > 0 ? valueClip : Double.POSITIVE_INFINITY,
        gradientNorm > 0 ? gradientNorm : Double.POSITIVE_INFINITY,
        values.real("reward_clip"),
        values.whole("bad_updates"),
        new Adam.Betas(
            values.real("adam_beta1"), values.real("adam_beta2"), values.real("adam_eps")),
        new Priority(values.real("prio_alpha"), values.real("prio_beta0")),
        Refresh.valueOf(values.choice("advantages").toUpperCase(Locale.ROOT)));
  }

  private static Discounting discounting(SettingValues values) {
    return new Discounting(
        values.real("gae_lambda"),
        values.flag("stop_at_terminals") ? EndRule.CUT : EndRule.ACROSS,
        EndRule.valueOf(values.choice("trial_ends").toUpperCase(Locale.ROOT)),
        TimeoutSetting.of(values),
        values.flag("stop_at_removed") ? LimboEndRule.CUT : LimboEndRule.SKIP,
        values.real("vtrace_rho_clip"),
        values.real("vtrace_c_clip"));
  }

  /// A schedule's own length; 0 for that of the run.
  private static Setting length(String name, String doc) {
    return new Whole(name, 0, 0, 10_000_000, "updates", doc);
  }

  private static long length(SettingValues values, String name, long updates) {
    int own = values.whole(name);
    return own > 0 ? own : updates;
  }

  private static Setting real(String name, double fallback, double min, double max, String doc) {
    return new Real(name, fallback, min, max, "1", doc);
  }

  /// The settings for the collector.
  Collector.Rules collecting() {
    return new Collector.Rules(rewardClip, gamma, badUpdates);
  }

  /// How much more often rows with large advantages are chosen (Schaul et al., "Prioritized
  /// Experience Replay", 2016).
  ///
  /// @param alpha 0: every row once per pass, in random order
  /// @param beta how much of that preference the loss corrects, at the first update
  record Priority(double alpha, double beta) {}

  /// When advantages are computed.
  enum Refresh {
    /// Once, before the first step: returns and old values stay as they were when acting.
    UPDATE,
    /// Before every step, with the values and ratios of the previous steps.
    MINIBATCH
  }
}
