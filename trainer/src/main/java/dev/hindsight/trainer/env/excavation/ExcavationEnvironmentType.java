package dev.hindsight.trainer.env.excavation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
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
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.SitePack;
import dev.hindsight.trainer.env.excavation.picture.ExcavationSketch;
import dev.hindsight.trainer.env.excavation.reward.RewardComponent;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.env.randomise.RandomisedWorlds;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An excavator that digs a foundation in a grid of tiles and dumps the soil where it may. See
/// `docs/excavation.md`.
public final class ExcavationEnvironmentType implements EnvironmentType {
  /// What its actions can cause: the dig is finished.
  static final List<EventKind> EVENTS = List.of(EventKind.GOAL);

  private static final int SMALLEST = 32;
  private static final int LARGEST = 127;

  @Override
  public String id() {
    return "excavation";
  }

  @Override
  public String title() {
    return wording("ExcavationEnvironmentType.excavation");
  }

  @Override
  public String codeVersion() {
    return "1";
  }

  @Override
  public Settings settings() {
    return ExcavationSettings.ALL;
  }

  @Override
  public List<RandomisedSetting> randomised() {
    return ExcavationSettings.RANDOMISED;
  }

  /// Finishing a dig with all soil where it belongs pays 480 / 70.
  @Override
  public double largestReward(SettingValues settings) {
    return 480.0 / 70;
  }

  @Override
  public List<TrainingPreset> presets() {
    return ExcavationSettings.PRESETS;
  }

  @Override
  public Scenarios scenarios() {
    return new SiteScenarios();
  }

  @Override
  public TrialKnobs trialKnobs() {
    return new TrialKnobs(
        ExcavationSettings.TRIALS,
        ExcavationSettings.MAX_STEPS,
        Map.of(),
        ExcavationSettings.MAX_STEPS,
        100);
  }

  @Override
  public EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario) {
    return RandomisedWorlds.of(
        worlds(settings, scenario), Buckets.of(settings, ExcavationSettings.RANDOMISED));
  }

  private static ExcavationFactory worlds(SettingValues settings, Optional<Path> scenario) {
    SettingValues values = ExcavationSettings.unfold(settings);
    if (scenario.isEmpty()) {
      return new ExcavationFactory(values, List.of());
    }
    List<ExcavationMap> maps = SitePack.read(scenario.get());
    int size = maps.getFirst().size();
    for (ExcavationMap map : maps) {
      if (map.size() != size || size < SMALLEST || size > LARGEST) {
        throw new Problem(
            wording("ExcavationEnvironmentType.a_site_has_tiles", map.size()),
            scenario.get().toString(),
            wording("ExcavationEnvironmentType.give_sites_of_one_size", SMALLEST, LARGEST));
      }
    }
    Map<String, JsonNode> sized = new LinkedHashMap<>(values.values());
    sized.replace(ExcavationSettings.SIZE, LongNode.valueOf(size));
    sized.replace(ExcavationSettings.SITES, LongNode.valueOf(maps.size()));
    return new ExcavationFactory(new SettingValues(sized, values.chosen()), maps);
  }

  @Override
  public RecordingRules recordingRules(Map<String, JsonNode> config) {
    JsonNode staggered = config.get(ExcavationSettings.STAGGERED);
    return RecordingRules.of(RecordingRules.TrialEnd.GOAL)
        .with(new RecordingRules.Scoring("", 0))
        .staggered(staggered != null && staggered.asBoolean());
  }

  /// The components, which recordings hold as figures, add up to the reward; `terminal` pays for
  /// the finished task alone.
  @Override
  public Optional<RewardRule> rewardRule(RecordedTicks recording) {
    List<AgentColumn> parts = new ArrayList<>();
    int terminal = -1;
    for (RewardComponent component : RewardComponent.values()) {
      if (component.explains()) {
        continue;
      }
      terminal = component == RewardComponent.TERMINAL ? parts.size() : terminal;
      Optional<AgentColumn> column =
          recording.column(StepFigure.PREFIX + ExcavationFigures.REWARD + component.id(), 1);
      if (column.isEmpty()) {
        return Optional.empty();
      }
      parts.add(column.get());
    }
    AgentColumn bonus = parts.get(terminal);
    return Optional.of((tick, agent, rewardRange) -> {
      rewardRange.clear();
      for (AgentColumn part : parts) {
        rewardRange.add(part.value(tick, agent, 0));
      }
      rewardRange.goal = bonus.value(tick, agent, 0);
      return true;
    });
  }

  @Override
  public List<EventKind> events() {
    return EVENTS;
  }

  @Override
  public Sketch sketch() {
    return new ExcavationSketch();
  }

  @Override
  public Map<String, String> heldOutSettings() {
    return ExcavationSettings.HELD_OUT;
  }
}
