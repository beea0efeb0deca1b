package dev.hindsight.trainer.env.rps;

import static dev.hindsight.trainer.text.TrainerText.wording;

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
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Rock, paper, scissors between two agents that form one group. See `docs/environments.md`.
public final class RpsEnvironmentType implements EnvironmentType {
  /// No event can occur.
  static final List<EventKind> EVENTS = List.of();

  @Override
  public String id() {
    return "rps";
  }

  @Override
  public String title() {
    return wording("RpsEnvironmentType.rock_paper_scissors");
  }

  @Override
  public String codeVersion() {
    return "1";
  }

  @Override
  public Settings settings() {
    return RpsConfig.SETTINGS;
  }

  @Override
  public List<TrainingPreset> presets() {
    return RpsConfig.PRESETS;
  }

  @Override
  public Scenarios scenarios() {
    return Scenarios.none(title());
  }

  @Override
  public TrialKnobs trialKnobs() {
    return new TrialKnobs(RpsConfig.GAMES, RpsConfig.TURNS, Map.of(), RpsConfig.TURNS, 10);
  }

  @Override
  public EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario) {
    if (scenario.isPresent()) {
      throw new Problem(
          wording("RpsEnvironmentType.the_game_has_no_map"),
          scenario.get().toString(),
          wording("RpsEnvironmentType.leave_the_scenario_out"));
    }
    return new RpsFactory(settings);
  }

  /// A game takes all its turns.
  @Override
  public RecordingRules recordingRules(Map<String, JsonNode> config) {
    return RecordingRules.of(RecordingRules.TrialEnd.NOTHING);
  }

  /// Who wins a turn, from a table of its own: a move beats the one it is listed with.
  @Override
  public Optional<RewardRule> rewardRule(RecordedTicks recording) {
    List<AgentColumn> moved = new ArrayList<>();
    for (String move : RpsFactory.MOVES) {
      recording.column(StepFigure.PREFIX + move, 1).ifPresent(moved::add);
    }
    if (moved.size() != RpsFactory.MOVES.size() || recording.agents() != RpsFactory.PLAYERS) {
      return Optional.empty();
    }
    AgentColumn rock = moved.get(0);
    AgentColumn paper = moved.get(1);
    AgentColumn scissors = moved.get(2);
    List<List<AgentColumn>> wins =
        List.of(List.of(rock, scissors), List.of(paper, rock), List.of(scissors, paper));
    return Optional.of((tick, agent, rewardRange) -> {
      rewardRange.clear();
      int other = 1 - agent;
      double won = 0;
      for (List<AgentColumn> pair : wins) {
        won += pair.get(0).value(tick, agent, 0) * pair.get(1).value(tick, other, 0);
        won -= pair.get(0).value(tick, other, 0) * pair.get(1).value(tick, agent, 0);
      }
      rewardRange.add(won);
      return true;
    });
  }

  @Override
  public List<EventKind> events() {
    return EVENTS;
  }

  @Override
  public Sketch sketch() {
    return new RpsSketch();
  }
}
