package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.DataFolder;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The ledger of all runs on this machine: a file of JSON lines that only grows.
///
/// An entry is on disk when [#append] returns. A process that dies while writing leaves an
/// incomplete line, which readers skip and the next writer terminates. Several processes may write
/// at once. Any thread; blocks.
public final class RunLedger {
  private static final byte END = '\n';

  /// How many runs a message names that all match a text.
  private static final int CANDIDATES = 5;

  /// How long a name without an entry stays reserved.
  private static final Duration RESERVED = Duration.ofMinutes(10);

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

  /// Reserves a name for a run whose first entry follows, so that no other process can take it.
  ///
  /// @return false if the ledger has the name, or another run has just reserved it
  /// @throws IOException if nothing can be written beside the ledger
  boolean reserve(RunId name, Instant now) throws IOException {
    Path names = file.toAbsolutePath().resolveSibling(file.getFileName() + ".names");
    Files.createDirectories(names);
    deleteOld(names, now);
    try {
      Files.createFile(names.resolve(name.text()));
    } catch (FileAlreadyExistsException _) {
      return false;
    }
    return !has(name);
  }

  /// Deletes old reservations: by then the ledger has the run, or the run never began.
  private static void deleteOld(Path names, Instant now) throws IOException {
    try (DirectoryStream<Path> taken = Files.newDirectoryStream(names)) {
      for (Path name : taken) {
        try {
          if (Files.getLastModifiedTime(name).toInstant().isBefore(now.minus(RESERVED))) {
            Files.deleteIfExists(name);
          }
        } catch (NoSuchFileException _) {
          // Another process has just deleted it.
        }
      }
    }
  }

  /// Adds an entry.
  ///
  /// @throws Problem if it cannot be written
  public void append(LedgerEntry entry) {
    append(() -> List.of(entry));
  }

