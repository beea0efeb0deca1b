package dev.hindsight.trainer.env;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A kind of world. To add one: a package below this one, and one line in
/// [dev.hindsight.trainer.env.builtin.BuiltInEnvironments].
public interface EnvironmentType {
  /// The name on the command line and in files: `drive`.
  String id();

  /// The name for people.
  String title();

  /// Which version of the simulation this is; goes into recordings. Changes when results change.
  String codeVersion();

  /// The knobs it has.
  Settings settings();

  /// Settings to train with that are known to work, in the order menus show them. Where a user
  /// names none, the first one for the algorithm is used.
  default List<TrainingPreset> presets() {
    return List.of();
  }

  /// Those for one way to train.
  ///
  /// @param algorithm its id
  default List<TrainingPreset> presets(String algorithm) {
    return presets().stream().filter(preset -> preset.algorithm().equals(algorithm)).toList();
  }

  /// The scenarios it runs on.
  Scenarios scenarios();

  /// How its settings ask for trials.
  TrialKnobs trialKnobs();

  /// Loads the scenario and checks the configuration.
  ///
  /// @param scenario a map or scenario file; nothing where the environment makes its own
  /// @throws dev.hindsight.trainer.Problem if the file or a value will not do
  EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario);

  /// Names of what can happen to an agent with an action, as conditions call it.
  default Set<String> events() {
    return Set.of("goal", "collision", "offroad");
  }

  /// What recordings of a configuration need not keep, because a knob of it reproduces a defect.
  ///
  /// @param config values of knobs by name, as a recording holds them; knobs may be missing
  default List<Waiver> waivers(Map<String, JsonNode> config) {
    return List.of();
  }

  /// What must hold of recordings of a configuration, so that whoever checks them names no knob.
  ///
  /// @param config values of knobs by name, as a recording holds them; knobs may be missing
  default RecordingRules recordingRules(Map<String, JsonNode> config) {
    return RecordingRules.UNDECLARED;
  }

  /// What it pays for what happens, worked out of a recording's columns a second time, apart from
  /// the code that pays; empty where that cannot be told.
  ///
  /// @param recording of this version of the environment
  default Optional<RewardRule> rewardRule(RecordedTicks recording) {
    return Optional.empty();
  }

  /// How its recordings are drawn.
  Sketch sketch();
}
