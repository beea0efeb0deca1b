package dev.hindsight.inspector.bench;

import java.util.Map;

/// The correct recordings that defects are planted in, by name.
final class BaseRecordings {
  private static final RecordingSpec TRIALS =
      RecordingSpec.of("drive").with("goal_behavior=trial", "k_scenarios=3", "scenario_length=40");
  private static final RecordingSpec SKY =
      RecordingSpec.of("airspace").with("aircraft=6", "radius=22", "decision_seconds=20");

  static final Map<String, RecordingSpec> ALL =
      Map.ofEntries(
          Map.entry(
              "scripted",
              TRIALS
                  .on("intersection-1")
                  .by("scripted", "argmax")
                  .with("num_agents=6", "goal_within=14")
                  .seed(21)),
          Map.entry("crash", TRIALS.on("merge-1").with("num_agents=8", "goal_within=10").seed(22)),
          Map.entry(
              "egos",
              TRIALS
                  .on("intersection-1")
                  .by("scripted", "argmax")
                  .with("num_agents=6", "num_ego_agents=2", "goal_within=14")
                  .seed(23)),
          Map.entry(
              "respawn",
              RecordingSpec.of("drive")
                  .on("merge-1")
                  .with("episode_length=30", "num_agents=6", "goal_within=8")
                  .ticks(75)
                  .seed(24)),
          Map.entry(
              "near",
              TRIALS
                  .on("merge-1")
                  .by("drive-near", "sample")
                  .with("k_scenarios=2", "num_agents=4", "goal_within=25")
                  .seed(25)),
          Map.entry(
              "single",
              TRIALS
                  .on("curve-1")
                  .by("scripted", "argmax")
                  .with("k_scenarios=1", "num_agents=5", "goal_within=12")
                  .seed(26)),
          Map.entry(
              "weights",
              TRIALS
                  .on("merge-1")
                  .by("untrained transformer", "sample")
                  .with("k_scenarios=2", "scenario_length=25", "num_agents=4", "goal_within=8")
                  .with("conditioning=all", "roads_observed=20")
                  .seed(27)),
          Map.entry(
              "drivelstm",
              TRIALS
                  .on("intersection-2")
                  .by("untrained lstm", "sample")
                  .with("k_scenarios=2", "scenario_length=25", "num_agents=4", "goal_within=8")
                  .with("roads_observed=20")
                  .seed(28)),
          Map.entry(
              "twelve",
              TRIALS
                  .on("curve-1")
                  .by("scripted", "argmax")
                  .with("k_scenarios=12", "scenario_length=10", "num_agents=3", "goal_within=6")
                  .seed(29)),
          Map.entry(
              "room",
              RecordingSpec.of("darkroom").by("darkroom-5x5", "sample").ticks(120).seed(31)),
          Map.entry(
              "roomlimbo",
              RecordingSpec.of("darkroom")
                  .by("darkroom-5x5", "sample")
                  .with("after_goal=limbo")
                  .ticks(130)
                  .seed(32)),
          Map.entry("roomend", RecordingSpec.of("darkroom").by("darkroom-5x5", "argmax").seed(33)),
          Map.entry(
              "roomlot",
              RecordingSpec.of("darkroom").by("darkroom-5x5", "random").ticks(90).seed(34)),
          Map.entry(
              "randomroom", RecordingSpec.of("darkroom").with("trials=3").ticks(100).seed(35)),
          Map.entry(
              "roomlstm",
              RecordingSpec.of("darkroom")
                  .by("untrained lstm", "sample")
                  .with("trials=3")
                  .ticks(90)
                  .seed(36)),
          Map.entry(
              "oneroom",
              RecordingSpec.of("darkroom").by("darkroom-5x5", "sample").ticks(100).seed(37)),
          Map.entry("sky", SKY.by("airspace-50", "sample").with("steps=35", "trials=2").seed(41)),
          Map.entry(
              "gusty",
              SKY.by("straight", "argmax")
                  .with("steps=20", "trials=2", "randomise=all")
                  .ticks(80)
                  .seed(45)),
          Map.entry(
              "noisy",
              RecordingSpec.of("spread")
                  .by("untrained lstm", "sample")
                  .with("trials=3", "trial_ticks=8", "randomise=all")
                  .ticks(60)
                  .seed(46)),
          Map.entry(
              "slippery",
              RecordingSpec.of("darkroom")
                  .with("trials=3", "randomise=slip:0.3", "buckets=2")
                  .ticks(90)
                  .seed(47)),
          Map.entry("randomsky", SKY.with("steps=40", "trials=2").seed(42)),
          Map.entry(
              "skyend", SKY.by("mvp", "argmax").with("steps=40", "trials=1").ticks(60).seed(43)),
          Map.entry(
              "skytransformer",
              SKY.by("untrained transformer", "sample").with("steps=30", "trials=2").seed(44)));

  private BaseRecordings() {}
}
