package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A tab with the form for a new recording.
public final class RecordingDraft implements WorkspaceTab {
  private final Optional<Path> map;
  private final Optional<Path> checkpoint;
  private final Optional<CheckpointOrigin> origin;
  private final EnvironmentType environment;
  private final Map<String, String> settings;

  /// Starts from a file that the user opened, or from the built-in ones.
  public RecordingDraft(Optional<Path> map, Optional<Path> checkpoint) {
    this(map, checkpoint, Optional.empty());
  }

  /// @param origin the checkpoint's origin, to start from
  public RecordingDraft(
      Optional<Path> map, Optional<Path> checkpoint, Optional<CheckpointOrigin> origin) {
    this(map, checkpoint, origin, BuiltInEnvironments.all().getFirst(), Map.of());
  }

  private RecordingDraft(
      Optional<Path> map,
      Optional<Path> checkpoint,
      Optional<CheckpointOrigin> origin,
      EnvironmentType environment,
      Map<String, String> settings) {
    this.map = map;
    this.checkpoint = checkpoint;
    this.origin = origin;
    this.environment = environment;
    this.settings = Map.copyOf(settings);
  }

  /// Starts from a map of an environment.
  ///
  /// @param map a file or a folder
  public static RecordingDraft on(Path map, EnvironmentType environment) {
    return new RecordingDraft(
        Optional.of(map), Optional.empty(), Optional.empty(), environment, Map.of());
  }

  /// Starts from a policy in a world.
  ///
  /// @param map a name or a file; empty for the usual one
  /// @param settings knobs that differ from their defaults
  public static RecordingDraft by(
      Path policy,
      EnvironmentType environment,
      Optional<String> map,
      Map<String, String> settings) {
    return new RecordingDraft(
        map.map(Path::of), Optional.of(policy), Optional.empty(), environment, settings);
  }

  @Override
  public String title() {
    return wording("RecordingDraft.new_recording");
  }

  @Override
  public Optional<Path> shownFile() {
    return Optional.empty();
  }

  /// The environment to start from, unless a checkpoint's origin names another one.
  public EnvironmentType environment() {
    return environment;
  }

  /// Knobs to start from.
  public Map<String, String> settings() {
    return settings;
  }

  /// The map to start from.
  public Optional<Path> map() {
    return map;
  }

  /// The checkpoint's origin.
  public Optional<CheckpointOrigin> origin() {
    return origin;
  }

  /// The checkpoint to start from.
  public Optional<Path> checkpoint() {
    return checkpoint;
  }
}
