package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.FolderDeletion;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The folder with a run's files.
///
/// @param path has the run's name, unless a user renamed it
/// @param name of the run
public record RunFolder(Path path, String name) {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  /// Earlier versions ended it with the number of the run in its second, or with nothing.
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9.-]+-\\d{8}-\\d{6}(-[0-9a-f]{4}|-\\d+)?");

  /// Values of the random part of a name.
  private static final int RANDOM = 0x10000;

  /// A younger folder may be that of a run that another process is just beginning.
  private static final Duration SETTLED = Duration.ofMinutes(10);

  /// Names of runs that this process began, which the ledger may not have yet.
  private static final Set<RunId> BEGUN = ConcurrentHashMap.newKeySet();

  /// A folder that has the run's name.
  public RunFolder(Path path) {
    this(path, String.valueOf(path.getFileName()));
  }

  /// Creates a new one. Its name ends with a random part, so that it differs from those of runs
  /// that began on other machines in the same second; it is unique in the ledger.
  ///
  /// @param home parent folder, created if necessary
  /// @param environment first part of the name
  public static RunFolder create(Path home, String environment, Instant now, RunLedger ledger) {
    SecureRandom random = new SecureRandom();
    return create(home, environment, now, ledger, () -> random.nextInt(RANDOM));
  }

  /// @param random draws below [#RANDOM]
  static RunFolder create(
      Path home, String environment, Instant now, RunLedger ledger, IntSupplier random) {
    String name = environment + "-" + STAMP.format(now);
    try {
      Files.createDirectories(home);
      deleteAbandoned(home, now, ledger);
      while (true) {
        String part = HexFormat.of().toHexDigits((short) random.getAsInt());
        Path path = home.resolve(name + "-" + part).toAbsolutePath().normalize();
        RunFolder made = new RunFolder(path);
        if (!ledger.reserve(made.id(), now)) {
          continue;
        }
        BEGUN.add(made.id());
        try {
          Files.createDirectory(path);
          return made;
        } catch (FileAlreadyExistsException _) {
          // Another run that began in the same second drew the same part.
        }
      }
    } catch (IOException e) {
      throw new Problem(
          wording("RunFolder.no_folder_for_the_run_can"),
          home.toString(),
          wording("RunFolder.choose_another_with_out_or_free"),
          e);
    }
  }

  /// Deletes folders of runs that were killed before the ledger knew them: without a checkpoint or
  /// the metrics of an update there is nothing in them that anyone could miss.
  private static void deleteAbandoned(Path home, Instant now, RunLedger ledger) throws IOException {
    List<Path> folders;
    try (Stream<Path> there = Files.list(home)) {
      folders =
          there
              .filter(path -> NAME.matcher(String.valueOf(path.getFileName())).matches())
              .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
              .toList();
    }
    for (Path path : folders) {
      RunFolder folder = new RunFolder(path.toAbsolutePath().normalize());
      try {
        if (!BEGUN.contains(folder.id()) && folder.abandoned(now) && !ledger.has(folder.id())) {
          FolderDeletion.delete(folder.path());
        }
      } catch (IOException _) {
        // It belongs to another user, or another process deletes it too.
      }
    }
  }

  private boolean abandoned(Instant now) throws IOException {
    Instant made = Files.getLastModifiedTime(path).toInstant();
    Set<String> known =
        Set.of(
            lock().getFileName().toString(),
            "metrics.jsonl",
            "tensorboard",
            ledger().getFileName().toString());
    try (Stream<Path> inside = Files.list(path)) {
      if (!inside.allMatch(file -> known.contains(String.valueOf(file.getFileName())))) {
        return false;
      }
    }
    return made.isBefore(now.minus(SETTLED))
        && (!Files.exists(metrics()) || Files.size(metrics()) == 0)
        && !RunLock.taken(this);
  }

  /// The folder of a run, whether it is there or not.
  public static RunFolder of(RunRecord run) {
    return new RunFolder(run.start().folder(), run.id().text());
  }

  /// The folder of a run.
  ///
  /// @throws Problem if it is gone
  public static RunFolder existing(RunRecord run) {
    RunFolder folder = of(run);
    if (!Files.isDirectory(folder.path())) {
      throw folder.gone();
    }
    return folder;
  }

  /// Says that it is not where the run was trained.
  public Problem gone() {
    return new Problem(
        wording("RunFolder.the_runs_folder_is_gone"),
        path.toString(),
        wording("RunFolder.move_it_back"));
  }

  /// Name of the run.
  ///
  /// @throws Problem if a run cannot have it
  public RunId id() {
    return new RunId(name);
  }

  /// The state after the last update: policy, optimiser and counters.
  public Path latest() {
    return path.resolve("latest.safetensors");
  }

  /// The state after the update whose last trial scored highest: in an evaluation if the run has
  /// evaluations, else in training.
  public Path best() {
    return path.resolve("best.safetensors");
  }

  /// Earlier versions of the policy, as [CheckpointHistory] keeps them.
  public Path versions() {
    return path.resolve("versions");
  }

  /// A version of the policy.
  Path version(long update, CheckpointHistory.Kind kind) {
    String best = kind == CheckpointHistory.Kind.BEST ? "-best" : "";
    return versions().resolve("update-" + update + best + ".safetensors");
  }

  /// The metrics of every update, one line of JSON each.
  public Path metrics() {
    return path.resolve("metrics.jsonl");
  }

  /// The entries of the run in the ledger, except its progress: another machine takes them from
  /// here.
  public Path ledger() {
    return path.resolve("ledger.jsonl");
  }

  /// The state of the workers after every update, one line of JSON each; only with workers.
  public Path fleet() {
    return path.resolve("fleet.jsonl");
  }

  /// How far the policy was from reference numbers, one line for each comparison.
  public Path gaps() {
    return path.resolve("gaps.jsonl");
  }

  /// The worst of the last episodes of a bucket of randomised settings.
  public Path worstEpisode(int bucket) {
    return buckets().resolve("bucket-" + bucket + ".json");
  }

  /// The worst episode of a bucket since the buckets were last evaluated, which may become the
  /// [#worstEpisode] at the next evaluation.
  public Path nextWorstEpisode(int bucket) {
    return buckets().resolve("bucket-" + bucket + "-next.json");
  }

  /// What the user calls the run, as [RunLabel] keeps it.
  public Path label() {
    return path.resolve("label.json");
  }

  /// Event files for TensorBoard.
  public Path tensorBoard() {
    return path.resolve("tensorboard");
  }

  /// Checkpoint of the policy that acted when an armed condition began to hold.
  public Path hit(long update, int tick) {
    return hits().resolve("update-" + update + "-tick-" + tick + ".safetensors");
  }

  /// All files and folders of a run that nothing can make again, whether they exist or not.
  public List<Path> kept() {
    return List.of(
        latest(),
        best(),
        versions(),
        metrics(),
        ledger(),
        fleet(),
        gaps(),
        label(),
        tensorBoard(),
        buckets(),
        hits());
  }

  private Path buckets() {
    return path.resolve("buckets");
  }

  /// The folder of these checkpoints.
  Path hits() {
    return path.resolve("hits");
  }

  /// The lock file of the process that works on the run.
  public Path lock() {
    return path.resolve("lock");
  }
}
