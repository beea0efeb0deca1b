package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.Checkpoints;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds the checkpoint that a user means by `RUN` or `RUN@VERSION`. Reads files: for a background
/// thread.
public final class RunVersions {
  private static final String BEST = "best";
  private static final String LATEST = "latest";
  private static final String ALL = "@all";

  private RunVersions() {}

  /// The file for a user's input.
  ///
  /// @param text `RUN` or `RUN@best` for its best checkpoint, or else its latest; `RUN@latest`;
  ///   `RUN@UPDATE`; RUN as in [RunLedger#find], or the folder of any run
  /// @return empty if there is no such run
  /// @throws Problem if the run has no such version, naming those it has; if several runs are meant
  public static Optional<Path> find(RunLedger ledger, String text) {
    int at = text.lastIndexOf('@');
    String run = at < 0 ? text : text.substring(0, at);
    return ledger
        .lookup(run)
        .map(record -> RunFolder.of(record))
        .or(() -> RunCopy.at(run).map(RunCopy::folder))
        .map(folder -> version(folder, at < 0 ? BEST : text.substring(at + 1)));
  }

  /// Whether a text means all versions of a run.
  public static boolean isAll(String text) {
    return text.endsWith(ALL) && text.length() > ALL.length();
  }

  /// The names of the versions that a run keeps, oldest first: `RUN@10`, `RUN@20`, ... for
  /// `RUN@all`; any other text alone.
  ///
  /// @throws Problem if there is no such run, or it keeps no versions
  public static List<String> each(RunLedger ledger, String text) {
    if (!isAll(text)) {
      return List.of(text);
    }
    String run = text.substring(0, text.length() - ALL.length());
    RunFolder folder =
        ledger
            .lookup(run)
            .map(record -> RunFolder.of(record))
            .or(() -> RunCopy.at(run).map(RunCopy::folder))
            .orElseGet(() -> RunFolder.of(ledger.find(run)));
    List<String> names =
        CheckpointHistory.versions(folder).stream()
            .map(version -> run + "@" + version.update())
            .distinct()
            .toList();
    if (names.isEmpty()) {
      throw new Problem(
          wording("RunVersions.the_run_has_no_version", folder.name(), "all"),
          folder.path().toString(),
          remedy(folder));
    }
    return names;
  }

  private static Path version(RunFolder folder, String version) {
    return switch (version) {
      case BEST -> existing(folder, version, folder.best(), folder.latest());
      case LATEST -> existing(folder, version, folder.latest());
      default -> existing(folder, version, updates(folder, version));
    };
  }

  /// The files that may hold an update.
  private static Path[] updates(RunFolder folder, String version) {
    Stream<Path> kept =
        CheckpointHistory.versions(folder).stream()
            .filter(one -> Long.toString(one.update()).equals(version))
            .map(CheckpointHistory.Version::file);
    Stream<Path> ends =
        Stream.of(folder.latest(), folder.best())
            .filter(Files::isRegularFile)
            .filter(file -> Long.toString(update(file)).equals(version));
    return Stream.concat(kept, ends).toArray(Path[]::new);
  }

  private static Path existing(RunFolder folder, String version, Path... files) {
    return Stream.of(files)
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("RunVersions.the_run_has_no_version", folder.name(), version),
                folder.path().toString(),
                remedy(folder)));
  }

  private static String remedy(RunFolder folder) {
    List<CheckpointHistory.Version> versions = CheckpointHistory.versions(folder);
    if (versions.isEmpty()) {
      // A run that was imported, or ended early, has not even the latest.
      return Files.isRegularFile(folder.latest())
          ? wording("RunVersions.it_keeps_no_versions")
          : wording("RunVersions.it_has_no_checkpoint");
    }
    return wording(
        "RunVersions.choose_one_of",
        versions.stream()
            .map(version -> Long.toString(version.update()))
            .collect(Collectors.joining(", ")));
  }

  /// The last update that a checkpoint of a run includes.
  ///
  /// @throws Problem for a file that training did not write
  public static long update(Path checkpoint) {
    return RunCheckpoint.progress(Checkpoints.read(checkpoint)).updates();
  }
}
