package dev.hindsight.trainer.env;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.action.ActionAxes;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.scene.Sketch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A kind of environment. To add one: a package below this one, and one line in
/// [dev.hindsight.trainer.env.builtin.BuiltInEnvironments].
public interface EnvironmentType {
  /// The name on the command line and in files: `drive`.
  String id();

  /// The name for people.
  String title();

  /// Version of the simulation, for recordings. Changes when results change.
  String codeVersion();

  /// Whether a policy meets in this version the world that it learned in: observations, rewards and
  /// what follows an action. By default only if that was this version, too.
  ///
  /// @param trained the environment that it learned in, of this kind
  default boolean isWorldOf(Manifest.EnvironmentInfo trained) {
    return trained.codeVersion().equals(codeVersion());
  }

  /// Its knobs.
  Settings settings();

  /// The numbers of its world and sensors that can differ from episode to episode; by default none
  /// does. Its [#settings] then end with those of [dev.hindsight.trainer.env.randomise.Buckets].
  default List<RandomisedSetting> randomised() {
    return List.of();
  }

  /// Tested settings for training, in menu order. If a user names no preset, the first one for the
  /// algorithm is used.
  default List<TrainingPreset> presets() {
    return List.of();
  }

  /// The largest reward that one step can pay, or 1. Where it is more than 1, training does not
  /// clamp rewards unless a preset or a user sets `reward_clip`: it would learn from other rewards
  /// than the environment pays.
  ///
  /// @param settings a configuration
  default double largestReward(SettingValues settings) {
    return 1;
  }

  /// Presets for one algorithm.
  ///
  /// @param algorithm its id
  default List<TrainingPreset> presets(String algorithm) {
    return presets().stream().filter(preset -> preset.algorithm().equals(algorithm)).toList();
  }

  /// The scenarios it runs on.
  Scenarios scenarios();

  /// The knobs that set up trials.
  TrialKnobs trialKnobs();

  /// Loads the scenario and checks the configuration.
  ///
  /// @param scenario a map or scenario file; empty if the environment generates its own
  /// @throws dev.hindsight.trainer.Problem if the file or a value is invalid
  EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario);

  /// What [#prepare] starts besides this program, in a sentence without a full stop, for users to
  /// read before it starts; empty if nothing.
  ///
  /// @throws dev.hindsight.trainer.Problem if a value is invalid
  default Optional<String> program(SettingValues settings) {
    return Optional.empty();
  }

  /// A user has typed or confirmed these settings on this machine, so [#prepare] may start what
  /// they name. A recording that only holds them may not.
  ///
  /// @throws dev.hindsight.trainer.Problem if a value is invalid
  default void permit(SettingValues settings) {}

  /// The events that breakpoints of training offer and that evaluations count. They are among those
  /// that its environments report, [EnvironmentShape#events].
  default List<EventKind> events() {
    return EventKind.COMMON;
  }

  /// Promises that recordings of a configuration may break, because one of its knobs reproduces a
  /// known defect.
  ///
  /// @param config values of knobs by name, as a recording holds them; knobs may be missing
  default List<Waiver> waivers(Map<String, JsonNode> config) {
    return List.of();
  }

  /// Rules that recordings of a configuration must follow. Audits read them here and need not know
  /// any knob.
  ///
  /// @param config values of knobs by name, as a recording holds them; knobs may be missing
  default RecordingRules recordingRules(Map<String, JsonNode> config) {
    return RecordingRules.UNDECLARED;
  }

  /// Settings of worlds that are kept apart for evaluations. Evaluations use them unless the user
  /// sets these knobs; empty if the type has no such worlds.
  default Map<String, String> heldOutSettings() {
    return Map.of();
  }

  /// Computes rewards from a recording's columns, independently of the simulation's code; empty if
  /// that is impossible.
  ///
  /// @param recording of this version of the environment
  default Optional<RewardRule> rewardRule(RecordedTicks recording) {
    return Optional.empty();
  }

  /// Which parts of an action a person moves with which keys, when taking over an agent.
  ///
  /// @param space of one of its configurations
  default ActionAxes actionAxes(ActionSpace space) {
    return ActionAxes.of(space);
  }

  /// Draws its recordings.
  Sketch sketch();
}
