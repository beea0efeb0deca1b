package dev.hindsight.trainer.env.darkroom;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Flag;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.randomise.Buckets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The knobs of the dark room, and its two presets.
final class DarkRoomSettings {
  static final String PRESET = "preset";
  static final String SIZE = "size";

  /// Cells along a side of the largest room.
  static final int LARGEST = 31;

  static final String TRIALS = "trials";
  static final String TIMEOUT = "trial_timeout";
  static final String AFTER_GOAL = "after_goal";
  static final String FIRST_PAYS = "first_trial_pays";

  /// Moves that go in a random direction.
  static final RandomisedSetting SLIP =
      RandomisedSetting.ofChance("slip", wording("DarkRoomSettings.share_of_slips"), 0, 0, 0.3);

  /// What can differ from episode to episode.
  static final List<RandomisedSetting> RANDOMISED = List.of(SLIP);

  static final Settings ALL =
      Buckets.knobs(
          new Settings(
              List.of(
                  new Choice(
                      PRESET,
                      "5x5",
                      List.of("5x5", "7x7"),
                      wording("DarkRoomSettings.sizes_the_small_and_the_large")),
                  new Whole(
                      SIZE,
                      5,
                      3,
                      LARGEST,
                      "cells",
                      wording("DarkRoomSettings.cells_along_a_side_an_odd")),
                  new Whole(
                      TRIALS,
                      4,
                      1,
                      16,
                      "trials",
                      wording("DarkRoomSettings.trials_in_an_episode_all_with")),
                  new Whole(
                      TIMEOUT,
                      10,
                      1,
                      1000,
                      "ticks",
                      wording("DarkRoomSettings.ticks_a_trial_takes_at_most")),
                  new Choice(
                      AFTER_GOAL,
                      "next_trial",
                      List.of("next_trial", "limbo"),
                      wording("DarkRoomSettings.at_the_goal_start_the_next")),
                  new Flag(
                      FIRST_PAYS, true, wording("DarkRoomSettings.whether_the_goal_pays_in_the")))),
          RANDOMISED);

  private static final Map<String, String> LARGE = Map.of(SIZE, "7", TIMEOUT, "14");

  private static final TrainingPreset SMALL_ROOM =
      new TrainingPreset(
          "ppo",
          "5x5",
          wording("DarkRoomSettings.four_trials_of_ten_ticks_in"),
          List.of(),
          Map.of("env.preset", "5x5", "updates", "150"));

  private static final TrainingPreset LARGE_ROOM =
      new TrainingPreset(
          "ppo",
          "7x7",
          wording("DarkRoomSettings.four_trials_of_fourteen_ticks_in"),
          List.of(),
          Map.of("env.preset", "7x7", "updates", "300"));

  /// Optimiser steps sized for a small network, with each trial learned from separately.
  private static final TrainingPreset SOFT =
      new TrainingPreset(
          "sac",
          "5x5",
          wording("DarkRoomSettings.four_trials_of_ten_ticks_in_2"),
          List.of(),
          Map.ofEntries(
              Map.entry("env.preset", "5x5"),
              Map.entry("hidden_size", "64"),
              Map.entry("num_envs", "32"),
              Map.entry("rollout_fragment_length", "40"),
              Map.entry("resample_frequency", "40"),
              Map.entry("updates", "40"),
              Map.entry("training_intensity", "32"),
              Map.entry("actor_lr", "0.001"),
              Map.entry("critic_lr", "0.001"),
              Map.entry("alpha_lr", "0.001"),
              Map.entry("initial_alpha", "0.1"),
              Map.entry("gamma", "0.95"),
              Map.entry("tau", "0.01"),
              Map.entry("trial_ends", "cut")));

  static final List<TrainingPreset> PRESETS = List.of(SMALL_ROOM, LARGE_ROOM, SOFT);

  private DarkRoomSettings() {}

  /// Fills in the preset's defaults for knobs that the user did not set.
  static SettingValues unfold(SettingValues values) {
    if (values.choice(PRESET).equals("5x5")) {
      return values;
    }
    Map<String, String> typed = new LinkedHashMap<>(LARGE);
    typed.keySet().removeAll(values.chosen());
    SettingValues preset = ALL.parse(typed, "preset 7x7");
    Map<String, JsonNode> merged = new LinkedHashMap<>(values.values());
    typed.keySet().forEach(name -> merged.replace(name, preset.values().get(name)));
    return new SettingValues(merged, values.chosen());
  }
}
