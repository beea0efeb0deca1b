package dev.hindsight.trainer.study.plan;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.RunLock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The folder of a study, locked by the one process that works on it.
///
/// The ledger is replaced as a whole with each entry, so a killed process leaves the one before.
/// Any thread.
public final class StudyFolder implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path path;
  private final RunLock lock;
  private final Map<String, Entry> entries;

  private StudyFolder(Path path, RunLock lock, Map<String, Entry> entries) {
    this.path = path;
    this.lock = lock;
    this.entries = entries;
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

    /// Copies the map, keeping the order.
    public Entry {
      request = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(request));
    }

    /// The run after training.
    public Entry ended(String name, String how, String why) {
      return new Entry(arm, seed, request, name, how, why, evaluated);
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
      Path ledger = path.resolve("ledger.json");
      Map<String, Entry> entries =
          Files.exists(ledger)
              ? JSON.readValue(
                  Files.readString(ledger), new TypeReference<LinkedHashMap<String, Entry>>() {})
              : new LinkedHashMap<>();
      return new StudyFolder(path, lock, entries);
    } catch (JsonProcessingException e) {
      lock.close();
      throw new Problem(
          wording("StudyFolder.the_ledger_is_damaged"),
          path.resolve("ledger.json").toString(),
          wording("StudyFolder.choose_another_folder_with_out"),
          e);
    } catch (IOException e) {
      lock.close();
      throw unwritable(path, e);
    }
  }

  /// Its path.
  public Path path() {
    return path;
  }

  /// The parent of a run's folder.
  public Path home(StudySpec.PlannedRun run) {
    return path.resolve("runs").resolve(run.key());
  }

  /// The scores of a run.
  public Path scores(StudySpec.PlannedRun run) {
    return path.resolve("scores").resolve(run.key() + ".csv");
  }

  /// What the ledger says of a run.
  public synchronized Optional<Entry> entry(StudySpec.PlannedRun run) {
    return Optional.ofNullable(entries.get(run.key()));
  }

  /// Stores an entry in place of that of the same run; it is on disk when this returns.
  public synchronized void put(StudySpec.PlannedRun run, Entry entry) {
    entries.put(run.key(), entry);
    try {
      write(
          path.resolve("ledger.json"),
          JSON.writerWithDefaultPrettyPrinter().writeValueAsString(entries));
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
