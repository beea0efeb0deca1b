package dev.hindsight.trainer.env.drive;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RecordedTicks;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.RewardRule;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.env.Waiver;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.picture.DriveSketch;
import dev.hindsight.trainer.env.drive.reward.DriveRewardRule;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Vehicles that want to reach their goals on a map, among vehicles that follow their logs.
public final class DriveEnvironmentType implements EnvironmentType {
  @Override
  public String id() {
    return "drive";
  }

  @Override
  public String title() {
    return "Drive";
  }

  @Override
  public String codeVersion() {
    return "2";
  }

  @Override
  public Settings settings() {
    return DriveSettings.ALL;
  }

  @Override
  public List<TrainingPreset> presets() {
    return DriveSettings.PRESETS;
  }

  @Override
  public Scenarios scenarios() {
    return new MapScenarios();
  }

  @Override
  public TrialKnobs trialKnobs() {
    return new TrialKnobs(
        "k_scenarios", "scenario_length", Map.of("goal_behavior", "trial"), "episode_length", 201);
  }

  @Override
  public EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario) {
    SettingValues effective = DriveSettings.unfold(settings);
    DriveConfig config = DriveConfigReader.read(effective);
    Path file =
        scenario.orElseThrow(() ->
            new Problem("drive needs a map", "--map", "name a .bin or .json map, or generate one"));
    DriveMap map = DriveMaps.read(file);
    return new DriveFactory(DriveScenario.of(map, config, file.toString()), effective);
  }

  @Override
  public List<Waiver> waivers(Map<String, JsonNode> config) {
    return DriveWaivers.of(config);
  }

  @Override
  public RecordingRules recordingRules(Map<String, JsonNode> config) {
    return DriveRecordingRules.of(config);
  }

  @Override
  public Optional<RewardRule> rewardRule(RecordedTicks recording) {
    return Optional.of(new DriveRewardRule(recording));
  }

  @Override
  public Sketch sketch() {
    return new DriveSketch();
  }
}
