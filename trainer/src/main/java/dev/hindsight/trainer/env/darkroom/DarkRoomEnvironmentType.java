package dev.hindsight.trainer.env.darkroom;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.RecordedTicks;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.RewardRule;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.env.randomise.RandomisedWorlds;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A room of G x G cells with one agent and a goal it cannot see.
///
/// Each episode draws a new goal and keeps it for its K trials, so that only what one trial finds
/// out helps the next. See `docs/environments.md`.
public final class DarkRoomEnvironmentType implements EnvironmentType {
  /// What its actions can cause.
  static final List<EventKind> EVENTS = List.of(EventKind.GOAL);

  @Override
  public String id() {
    return "darkroom";
  }

  @Override
  public String title() {
    return wording("DarkRoomEnvironmentType.dark_room");
  }

  @Override
  public String codeVersion() {
    return "2";
  }

  /// Version 2 only draws the agent in another direction at the first tick of a trial.
  @Override
  public boolean isWorldOf(Manifest.EnvironmentInfo trained) {
    return trained.codeVersion().equals("1") || EnvironmentType.super.isWorldOf(trained);
  }

  @Override
  public Settings settings() {
    return DarkRoomSettings.ALL;
  }

  @Override
  public List<RandomisedSetting> randomised() {
    return DarkRoomSettings.RANDOMISED;
  }

  @Override
  public List<TrainingPreset> presets() {
    return DarkRoomSettings.PRESETS;
  }

  @Override
  public Scenarios scenarios() {
    return Scenarios.none(title());
  }

  @Override
  public TrialKnobs trialKnobs() {
    return new TrialKnobs(
        DarkRoomSettings.TRIALS, DarkRoomSettings.TIMEOUT, Map.of(), DarkRoomSettings.TIMEOUT, 10);
  }

  @Override
  public EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario) {
    if (scenario.isPresent()) {
      throw new Problem(
          wording("DarkRoomEnvironmentType.a_dark_room_has_no_map"),
          scenario.get().toString(),
          wording("DarkRoomEnvironmentType.leave_the_scenario_out"));
    }
    return RandomisedWorlds.of(
        new DarkRoomFactory(DarkRoomSettings.unfold(settings)),
        Buckets.of(settings, DarkRoomSettings.RANDOMISED));
  }

  @Override
  public RecordingRules recordingRules(Map<String, JsonNode> config) {
    return RecordingRules.of(
            word(config.get("after_goal")).equals("limbo")
                ? RecordingRules.TrialEnd.NOTHING
                : RecordingRules.TrialEnd.GOAL)
        .with(new RecordingRules.Scoring("", 0));
  }

  private static String word(@Nullable JsonNode knob) {
    return knob == null ? "" : knob.asText();
  }

  @Override
  public Optional<RewardRule> rewardRule(RecordedTicks recording) {
    boolean alwaysPays = recording.word("first_trial_pays").equals("true");
    return Optional.of((tick, agent, rewardRange) -> {
      rewardRange.clear();
      if (recording.goal(tick, agent)) {
        rewardRange.goal = alwaysPays || recording.trial(tick) > 0 ? 1 : 0;
        rewardRange.add(rewardRange.goal);
      }
      return true;
    });
  }

  @Override
  public List<EventKind> events() {
    return EVENTS;
  }

  @Override
  public Sketch sketch() {
    return new DarkRoomSketch();
  }
}
