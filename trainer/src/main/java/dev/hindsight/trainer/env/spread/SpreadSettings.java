package dev.hindsight.trainer.env.spread;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Real;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.randomise.Buckets;
import java.util.List;
import java.util.Map;

/// The knobs of spread.
final class SpreadSettings {
  static final String AGENTS = "num_agents";
  static final String TRIALS = "trials";
  static final String TICKS = "trial_ticks";
  static final String SEEN_WITHIN = "landmarks_seen_within";
  static final String COVER_RADIUS = "cover_radius";
  static final String COLLISION_PENALTY = "collision_penalty";
  static final String ACTIONS = "action_form";

  /// Of every agent.
  static final RandomisedSetting MASS =
      RandomisedSetting.ofWorld("mass", "kg", wording("SpreadSettings.mass"), 1, 0.5, 2);

  /// Of every movement.
  static final RandomisedSetting DAMPING =
      RandomisedSetting.ofWorld("damping", "1", wording("SpreadSettings.damping"), 0.25, 0.1, 0.5);

  /// Of landmarks and other agents.
  static final RandomisedSetting POSITION_NOISE =
      new RandomisedSetting(
          "position_noise",
          "m",
          wording("SpreadSettings.position_noise"),
          0,
          0,
          0.1,
          RandomisedSetting.Effect.NOISE,
          List.of("landmarks", "others"));

  /// What can differ from episode to episode.
  static final List<RandomisedSetting> RANDOMISED = List.of(MASS, DAMPING, POSITION_NOISE);

  static final Settings ALL =
      Buckets.knobs(
          new Settings(
              List.of(
                  new Whole(
                      AGENTS, 3, 1, 64, "agents", wording("SpreadSettings.agents_and_landmarks")),
                  new Whole(
                      TRIALS, 1, 1, 64, "trials", wording("SpreadSettings.trials_in_an_episode")),
                  new Whole(
                      TICKS,
                      25,
                      1,
                      100_000,
                      "ticks",
                      wording("SpreadSettings.ticks_a_trial_takes")),
                  new Real(
                      SEEN_WITHIN,
                      0,
                      0,
                      100,
                      "m",
                      wording("SpreadSettings.distance_at_which_landmarks_show")),
                  new Real(
                      COVER_RADIUS,
                      0.1,
                      0.01,
                      10,
                      "m",
                      wording("SpreadSettings.distance_that_covers")),
                  new Real(
                      COLLISION_PENALTY,
                      1,
                      0,
                      1000,
                      "1",
                      wording("SpreadSettings.what_touching_costs")),
                  new Choice(
                      ACTIONS,
                      "continuous",
                      List.of("continuous", "discrete"),
                      wording("SpreadSettings.how_actions_are_given")))),
          RANDOMISED);

  static final List<TrainingPreset> PRESETS =
      List.of(
          new TrainingPreset(
              "sac",
              "spread-3",
              wording("SpreadSettings.three_agents_with_critics_that_see_all"),
              List.of(),
              Map.ofEntries(
                  Map.entry("env." + AGENTS, "3"),
                  Map.entry("group_mode", "ctde"),
                  Map.entry("hidden_size", "64"),
                  Map.entry("num_envs", "8"),
                  Map.entry("rollout_fragment_length", "25"),
                  // All actions since then are kept, to simulate the buffer again.
                  Map.entry("resample_frequency", "2500"),
                  Map.entry("updates", "9000"),
                  // Many ticks and few optimiser steps: with more steps for each tick, the team
                  // learns less in the same time (docs/measurements/spread.md).
                  Map.entry("train_batch_size_per_learner", "64"),
                  Map.entry("training_intensity", "8"),
                  Map.entry("num_steps_sampled_before_learning_starts", "500"),
                  Map.entry("replay_buffer", "prioritised"),
                  Map.entry("capacity", "20000"),
                  Map.entry("actor_lr", "0.001"),
                  Map.entry("critic_lr", "0.001"),
                  Map.entry("alpha_lr", "0.001"),
                  Map.entry("initial_alpha", "0.1"),
                  // Three agents lose some 6 a tick at first: scaled, values stay around -10.
                  Map.entry("reward_scale", "0.1"),
                  Map.entry("gamma", "0.95"),
                  Map.entry("tau", "0.01"))));

  private SpreadSettings() {}
}
