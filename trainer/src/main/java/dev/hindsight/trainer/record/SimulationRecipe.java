package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.EditJson;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything needed to simulate a recording again: the environment with its scenario and
/// configuration, and the edits.
///
/// @param rollout its opener closes it
/// @param factory creates the environment
/// @param edits of a branch, inherited ones first; empty for another recording
/// @param code version of the environment
public record SimulationRecipe(
    Rollout rollout, EnvironmentFactory factory, Edits edits, CodeVersions code) {
  /// The key in [Manifest#extra()] for the origin of a branch.
  public static final String BRANCH = "branch";

  /// The key within it for the edits.
  public static final String EDITS = "edits";

  /// Reads the recipe from a recording of a built-in environment; takes as long as loading a map.
  ///
  /// @throws Problem if the recording lacks necessary data, or its scenario or configuration is not
  ///   what was recorded
  public static SimulationRecipe of(Rollout rollout) {
    return of(rollout, BuiltInEnvironments.recordable());
  }

  static SimulationRecipe of(Rollout rollout, List<EnvironmentType> types) {
    Integrity.of(rollout, _ -> false, Progress.SILENT, new Cancellation())
        .first(Integrity.Concern.RECIPE)
        .ifPresent(fault -> {
          throw changed(rollout, fault);
        });
    return unchecked(rollout, types);
  }

  /// The same for a file that may have been changed.
  static SimulationRecipe unchecked(Rollout rollout, List<EnvironmentType> types) {
    if (rollout.ticks() == 0) {
      throw new Problem(
          wording(
              "SimulationRecipe.it_cannot_be_replayed",
              wording("SimulationRecipe.it_holds_no_tick")),
          rollout.file().toString(),
          wording("SimulationRecipe.record_it_again"));
    }
    Optional<Path> scenario = EmbeddedScenario.unpack(rollout);
    try {
      EnvironmentType type = type(rollout, types);
      EnvironmentFactory factory = factory(rollout, type, scenario, Map.of());
      int agents = factory.shape().agents();
      if (agents != rollout.manifest().agents()) {
        throw cannot(
            rollout,
            wording(
                "SimulationRecipe.its_scenario_gives_agents_here_it",
                agents,
                rollout.manifest().agents()));
      }
      String recorded = rollout.manifest().environment().codeVersion();
      return new SimulationRecipe(
          rollout, factory, edits(rollout), new CodeVersions(recorded, type.codeVersion()));
    } finally {
      scenario.ifPresent(SimulationRecipe::delete);
    }
  }

  /// A copy with other knobs.
  ///
  /// @param knobs name to text
  /// @throws Problem if they give no environment, or one of another size
  SimulationRecipe with(Map<String, String> knobs, EnvironmentType type) {
    Optional<Path> scenario = EmbeddedScenario.unpack(rollout);
    try {
      EnvironmentFactory other = factory(rollout, type, scenario, knobs);
      if (other.shape().agents() != rollout.manifest().agents()) {
        throw cannot(rollout, wording("SimulationRecipe.with_it_has_another_number_of", knobs));
      }
      return new SimulationRecipe(rollout, other, edits, code);
    } finally {
      scenario.ifPresent(SimulationRecipe::delete);
    }
  }

  /// Whether a recording is a branch of another.
  public static boolean isBranch(Rollout rollout) {
    return rollout.manifest().extra().containsKey(BRANCH);
  }

  /// The edits in a recording.
  public static Edits edits(Rollout rollout) {
    JsonNode branch = rollout.manifest().extra().get(BRANCH);
    return branch == null
        ? Edits.NONE
        : new Edits(EditJson.read(branch.path(EDITS), String.valueOf(rollout.file())));
  }

  /// Creates the environment as it was before tick 0.
  public Environment create() {
    return factory.create(rollout.manifest().seed());
  }

  static EnvironmentType type(Rollout rollout, List<EnvironmentType> types) {
    String id = rollout.manifest().environment().id();
    return types.stream()
        .filter(type -> type.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            cannot(rollout, wording("SimulationRecipe.its_environment_is_not_known_here", id)));
  }

  private static EnvironmentFactory factory(
      Rollout rollout, EnvironmentType type, Optional<Path> scenario, Map<String, String> knobs) {
    Manifest.EnvironmentInfo info = rollout.manifest().environment();
    Map<String, String> texts = new LinkedHashMap<>();
    for (Setting setting : type.settings().all()) {
      JsonNode value = info.config().get(setting.name());
      if (value != null) {
        texts.put(setting.name(), value.asText());
      }
    }
    texts.putAll(knobs);
    return type.prepare(type.settings().parse(texts, rollout.file().toString()), scenario);
  }

  /// The problem that a recording's recipe is not what was recorded.
  static Problem changed(Rollout rollout, Integrity.Fault fault) {
    return new Problem(
        wording("SimulationRecipe.it_is_not_what_was_recorded", fault.words()),
        rollout.file().toString(),
        wording("SimulationRecipe.get_an_undamaged_copy_see_hindsight"));
  }

  static Problem cannot(Rollout rollout, String why) {
    return new Problem(
        wording("SimulationRecipe.it_cannot_be_replayed", why),
        rollout.file().toString(),
        wording("SimulationRecipe.replay_it_where_it_was_made"));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException _) {
      // A leftover temporary file is no reason to lose the result.
      file.toFile().deleteOnExit();
    }
  }
}