  /// Adds entries that follow from what the ledger holds: no other process adds any meanwhile.
  private void append(Supplier<List<LedgerEntry>> news) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      // Not the ledger itself: whoever reads it in this process would release the lock. Threads of
      // one process would collide on the lock, which is for processes.
      Path lock = file.resolveSibling(file.getFileName() + ".lock");
      synchronized (RunLedger.class) {
        try (FileChannel turn =
                FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock _ = turn.lock()) {
          byte[] lines = lines(news.get());
          try (FileChannel channel = open();
              // The lock of earlier versions, which may still run.
              FileLock _ = channel.lock()) {
            write(channel, lines);
          }
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

  /// As [#append], to the ledger in a run's folder: only the process that has the run's lock writes
  /// to it.
  ///
  /// @throws Problem if it cannot be written
  private void appendAlone(LedgerEntry entry) {
    try (FileChannel channel = open()) {
      write(channel, lines(List.of(entry)));
    } catch (IOException e) {
      throw new Problem(
          wording("RunLedger.the_ledger_in_the_folder_cannot_be"),
          file.toString(),
          wording("RunLedger.free_disk_space_in_its_folder"),
          e);
    }
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private static byte[] lines(List<LedgerEntry> entries) {
    return entries.stream()
        .map(entry -> LedgerJson.line(entry) + (char) END)
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  /// Notes that a run goes on in a folder, if that is news: the folder was moved, or brought from
  /// another machine. Sees to it that the folder has the entries that yet another one needs. For
  /// the process that has the run's lock.
  ///
  /// @throws Problem if the run goes on in another folder, as when two copies are resumed at once
  public void settle(RunFolder folder) {
    append(() -> news(folder));
    RunLedger own = new RunLedger(folder.ledger());
    if (own.runs().isEmpty()) {
      latest(folder.id()).forEach(own::appendOwn);
    }
  }

  private List<LedgerEntry> news(RunFolder folder) {
    Listing listing = listing();
    Optional<RunRecord> known = Optional.ofNullable(listing.runs().get(folder.id()));
    known.ifPresent(run -> new RunCopy(folder).requireSameRun(run, folder.path().toString()));
    List<LedgerEntry> news = new ArrayList<>(brought(folder));
    known
        .map(run -> run.start().folder())
        .filter(there -> !there.equals(folder.path()))
        .ifPresent(there -> {
          RunCopy.requireGone(there, folder.path(), folder.path().toString());
          news.add(new LedgerEntry.Moved(folder.id(), Instant.now(), folder.path()));
        });
    if (listing.deleted().contains(folder.id())) {
      news.add(new LedgerEntry.Restored(folder.id(), Instant.now()));
    }
    return news;
  }

  /// A run as its folder knows it: it may have gone on on another machine and come back.
  ///
  /// @param run as this ledger has it
  public RunRecord informed(RunRecord run, RunFolder folder) {
    RunRecord whole = run;
    for (LedgerEntry entry : brought(folder)) {
      whole = whole.after(entry);
    }
    return whole;
  }

  /// The entries in a run's folder that this ledger lacks: another machine made them.
  private List<LedgerEntry> brought(RunFolder folder) {
    Set<String> known =
        latest(folder.id()).stream().map(LedgerJson::line).collect(Collectors.toSet());
    List<LedgerEntry> brought = new ArrayList<>();
    for (LedgerEntry entry : new RunLedger(folder.ledger()).latest(folder.id())) {
      if (entry instanceof LedgerEntry.Begun(RunId id, Instant time, RunStart start)) {
        if (known.isEmpty()) {
          brought.add(new LedgerEntry.Begun(id, time, start.at(folder.path())));
        }
      } else if (!known.contains(LedgerJson.line(entry))) {
        brought.add(entry);
      }
    }
    return brought;
  }

  /// The entries of a run, oldest first, without progress that newer progress replaced.
  private List<LedgerEntry> latest(RunId run) {
    List<LedgerEntry> entries = new ArrayList<>();
    read(
        LedgerLines::latest,
        entry -> {
          if (entry.run().equals(run)) {
            entries.add(entry);
          }
        });
    return entries;
  }

  /// Adds an entry to the ledger in a run's folder, for other machines: without where the folder is
  /// on this one, and without progress, which is in the checkpoint.
  public void appendOwn(LedgerEntry entry) {
    switch (entry) {
      case LedgerEntry.Begun begun ->
          appendAlone(
              new LedgerEntry.Begun(begun.run(), begun.time(), begun.start().at(Path.of("."))));
      case LedgerEntry.Advanced _,
          LedgerEntry.Moved _,
          LedgerEntry.Deleted _,
          LedgerEntry.Restored _ -> {}
      case LedgerEntry.TakenUp _,
          LedgerEntry.Checked _,
          LedgerEntry.Changed _,
          LedgerEntry.Ended _ ->
          appendAlone(entry);
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
    read(LedgerLines::all, entries::add);
    return entries;
  }

  /// How many lines are no entry: damaged, or of a newer version. The lists of runs leave them out.
  /// The beginning of an entry is none of them: that is what a process leaves that was killed, or
  /// has written so far.
  public long unreadable() {
    long[] count = {0};
    readLines(
        LedgerLines::latest,
        line -> {
          if (!LedgerLines.begun(line) && LedgerJson.entry(line).isEmpty()) {
            count[0]++;
          }
        });
    return count[0];
  }

  /// A way to read the lines of a file.
  private interface LineReader {
    void read(Path file, Consumer<String> line) throws IOException;
  }

  private void read(LineReader lines, Consumer<LedgerEntry> entry) {
    readLines(lines, line -> LedgerJson.entry(line).ifPresent(entry));
  }

  private void readLines(LineReader lines, Consumer<String> line) {
    try {
      lines.read(file, line);
    } catch (NoSuchFileException _) {
      // There are no runs yet.
    } catch (IOException e) {
      throw new Problem(
          wording("RunLedger.the_ledger_of_runs_cannot_be_2"),
          file.toString(),
          wording("RunLedger.check_its_permissions"),
          e);
    }
  }

  /// All runs, oldest first, without the deleted ones.
  public List<RunRecord> runs() {
    Listing listing = listing();
    return listing.runs().values().stream()
        .filter(run -> !listing.deleted().contains(run.id()))
        .toList();
  }

  /// Whether a run has this name, even a deleted one.
  boolean has(RunId id) {
    return listing().runs().containsKey(id);
  }

  /// The run of an id, even a deleted one.
  Optional<RunRecord> known(String id) {
    return listing().runs().values().stream().filter(run -> run.id().text().equals(id)).findFirst();
  }

  /// The deleted runs, oldest first.
  List<RunRecord> deleted() {
    Listing listing = listing();
    return listing.runs().values().stream()
        .filter(run -> listing.deleted().contains(run.id()))
        .toList();
  }

  /// @param runs all, in the order they began
  /// @param deleted those that a user deleted
  private record Listing(Map<RunId, RunRecord> runs, Set<RunId> deleted) {}

  private Listing listing() {
    Map<RunId, RunRecord> runs = new LinkedHashMap<>();
    Set<RunId> deleted = new HashSet<>();
    read(
        LedgerLines::latest,
        entry -> {
          switch (entry) {
            case LedgerEntry.Begun begun -> {
              runs.put(begun.run(), RunRecord.of(begun));
              deleted.remove(begun.run());
            }
            case LedgerEntry.Deleted gone -> deleted.add(gone.run());
            case LedgerEntry.Restored back -> deleted.remove(back.run());
            case LedgerEntry.Moved _,
                LedgerEntry.TakenUp _,
                LedgerEntry.Checked _,
                LedgerEntry.Advanced _,
                LedgerEntry.Changed _,
                LedgerEntry.Ended _ ->
                runs.computeIfPresent(entry.run(), (_, run) -> run.after(entry));
          }
        });
    return new Listing(runs, deleted);
  }

  /// Finds a run as [#lookup] does.
  ///
  /// @throws Problem if there is none, or several
  public RunRecord find(String nameOrFolder) {
    return lookup(nameOrFolder)
        .orElseThrow(() -> {
          List<RunRecord> runs = runs();
          return new Problem(
              wording("RunLedger.the_ledger_has_no_such_run"),
              nameOrFolder,
              runs.isEmpty()
                  ? wording("RunLedger.start_one_with_hindsight_train")
                  : wording("RunLedger.see_them_with_hindsight_runs_list", runs.getLast().id()));
        });
  }

  /// Finds a run by its id, by the name that a user gave it, by a unique prefix of its id, by its
  /// folder, or as the newest run in a folder. Reads files: for a background thread.
  ///
  /// @return empty if there is none, or the text is blank: a variable without a value names no run
  /// @throws Problem if several runs have the name or begin with the text, naming the newest of
  ///   them
  public Optional<RunRecord> lookup(String nameOrFolder) {
    if (nameOrFolder.isBlank()) {
      return Optional.empty();
    }
    List<RunRecord> runs = runs();
    List<RunRecord> same = matching(runs, run -> run.id().text().equals(nameOrFolder));
    List<RunRecord> named =
        same.isEmpty() ? matching(runs, run -> name(run).equals(nameOrFolder)) : same;
    List<RunRecord> found =
        named.isEmpty() ? matching(runs, run -> run.id().text().startsWith(nameOrFolder)) : named;
    if (found.size() == 1) {
      return Optional.of(found.getFirst());
    }
    Optional<RunRecord> newest = named.isEmpty() ? inFolder(runs, nameOrFolder) : Optional.empty();
    if (newest.isEmpty() && !found.isEmpty()) {
      throw ambiguous(nameOrFolder, found);
    }
    return newest;
  }

  /// Refuses a name that finds another run: an id always comes before a name.
  ///
  /// @throws Problem if another run has this text as its id
  public void requireFree(String name, RunId run) {
    String text = name.strip();
    if (!text.equals(run.text())
        && runs().stream().anyMatch(other -> other.id().text().equals(text))) {
      throw new Problem(
          wording("RunLedger.it_is_the_id_of_another_run"),
          text,
          wording("RunLedger.choose_another_name"));
    }
  }

  private static List<RunRecord> matching(List<RunRecord> runs, Predicate<RunRecord> condition) {
    return runs.stream().filter(condition).toList();
  }

  private static String name(RunRecord run) {
    return RunLabel.of(RunFolder.of(run)).name();
  }

  private static Problem ambiguous(String text, List<RunRecord> found) {
    String candidates =
        found.reversed().stream()
            .limit(CANDIDATES)
            .map(run -> run.id().text())
            .collect(Collectors.joining(", "));
    return new Problem(
        wording("RunLedger.several_runs_are_meant", found.size()),
        text,
        found.size() > CANDIDATES
            ? wording("RunLedger.choose_one_the_newest_are", candidates)
            : wording("RunLedger.choose_one_of", candidates));
  }

  private static Optional<RunRecord> inFolder(List<RunRecord> runs, String name) {
    return NamedFile.path(name)
        .map(path -> path.toAbsolutePath().normalize())
        .flatMap(folder ->
            runs.reversed().stream()
                .filter(run -> run.start().folder().startsWith(folder))
                .findFirst());
  }
}
