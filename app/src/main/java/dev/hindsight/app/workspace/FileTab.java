package dev.hindsight.app.workspace;

import java.nio.file.Path;
import java.util.Optional;

/// A tab for a file that is no recording.
public final class FileTab implements WorkspaceTab {
  /// What the tab shows of the file.
  public enum Look {
    /// What flows in and out of a policy of another program.
    POLICY,
    /// The tensors of a file.
    TENSORS,
    /// What the arrays of a dataset mean.
    ARRAYS,
    /// Histograms and texts of an imported run.
    LOGGED
  }

  private final Path file;
  private final Look look;
  private final Optional<String> environment;
  private final Optional<String> why;

  private FileTab(Path file, Look look, Optional<String> environment, Optional<String> why) {
    this.file = file;
    this.look = look;
    this.environment = environment;
    this.why = why;
  }

  /// What flows in and out of a policy.
  ///
  /// @param environment id of the environment that it is meant for; empty if it is not known
  public static FileTab policy(Path file, Optional<String> environment) {
    return new FileTab(file, Look.POLICY, environment, Optional.empty());
  }

  /// The tensors of a file.
  ///
  /// @param why it is no policy that could act; empty if it does not look like one
  public static FileTab tensors(Path file, Optional<String> why) {
    return new FileTab(file, Look.TENSORS, Optional.empty(), why);
  }

  /// What the arrays of a `.npz` or `.npy` mean.
  public static FileTab arrays(Path file) {
    return new FileTab(file, Look.ARRAYS, Optional.empty(), Optional.empty());
  }

  /// The histograms and texts of an imported run.
  ///
  /// @param folder of the run
  public static FileTab logged(Path folder) {
    return new FileTab(folder, Look.LOGGED, Optional.empty(), Optional.empty());
  }

  @Override
  public String title() {
    return String.valueOf(file.getFileName());
  }

  /// The file.
  public Path file() {
    return file;
  }

  @Override
  public Optional<Path> shownFile() {
    return Optional.of(file);
  }

  /// What the tab shows.
  public Look look() {
    return look;
  }

  /// The environment that a policy is meant for.
  public Optional<String> environment() {
    return environment;
  }

  /// Why a file with tensors is no policy that could act, in words.
  public Optional<String> why() {
    return why;
  }
}
