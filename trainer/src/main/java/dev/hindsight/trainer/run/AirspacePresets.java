package dev.hindsight.trainer.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The stages a graph policy learns to keep aircraft apart in: more and more of them, as dense as
/// in the full sector. Each but the first goes on from the checkpoint of the stage before.
final class AirspacePresets {
  /// What all stages have in common.
  private static final Map<String, String> COMMON =
      Map.ofEntries(
          Map.entry("policy", "graph"),
          Map.entry("hidden_size", "64"),
          Map.entry("num_layers", "2"),
          Map.entry("num_heads", "4"),
          Map.entry("feed_forward", "128"),
          Map.entry("neutral_prior", "4"),
          Map.entry("rows", "segments"),
          Map.entry("bptt_horizon", "32"),
          Map.entry("resample_frequency", "320"),
          Map.entry("minibatches", "4"),
          Map.entry("update_epochs", "3"),
          Map.entry("gamma", "0.98"),
          Map.entry("trial_ends", "cut"),
          Map.entry("reward_clip", "3"),
          Map.entry("ent_coef", "0.003"),
          Map.entry("final_ent_coef", "0.0005"),
          Map.entry("bad_updates", "3"));

  static final List<TrainingPreset> ALL =
      List.of(
          stage(
              "8",
              "eight aircraft in a small sector; the first stage",
              Map.of(
                  "env.aircraft", "8",
                  "env.radius", "22.6",
                  "env.steps", "120",
                  "num_envs", "32",
                  "updates", "300",
                  "learning_rate", "0.001")),
          stage(
              "24",
              "twenty-four aircraft, from a checkpoint of eight (--from)",
              Map.of(
                  "env.aircraft", "24",
                  "env.radius", "39.1",
                  "env.steps", "200",
                  "num_envs", "12",
                  "updates", "150",
                  "learning_rate", "0.0007")),
          stage(
              "50",
              "fifty aircraft in the full sector, from a checkpoint of twenty-four (--from)",
              Map.of(
                  "env.aircraft", "50",
                  "env.radius", "56.4",
                  "num_envs", "8",
                  "updates", "100",
                  "learning_rate", "0.0005")));

  private AirspacePresets() {}

  private static TrainingPreset stage(String id, String doc, Map<String, String> own) {
    Map<String, String> settings = new LinkedHashMap<>(COMMON);
    settings.putAll(own);
    return new TrainingPreset("airspace", id, doc, List.of(), settings);
  }
}
