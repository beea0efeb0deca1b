package dev.hindsight.trainer.env.drive;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.RecordedTicks;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.RewardRule;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.env.Waiver;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.picture.DriveSketch;
import dev.hindsight.trainer.env.drive.reward.DriveRewardRule;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.env.randomise.EpisodeBucket;
import dev.hindsight.trainer.env.randomise.RandomisedWorlds;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Vehicles that drive to their goals on a map, among vehicles that follow their logs.
public final class DriveEnvironmentType implements EnvironmentType {
  private static final String KNOB = "reference_quirks";

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

  /// Version 2 only moves vehicles with jerk dynamics differently.
  @Override
  public boolean isWorldOf(Manifest.EnvironmentInfo trained) {
    boolean jerk =
        Optional.ofNullable(trained.config().get("dynamics_model"))
            .filter(model -> model.asText().equals("classic"))
            .isEmpty();
    return (trained.codeVersion().equals("1") && !jerk) || EnvironmentType.super.isWorldOf(trained);
  }

  @Override
  public Settings settings() {
    return DriveSettings.ALL;
  }

  @Override
  public List<RandomisedSetting> randomised() {
    return DriveSettings.RANDOMISED;
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
            new Problem(
                wording("DriveEnvironmentType.drive_needs_a_map"),
                "--map",
                wording("DriveEnvironmentType.name_a_bin_or_json_map")));
    DriveMap map = DriveMaps.read(file);
    return RandomisedWorlds.of(
        new DriveFactory(DriveScenario.of(map, config, file.toString()), effective),
        Buckets.of(settings, DriveSettings.RANDOMISED));
  }

  @Override
  public List<Waiver> waivers(Map<String, JsonNode> config) {
    return quirkWaivers(config);
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

  /// Shipped maps and the user's own.
  private static final class MapScenarios implements Scenarios {
    @Override
    public List<String> names() {
      return BuiltInMaps.names();
    }

    @Override
    public List<String> endings() {
      return List.of(".bin", ".json");
    }

    @Override
    public Path resolve(String nameOrPath) {
      return BuiltInMaps.resolve(nameOrPath);
    }
  }

  /// Creates drive environments that share one prepared scenario.
  private static final class DriveFactory implements RandomisedWorlds.Worlds {
    private final DriveScenario driveScenario;
    private final SettingValues effective;

    DriveFactory(DriveScenario driveScenario, SettingValues effective) {
      this.driveScenario = driveScenario;
      this.effective = effective;
    }

    @Override
    public EnvironmentShape shape() {
      return driveScenario.shape();
    }

    @Override
    public int egos() {
      return driveScenario.roster().egos(driveScenario.config().casting());
    }

    @Override
    public SettingValues effective() {
      return effective;
    }

    @Override
    public Environment create(long seed, EpisodeBucket bucket) {
      return new DriveEnvironment(driveScenario, seed, TrialReset.WHOLE, bucket);
    }
  }

  /// Promises that a world with the reference's defects breaks: the rows of `docs/drive-quirks.md`
  /// that show in a recording.
  private static List<Waiver> quirkWaivers(Map<String, JsonNode> config) {
    if (!word(config, KNOB).equals("true")) {
      return List.of();
    }
    List<Waiver> waivers = new ArrayList<>();
    String goal = word(config, "goal_behavior");
    if (goal.equals("trial")) {
      add(
          waivers,
          Promise.EPISODES_FOLLOW,
          wording("DriveEnvironmentType.after_the_last_trial_all_agents"));
    } else {
      add(
          waivers,
          Promise.EPISODES_END_WITH_TERMINALS,
          wording("DriveEnvironmentType.no_terminal_is_set_outside_trial"));
    }
    if (goal.equals("stop") && !word(config, "preset").equals("adaptive")) {
      add(
          waivers,
          Promise.GOALS_ARE_PAID_ONCE,
          wording("DriveEnvironmentType.an_agent_that_stopped_at_its"));
    }
    if (!goal.equals("generate_new")) {
      add(
          waivers,
          Promise.GOALS_ADD_TO_PENALTIES,
          wording("DriveEnvironmentType.a_goal_assigns_the_reward_which"));
    }
    return List.copyOf(waivers);
  }

  private static void add(List<Waiver> waivers, Promise promise, String why) {
    waivers.add(new Waiver(promise, KNOB, why));
  }

  private static String word(Map<String, JsonNode> config, String knob) {
    JsonNode value = config.get(knob);
    return value == null ? "" : value.asText();
  }
}
