package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.DataFolder;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The ledger of all runs on this machine: a file of JSON lines that only grows.
///
/// An entry is on disk when [#append] returns. A process that dies while writing leaves an
/// incomplete line, which readers skip and the next writer terminates. Several processes may write
/// at once. Any thread; blocks.
public final class RunLedger {
  private static final byte END = '\n';

  private final Path file;

  /// @param file created with the first entry, including its folder
  public RunLedger(Path file) {
    this.file = file;
  }

  /// The ledger of this user: `ledger.jsonl` in the [DataFolder].
  public static RunLedger ofUser() {
    return new RunLedger(DataFolder.path().resolve("ledger.jsonl"));
  }

  /// Its file.
  public Path file() {
    return file;
  }

  /// Adds an entry.
  ///
  /// @throws Problem if it cannot be written
  public void append(LedgerEntry entry) {
    byte[] line = (LedgerJson.line(entry) + (char) END).getBytes(StandardCharsets.UTF_8);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      // Threads of one process would collide on the file lock, which is for processes.
      synchronized (RunLedger.class) {
        try (FileChannel channel =
                FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            FileLock _ = channel.lock()) {
          write(channel, line);
        }
      }
    } catch (IOException e) {
      throw new Problem(
          wording("RunLedger.the_ledger_of_runs_cannot_be"),
          file.toString(),
          wording("RunLedger.free_disk_space_and_check_permissions"),
          e);
    }
  }

  private static void write(FileChannel channel, byte[] line) throws IOException {
    long end = channel.size();
    ByteBuffer last = ByteBuffer.allocate(1);
    boolean torn = end > 0 && channel.read(last, end - 1) == 1 && last.get(0) != END;
    ByteBuffer bytes = ByteBuffer.allocate(line.length + 1);
    if (torn) {
      bytes.put(END);
    }
    bytes.put(line).flip();
    while (bytes.hasRemaining()) {
      end += channel.write(bytes, end);
    }
    channel.force(true);
  }

  /// All entries, oldest first, without unreadable ones.
  public List<LedgerEntry> entries() {
    List<LedgerEntry> entries = new ArrayList<>();
    for (String line : lines()) {
      LedgerJson.entry(line).ifPresent(entries::add);
    }
    return entries;
  }

  private List<String> lines() {
    try {
      // Bytes, not characters: an incomplete character at the end must not hide the rest.
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (IOException e) {
      throw new Problem(
          wording("RunLedger.the_ledger_of_runs_cannot_be_2"),
          file.toString(),
          wording("RunLedger.check_its_permissions"),
          e);
    }
  }

  /// All runs, oldest first.
  public List<RunRecord> runs() {
    Map<RunId, RunRecord> runs = new LinkedHashMap<>();
    for (LedgerEntry entry : entries()) {
      if (entry instanceof LedgerEntry.Begun begun) {
        runs.put(begun.run(), RunRecord.of(begun));
      } else {
        runs.computeIfPresent(entry.run(), (_, run) -> run.after(entry));
      }
    }
    return List.copyOf(runs.values());
  }

  /// Finds a run by its name, by a unique prefix of its name, by its folder, or as the newest run
  /// in a folder.
  ///
  /// @throws Problem if there is none
  public RunRecord find(String nameOrFolder) {
    List<RunRecord> runs = runs();
    return runs.stream()
        .filter(run -> run.id().text().equals(nameOrFolder))
        .findFirst()
        .or(() -> only(runs.stream().filter(r -> r.id().text().startsWith(nameOrFolder)).toList()))
        .or(() -> inFolder(runs, nameOrFolder))
        .orElseThrow(() ->
            new Problem(
                wording("RunLedger.the_ledger_has_no_such_run"),
                nameOrFolder,
                runs.isEmpty()
                    ? wording("RunLedger.start_one_with_hindsight_train")
                    : wording("RunLedger.see_them_with_hindsight_runs_list", runs.getLast().id())));
  }

  private static Optional<RunRecord> only(List<RunRecord> runs) {
    return runs.size() == 1 ? Optional.of(runs.getFirst()) : Optional.empty();
  }

  private static Optional<RunRecord> inFolder(List<RunRecord> runs, String name) {
    Path folder = Path.of(name).toAbsolutePath().normalize();
    return runs.reversed().stream()
        .filter(run -> run.start().folder().startsWith(folder))
        .findFirst();
  }
}
