package dev.hindsight.trainer.run;

import dev.hindsight.trainer.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The one list of presets. The first of an environment and a way to train is the one to use where
/// nobody says.
public final class BuiltInPresets {
  private static final String PPO = "ppo";

  private static final TrainingPreset DARKROOM_SMALL =
      new TrainingPreset(
          "darkroom",
          PPO,
          "5x5",
          "four trials of ten ticks in a room of 25 cells; learns in about a minute",
          List.of(),
          Map.of("env.preset", "5x5", "updates", "150"));

  private static final TrainingPreset DARKROOM_LARGE =
      new TrainingPreset(
          "darkroom",
          PPO,
          "7x7",
          "four trials of fourteen ticks in a room of 49 cells; learns in some minutes",
          List.of(),
          Map.of("env.preset", "7x7", "updates", "300"));

  /// Short trials and goals within sight: what a small transformer learns of driving in half an
  /// hour of two cores.
  private static final TrainingPreset DRIVE_NEAR =
      new TrainingPreset(
          "drive",
          PPO,
          "near",
          "two trials of five seconds on the shipped maps, goals at most 25 m ahead",
          List.of(
              "straight-1",
              "curve-1",
              "merge-1",
              "intersection-1",
              "intersection-2",
              "roundabout-1",
              "roundabout-2"),
          Map.ofEntries(
              Map.entry("env.goal_behavior", "trial"),
              Map.entry("env.k_scenarios", "2"),
              Map.entry("env.scenario_length", "50"),
              Map.entry("env.goal_within", "25"),
              Map.entry("env.partners_observed", "15"),
              Map.entry("env.roads_observed", "64"),
              Map.entry("env.reward_vehicle_collision", "-0.2"),
              Map.entry("env.reward_offroad_collision", "-0.1"),
              Map.entry("input_size", "32"),
              Map.entry("hidden_size", "64"),
              Map.entry("num_layers", "1"),
              Map.entry("num_heads", "2"),
              Map.entry("feed_forward", "128"),
              Map.entry("num_envs", "14"),
              Map.entry("updates", "120"),
              Map.entry("update_epochs", "2"),
              Map.entry("minibatches", "8"),
              Map.entry("learning_rate", "0.002"),
              Map.entry("trial_ends", "boot"),
              Map.entry("gamma", "0.97"),
              Map.entry("ent_coef", "0.003"),
              Map.entry("final_ent_coef", "0.001"),
              Map.entry("max_grad_norm", "1")));

  /// Steps as large as a small network takes, each trial learned from by itself.
  private static final TrainingPreset DARKROOM_SOFT =
      new TrainingPreset(
          "darkroom",
          "sac",
          "5x5",
          "four trials of ten ticks in a room of 25 cells, without memory; learns in about a minute",
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

  private BuiltInPresets() {}

  /// All of them.
  public static List<TrainingPreset> all() {
    List<TrainingPreset> all =
        new ArrayList<>(List.of(DARKROOM_SMALL, DARKROOM_LARGE, DRIVE_NEAR, DARKROOM_SOFT));
    all.addAll(AirspacePresets.ALL);
    return List.copyOf(all);
  }

  /// Those of an environment and a way to train, in the order menus show them.
  public static List<TrainingPreset> of(String environment, String algorithm) {
    return all().stream()
        .filter(preset -> preset.environment().equals(environment))
        .filter(preset -> preset.algorithm().equals(algorithm))
        .toList();
  }

  /// The one a user named, or the first there is. Where there is none, all knobs have their
  /// defaults.
  ///
  /// @throws Problem listing those there are
  static TrainingPreset chosen(String environment, String algorithm, Optional<String> id) {
    List<TrainingPreset> there = of(environment, algorithm);
    if (id.isEmpty()) {
      return there.isEmpty()
          ? new TrainingPreset(
              environment, algorithm, "", "every knob at its default", List.of(), Map.of())
          : there.getFirst();
    }
    return there.stream()
        .filter(preset -> preset.id().equals(id.get()))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                environment + " has no preset of that name for " + algorithm,
                id.get(),
                there.isEmpty()
                    ? "leave it out"
                    : "choose one of "
                        + there.stream()
                            .map(TrainingPreset::id)
                            .collect(Collectors.joining(", "))));
  }
}
