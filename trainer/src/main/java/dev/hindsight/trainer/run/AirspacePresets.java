package dev.hindsight.trainer.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The stages a graph policy learns to keep aircraft apart in: more and more of them, as dense as
/// in the full sector. Each but the first goes on from the checkpoint of the stage before.
final class AirspacePresets {
  /// What all stages have in common. Rewards are smaller than the environment's own: what a value
  /// is off by is squared, and drowns what is learned of acting where returns are tens. A loss
  /// costs fifteen times as much as a conflict: where it was three times, descending through
  /// another's zone paid as a way out of a conflict.
  private static final Map<String, String> COMMON =
      Map.ofEntries(
          Map.entry("policy", "graph"),
          Map.entry("hidden_size", "32"),
          Map.entry("num_layers", "2"),
          Map.entry("num_heads", "4"),
          Map.entry("feed_forward", "64"),
          Map.entry("neutral_prior", "4"),
          Map.entry("rows", "segments"),
          Map.entry("bptt_horizon", "32"),
          Map.entry("resample_frequency", "640"),
          Map.entry("minibatches", "8"),
          Map.entry("update_epochs", "2"),
          Map.entry("gamma", "0.97"),
          Map.entry("trial_ends", "cut"),
          Map.entry("max_grad_norm", "1"),
          Map.entry("reward_clip", "3"),
          Map.entry("bad_updates", "3"),
          Map.entry("env.neighbours", "6"),
          Map.entry("env.reward_exit", "1"),
          Map.entry("env.reward_left", "-2"),
          Map.entry("env.reward_drift", "-0.02"),
          Map.entry("env.reward_loss", "-0.6"),
          Map.entry("env.reward_conflict", "-0.04"),
          Map.entry("env.reward_action", "-0.004"));

  static final List<TrainingPreset> ALL =
      List.of(
          // Two levels only: twice as many conflicts to learn from.
          stage(
              "8",
              "eight aircraft on two levels of a small sector; a first stage",
              Map.of(
                  "env.aircraft", "8",
                  "env.radius", "22.6",
                  "env.levels", "2",
                  "env.steps", "120",
                  "num_envs", "64",
                  "updates", "250",
                  "learning_rate", "0.002",
                  "ent_coef", "0.006",
                  "final_ent_coef", "0.001")),
          stage(
              "16",
              "sixteen aircraft, fresh or from a checkpoint of eight (--from)",
              Map.of(
                  "env.aircraft", "16",
                  "env.radius", "32",
                  "env.steps", "160",
                  "num_envs", "32",
                  "updates", "150",
                  "learning_rate", "0.0015",
                  "ent_coef", "0.004",
                  "final_ent_coef", "0.001")),
          stage(
              "50",
              "fifty aircraft in the full sector, from a checkpoint of fewer (--from)",
              Map.of(
                  "env.aircraft", "50",
                  "env.radius", "56.4",
                  // A long way from its exit some fly on as they are, wherever that leads.
                  "env.reward_drift", "-0.04",
                  "num_envs", "12",
                  "updates", "160",
                  "learning_rate", "0.001",
                  "ent_coef", "0.003",
                  "final_ent_coef", "0.0003")));

  private AirspacePresets() {}

  private static TrainingPreset stage(String id, String doc, Map<String, String> own) {
    Map<String, String> settings = new LinkedHashMap<>(COMMON);
    settings.putAll(own);
    return new TrainingPreset("airspace", "ppo", id, doc, List.of(), settings);
  }
}
