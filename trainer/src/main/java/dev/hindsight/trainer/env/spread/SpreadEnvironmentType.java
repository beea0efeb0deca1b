package dev.hindsight.trainer.env.spread;

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
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.env.randomise.RandomisedWorlds;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// N agents that share a reward cover N landmarks without touching each other. See
/// `docs/environments.md`.
public final class SpreadEnvironmentType implements EnvironmentType {
  /// What its actions can cause.
  static final List<EventKind> EVENTS = List.of(EventKind.AGENT_COLLISION);

  /// Longest distance within the square in which landmarks and starts are drawn, metres.
  private static final double DIAGONAL = 2 * Math.sqrt(2);

  @Override
  public String id() {
    return "spread";
  }

  @Override
  public String title() {
    return wording("SpreadEnvironmentType.spread");
  }

  @Override
  public String codeVersion() {
    return "1";
  }

  @Override
  public Settings settings() {
    return SpreadSettings.ALL;
  }

  @Override
  public List<RandomisedSetting> randomised() {
    return SpreadSettings.RANDOMISED;
  }

  /// Distances add up over landmarks.
  @Override
  public double largestReward(SettingValues settings) {
    return DIAGONAL * SpreadConfig.of(settings).agents();
  }

  @Override
  public List<TrainingPreset> presets() {
    return SpreadSettings.PRESETS;
  }

  @Override
  public Scenarios scenarios() {
    return Scenarios.none(title());
  }

  @Override
  public TrialKnobs trialKnobs() {
    return new TrialKnobs(
        SpreadSettings.TRIALS, SpreadSettings.TICKS, Map.of(), SpreadSettings.TICKS, 25);
  }

  @Override
  public EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario) {
    if (scenario.isPresent()) {
      throw new Problem(
          wording("SpreadEnvironmentType.spread_has_no_map"),
          scenario.get().toString(),
          wording("SpreadEnvironmentType.leave_the_scenario_out"));
    }
    return RandomisedWorlds.of(
        new SpreadFactory(settings), Buckets.of(settings, SpreadSettings.RANDOMISED));
  }

  @Override
  public RecordingRules recordingRules(Map<String, JsonNode> config) {
    return RecordingRules.of(RecordingRules.TrialEnd.NOTHING);
  }

  /// Distances from the poses and landmarks of the next tick, contacts from their figure. The world
  /// after the last action of a trial is not recorded: there the figure of the distances counts.
  @Override
  public Optional<RewardRule> rewardRule(RecordedTicks recording) {
    int agents = recording.agents();
    Optional<AgentColumn> pose = recording.column("pose", 3);
    Optional<AgentColumn> near = recording.column(StepFigure.PREFIX + "reward_distance", 1);
    Optional<AgentColumn> contact = recording.column(StepFigure.PREFIX + "reward_collision", 1);
    Optional<AgentColumn> landmark = recording.column(SpreadFactory.LANDMARK, 2);
    if (pose.isEmpty() || near.isEmpty() || contact.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of((tick, agent, rewardRange) -> {
      rewardRange.clear();
      boolean shown =
          landmark.isPresent()
              && tick + 1 < recording.rollout().ticks()
              && !recording.trialEnds(tick)
              && !recording.moved(tick + 1);
      rewardRange.add(
          shown
              ? -distances(pose.get(), landmark.get(), agents, tick + 1)
              : near.get().value(tick, agent, 0));
      rewardRange.penalty = contact.get().value(tick, agent, 0);
      rewardRange.add(rewardRange.penalty);
      return true;
    });
  }

  private static double distances(AgentColumn pose, AgentColumn landmark, int agents, int tick) {
    double sum = 0;
    for (int l = 0; l < agents; l++) {
      double nearest = Double.POSITIVE_INFINITY;
      for (int a = 0; a < agents; a++) {
        double dx = landmark.value(tick, l, 0) - pose.value(tick, a, 0);
        double dy = landmark.value(tick, l, 1) - pose.value(tick, a, 1);
        nearest = Math.min(nearest, Math.hypot(dx, dy));
      }
      sum += nearest;
    }
    return sum;
  }

  @Override
  public List<EventKind> events() {
    return EVENTS;
  }

  @Override
  public Sketch sketch() {
    return new SpreadSketch();
  }
}
