package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.env.Waiver;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Any environment of Gymnasium or PettingZoo, in a Python that the user names. See
/// `docs/gymnasium.md`.
public final class GymEnvironmentType implements EnvironmentType {
  /// The total of a recording that is 0 if equal seeds and actions gave different results when it
  /// was tried.
  public static final String REPEATS = "repeats";

  private static final int USUAL_TICKS = 500;

  @Override
  public String id() {
    return "gym";
  }

  @Override
  public String title() {
    return "Gymnasium";
  }

  @Override
  public String codeVersion() {
    return "1";
  }

  @Override
  public Settings settings() {
    return GymSettings.ALL;
  }

  @Override
  public Scenarios scenarios() {
    return Scenarios.none(title());
  }

  @Override
  public TrialKnobs trialKnobs() {
    return new TrialKnobs(
        GymSettings.TRIALS,
        GymSettings.EPISODE_TICKS,
        Map.of(),
        GymSettings.EPISODE_TICKS,
        USUAL_TICKS);
  }

  /// @throws Problem also if the user has never named what would run; see [#permit]
  @Override
  public EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario) {
    if (scenario.isPresent()) {
      throw new Problem(
          wording("GymEnvironmentType.it_has_no_map"),
          scenario.get().toString(),
          wording("GymEnvironmentType.leave_the_scenario_out"));
    }
    GymSettings checked = GymSettings.of(settings);
    GymPermission.check(checked);
    return new GymFactory(checked);
  }

  @Override
  public Optional<String> program(SettingValues settings) {
    return Optional.of(GymScript.words(GymSettings.of(settings)));
  }

  @Override
  public void permit(SettingValues settings) {
    GymPermission.allow(GymSettings.of(settings));
  }

  @Override
  public List<EventKind> events() {
    return List.of();
  }

  @Override
  public List<Waiver> waivers(Map<String, JsonNode> config) {
    return List.of(
        new Waiver(
            Promise.EPISODES_END_WITH_TERMINALS,
            GymSettings.ID,
            wording("GymEnvironmentType.agents_end_one_by_one")));
  }

  @Override
  public RecordingRules recordingRules(Map<String, JsonNode> config) {
    return RecordingRules.UNDECLARED;
  }

  @Override
  public Sketch sketch() {
    return new RenderedFrameSketch();
  }
}
