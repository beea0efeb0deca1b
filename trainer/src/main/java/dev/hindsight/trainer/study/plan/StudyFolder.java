package dev.hindsight.trainer.study.plan;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.WholeJson;
import dev.hindsight.trainer.run.ledger.RunLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The folder of a study, locked by the one process that works on it.
///
/// The ledger is replaced as a whole with each entry, so a killed process leaves the one before.
/// Any thread.
public final class StudyFolder implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String LEDGER = "ledger.json";

  private final Path path;
  private final RunLock lock;
  private final Map<String, Entry> entries;

  private StudyFolder(Path path, RunLock lock, Map<String, Entry> entries) {
    this.path = path;
    this.lock = lock;
    this.entries = new LinkedHashMap<>(entries);
  }

  /// What the ledger says of a run.
  ///
  /// @param arm title of its arm
  /// @param seed of training
  /// @param request what decides its result, by name
  /// @param run its name in the ledger of runs; empty before it began
  /// @param status `planned`, or how training ended: `finished`, `not_finite`
  /// @param reason why training ended early
  /// @param evaluated digest of the evaluation whose scores are in the folder; empty if none are
  public record Entry(
      String arm,
      long seed,
      Map<String, String> request,
      String run,
      String status,
      String reason,
      String evaluated) {
    /// Status of a run whose training has not ended.
    public static final String PLANNED = "planned";

    private static final String DIVERGED = "not_finite";

    /// Copies the map, keeping the order.
    public Entry {
      request = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(request));
    }

    /// The run after training.
    public Entry ended(String name, String how, String why) {
      return new Entry(arm, seed, request, name, how, why, evaluated);
    }

    /// Whether nothing is left to do for it: it is evaluated, or its training diverged.
    public boolean complete() {
      return !evaluated.isEmpty() || status.equals(DIVERGED);
    }

    /// The run after its evaluation.
    public Entry evaluated(String digest) {
      return new Entry(arm, seed, request, run, status, reason, digest);
    }
  }

  /// Opens or creates a folder.
  ///
  /// @throws Problem if it cannot be written or another process works on it
  public static StudyFolder open(Path path) {
    try {
      Files.createDirectories(path.resolve("runs"));
      Files.createDirectories(path.resolve("scores"));
    } catch (IOException e) {
      throw unwritable(path, e);
    }
    RunLock lock = RunLock.take(path, path.resolve("lock"));
    try {
      return new StudyFolder(path, lock, Files.exists(ledger(path)) ? entries(path) : Map.of());
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /// Whether a folder is that of a study.
  public static boolean isStudy(Path path) {
    return Files.isRegularFile(ledger(path)) && Files.isDirectory(path.resolve("scores"));
  }

  /// What the ledger of a study says, by the key of the run; also while a process works on it.
  ///
  /// @throws Problem if it cannot be read or is damaged
  public static Map<String, Entry> entries(Path path) {
    Path ledger = ledger(path);
    try {
      return WholeJson.read(
          JSON, Files.readString(ledger), new TypeReference<LinkedHashMap<String, Entry>>() {});
    } catch (JsonProcessingException e) {
      throw new Problem(
          wording("StudyFolder.the_ledger_is_damaged"),
          ledger.toString(),
          wording("StudyFolder.choose_another_folder_with_out"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("StudyFolder.the_ledger_cannot_be_read"),
          ledger.toString(),
          wording("StudyFolder.check_the_folder_and_its"),
          e);
    }
  }

  /// Its path.
  public Path path() {
    return path;
  }

  /// The ledger of a folder.
  public static Path ledger(Path path) {
    return path.resolve(LEDGER);
  }

  /// The newest training of a run, by its name in the ledger of runs; empty if none was begun.
  static Optional<String> begun(Path path, String key) {
    Path home = path.resolve("runs").resolve(key);
    if (!Files.isDirectory(home)) {
      return Optional.empty();
    }
    try (Stream<Path> runs = Files.list(home)) {
      return runs.filter(Files::isDirectory)
          .map(run -> run.getFileName().toString())
          .max(Comparator.naturalOrder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The file that describes the study of a folder.
  public static Path description(Path path) {
    return path.resolve("study.yaml");
  }

  /// The scores of all runs.
  public static Path scores(Path path) {
    return path.resolve("scores.csv");
  }

  /// The report of a folder, as JSON.
  public static Path report(Path path) {
    return path.resolve("report.json");
  }

  /// The parent of a run's folder.
  public static Path home(Path path, StudySpec.PlannedRun run) {
    return path.resolve("runs").resolve(run.key());
  }

  /// The scores of a run.
  public static Path scores(Path path, StudySpec.PlannedRun run) {
    return path.resolve("scores").resolve(run.key() + ".csv");
  }

  /// What the ledger says of a run.
  public synchronized Optional<Entry> entry(StudySpec.PlannedRun run) {
    return Optional.ofNullable(entries.get(run.key()));
  }

  /// Refuses a folder that holds another study, whose description and report would be replaced.
  ///
  /// @throws Problem if the study there has another name, or no run in common with this one
  public synchronized void requireHolds(StudySpec spec) {
    requireHolds(path, entries, spec);
  }

  /// As [#requireHolds(StudySpec)], with what the ledger in the folder says.
  public static void requireHolds(Path path, Map<String, Entry> entries, StudySpec spec) {
    if (entries.isEmpty()) {
      return;
    }
    Path description = description(path);
    String there = Files.exists(description) ? StudyFile.read(description).name() : path.toString();
    boolean same = there.equals(spec.name()) || !Files.exists(description);
    if (!same || spec.runs().stream().noneMatch(run -> entries.containsKey(run.key()))) {
      throw new Problem(
          same
              ? wording("StudyFolder.its_study_has_no_run_in_common", spec.name())
              : wording("StudyFolder.it_holds_another_study", there),
          path.toString(),
          wording("StudyFolder.choose_another_folder_with_out"));
    }
  }

  /// What the ledger says of runs that have scores but are no longer part of a study.
  public synchronized List<Entry> leftOut(StudySpec spec) {
    Set<String> planned =
        spec.runs().stream().map(StudySpec.PlannedRun::key).collect(Collectors.toSet());
    return entries.entrySet().stream()
        .filter(each -> !planned.contains(each.getKey()))
        .map(Map.Entry::getValue)
        .filter(entry -> !entry.evaluated().isEmpty())
        .toList();
  }

  /// Stores an entry in place of that of the same run; it is on disk when this returns.
  public synchronized void put(StudySpec.PlannedRun run, Entry entry) {
    entries.put(run.key(), entry);
    try {
      write(ledger(path), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(entries));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an entry that is not JSON", e);
    }
  }

  /// Writes a file of the study, completely or not at all.
  ///
  /// @throws Problem if it cannot be written
  public static void write(Path file, String text) {
    try {
      AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  private static Problem unwritable(Path file, IOException cause) {
    return new Problem(
        wording("StudyFolder.it_cannot_be_written"),
        file.toString(),
        wording("StudyFolder.free_disk_space_and_check_permissions"),
        cause);
  }

  @Override
  public void close() {
    lock.close();
  }
}
