package dev.hindsight.trainer.learn.ppo;

import dev.hindsight.trainer.credit.Discounting;
import dev.hindsight.trainer.credit.Discounting.EndRule;
import dev.hindsight.trainer.credit.Discounting.LimboEndRule;
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
/// @param gamma discount factor, for agents without one of their own
/// @param epochs passes over the rows per update
/// @param minibatches optimiser steps per pass
/// @param ticksAtOnce the most ticks whose gradients are computed together; a step accumulates
///   several such parts
/// @param clip largest distance of a ratio from 1 that still gives a gradient
/// @param valueCoefficient weight of the value loss
/// @param valueClip largest distance of a value from the old one that still gives a gradient;
///   infinite for no limit
/// @param gradientNorm longest gradient that is not clipped
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
    double clip,
    double valueCoefficient,
    double valueClip,
    double gradientNorm,
    double rewardClip,
    int badUpdates,
    Adam.Betas adam,
    Priority priority,
    Refresh refresh) {
  /// The knobs, named as in the reference's configuration files if it has them.
  static final List<Setting> SETTINGS =
      List.of(
          new Whole("updates", 150, 1, 10_000_000, "updates", "updates a run has"),
          real("learning_rate", 1e-3, 0, 1, "step size at the first update"),
          new Choice(
              "anneal", "linear", List.of("constant", "linear", "cosine"), "how the rate falls"),
          real("final_rate", 0.1, 0, 1, "share of the learning rate left at the end"),
          real("gamma", 0.97, 0, 1, "discount factor per tick"),
          real("gae_lambda", 0.95, 0, 1, "weight of longer looks ahead"),
          new Choice(
              "trial_ends",
              "across",
              List.of("across", "boot", "cut"),
              "what the end of a trial does: nothing, stop the trace, or stop all that comes later"),
          new Flag(
              "stop_at_terminals", true, "whether an episode's end stops all that comes later"),
          new Flag(
              "stop_at_removed",
              false,
              "whether entering limbo stops all that comes later, or limbo is skipped"),
          new Whole("update_epochs", 4, 1, 100, "passes", "passes over the rows an update makes"),
          new Whole("minibatches", 4, 1, 4096, "steps", "steps of the optimiser in a pass"),
          new Whole(
              "max_minibatch_size",
              2048,
              1,
              10_000_000,
              "ticks",
              "most ticks whose gradients are computed together; a step adds several up"),
          real("clip_coef", 0.2, 0, 10, "how far a probability ratio may be from 1"),
          real("vf_coef", 0.5, 0, 100, "weight of the value loss"),
          real("vf_clip_coef", 0, 0, 1000, "how far a value may be from the old one; 0: off"),
          real("max_grad_norm", 0.5, 0, 1e6, "largest gradient norm kept unscaled"),
          real("ent_coef", 0.01, 0, 10, "weight of the entropy, at the first update"),
          real("final_ent_coef", 0.01, 0, 10, "weight of the entropy at the end"),
          real("reward_clip", 1, 0, 1e9, "rewards are clamped to this and its negative"),
          new Whole(
              "bad_updates",
              1,
              1,
              1000,
              "updates",
              "updates in a row with outputs that are not finite, after which learning stops"),
          real("adam_beta1", 0.9, 0, 1, "memory of Adam's mean"),
          real("adam_beta2", 0.999, 0, 1, "memory of Adam's variance"),
          real("adam_eps", 1e-8, 0, 1, "Adam's epsilon"),
          real("vtrace_rho_clip", 1, 0, 100, "most that a ratio weighs an error"),
          real("vtrace_c_clip", 1, 0, 100, "most that a ratio lengthens a trace"),
          real("prio_alpha", 0, 0, 2, "how much likelier rows with large advantages are; 0: not"),
          real("prio_beta0", 1, 0, 1, "how much of that the loss takes back, at the first update"),
          new Choice(
              "advantages",
              "update",
              List.of("update", "minibatch"),
              "computed once per update, or again before every step"));

  /// Reads the knobs.
  static PpoConfig of(SettingValues values) {
    long updates = values.whole("updates");
    double rate = values.real("learning_rate");
    double valueClip = values.real("vf_clip_coef");
    return new PpoConfig(
        updates,
        new Schedule(
            Schedule.Shape.named(values.choice("anneal")),
            rate,
            rate * values.real("final_rate"),
            updates),
        new Schedule(
            Schedule.Shape.COSINE, values.real("ent_coef"), values.real("final_ent_coef"), updates),
        values.real("gamma"),
        discounting(values),
        values.whole("update_epochs"),
        values.whole("minibatches"),
        values.whole("max_minibatch_size"),
        values.real("clip_coef"),
        values.real("vf_coef"),
        valueClip > 0 ? valueClip : Double.POSITIVE_INFINITY,
        values.real("max_grad_norm"),
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
        values.flag("stop_at_removed") ? LimboEndRule.CUT : LimboEndRule.SKIP,
        values.real("vtrace_rho_clip"),
        values.real("vtrace_c_clip"));
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
