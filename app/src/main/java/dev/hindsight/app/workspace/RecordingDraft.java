package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.nio.file.Path;
import java.util.Optional;

/// A tab with the form for a new recording.
public final class RecordingDraft implements WorkspaceTab {
  private final Optional<Path> map;
  private final Optional<Path> checkpoint;
  private final Optional<CheckpointOrigin> origin;
  private final EnvironmentType environment;

  /// Starts from a file that the user opened, or from the built-in ones.
  public RecordingDraft(Optional<Path> map, Optional<Path> checkpoint) {
    this(map, checkpoint, Optional.empty());
  }

  /// @param origin the checkpoint's origin, to start from
  public RecordingDraft(
      Optional<Path> map, Optional<Path> checkpoint, Optional<CheckpointOrigin> origin) {
    this(map, checkpoint, origin, BuiltInEnvironments.all().getFirst());
  }

  private RecordingDraft(
      Optional<Path> map,
      Optional<Path> checkpoint,
      Optional<CheckpointOrigin> origin,
      EnvironmentType environment) {
    this.map = map;
    this.checkpoint = checkpoint;
    this.origin = origin;
    this.environment = environment;
  }

  /// Starts from a map of an environment.
  ///
  /// @param map a file or a folder
  public static RecordingDraft on(Path map, EnvironmentType environment) {
    return new RecordingDraft(Optional.of(map), Optional.empty(), Optional.empty(), environment);
  }

  @Override
  public String title() {
    return wording("RecordingDraft.new_recording");
  }

  /// The environment to start from, unless a checkpoint's origin names another one.
  public EnvironmentType environment() {
    return environment;
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
