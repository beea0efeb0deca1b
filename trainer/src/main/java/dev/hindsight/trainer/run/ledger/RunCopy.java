package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// A run's folder in another place than that of its training: moved, renamed, copied, or brought
/// from another machine. Its checkpoints name the run. It can be read, and the run goes on there if
/// its folder is no longer where the ledger has it. Reads files: for a background thread.
///
/// @param folder where it is now
public record RunCopy(RunFolder folder) {
  /// The folder that a text names, if it holds the state of a run.
  static Optional<RunCopy> at(String text) {
    return NamedFile.path(text)
        .map(path -> new RunFolder(path.toAbsolutePath().normalize()))
        .filter(folder -> states(folder).anyMatch(Files::isRegularFile))
        .map(RunCopy::new);
  }

  private static Stream<Path> states(RunFolder folder) {
    return Stream.of(folder.latest(), folder.best());
  }

  /// Finds a run as [RunLedger#find] does, or by such a folder, which is then that of the record.
  ///
  /// @throws Problem if there is none, or several
  public static RunRecord find(RunLedger ledger, String nameOrFolder) {
    Optional<RunRecord> known = ledger.lookup(nameOrFolder);
    if (known.isPresent()) {
      return known.get();
    }
    Optional<RunCopy> copy = at(nameOrFolder);
    if (copy.isEmpty()) {
      return ledger.find(nameOrFolder);
    }
    return copy.get().origin(ledger, copy.get().id(), nameOrFolder);
  }

  /// Finds a run to be resumed or changed, as [#find] does.
  ///
  /// @throws Problem if there is none, or several, or the folder is a copy of one that is still
  ///   there or can be restored, or of another run with the same id
  public static RunRecord toChange(RunLedger ledger, String nameOrFolder) {
    Optional<RunRecord> known = ledger.lookup(nameOrFolder);
    if (known.filter(run -> Files.isDirectory(run.start().folder())).isPresent()) {
      return known.get();
    }
    Optional<RunCopy> copy = at(nameOrFolder);
    if (copy.isEmpty()) {
      return known.orElseGet(() -> ledger.find(nameOrFolder));
    }
    Path here = copy.get().folder().path();
    Optional<String> id = copy.get().id();
    id.flatMap(ledger::known).ifPresent(run -> copy.get().requireSameRun(run, nameOrFolder));
    copy.get()
        .among(ledger, id)
        .ifPresent(run -> requireGone(run.start().folder(), here, nameOrFolder));
    RunRecord found =
        ledger
            .lookup(here.toString())
            .orElseGet(() -> copy.get().origin(ledger, id, here.toString()))
            .at(here);
    if (new RunTrash(ledger).restorable().stream().anyMatch(run -> run.id().equals(found.id()))) {
      throw new Problem(
          wording("RunCopy.it_was_deleted", found.id()),
          nameOrFolder,
          wording("RunCopy.restore_it_first", found.id()));
    }
    return found;
  }

  /// Refuses a folder whose run is another one than that of its id: the two began in the same
  /// second on two machines, in versions whose ids had no random part.
  ///
  /// @param known as the ledger has it
  /// @param name names the folder for the user
  /// @throws Problem if it is another run
  void requireSameRun(RunRecord known, String name) {
    if (!isOf(known)) {
      throw new Problem(
          wording("RunCopy.another_run_has_its_id", known.id()),
          name,
          wording("RunCopy.start_a_new_one_from_it", name));
    }
  }

  /// Whether the folder is that of a run with its id, as far as it says when its own began.
  private boolean isOf(RunRecord run) {
    return new RunLedger(folder.ledger())
        .runs().stream()
            .filter(own -> own.id().equals(run.id()))
            .allMatch(own -> own.begun().equals(run.begun()));
  }

  /// Refuses to go on in a folder while the one that the ledger has is still there: the two would
  /// grow apart under one name.
  ///
  /// @param there as the ledger has it
  /// @param name names the other folder for the user
  /// @throws Problem if they are two folders
  static void requireGone(Path there, Path here, String name) {
    try {
      if (!Files.isDirectory(there) || Files.isSameFile(there, here)) {
        return;
      }
    } catch (IOException _) {
      // Either was removed while they were compared, or cannot be read; then it is another one.
    }
    throw new Problem(
        wording("RunCopy.it_is_a_copy", there),
        name,
        wording("RunCopy.use_the_run_there_or_begin", name));
  }

  /// Notes in the ledger where the folder of a run is now, if it is not where the ledger has it.
  ///
  /// @param run found by [#toChange]
  /// @return the run as the ledger then has it
  /// @throws Problem if another process works on it
  public static RunRecord settled(RunLedger ledger, RunRecord run) {
    return ledger
        .lookup(run.id().text())
        .filter(known -> known.start().folder().equals(run.start().folder()))
        .orElseGet(() -> settle(ledger, run));
  }

  /// Notes in the ledger that a run goes on in its present folder.
  ///
  /// @return the run as the ledger then has it
  /// @throws Problem if another process works on it
  public static RunRecord settle(RunLedger ledger, RunRecord run) {
    RunFolder folder = RunFolder.existing(run);
    try (RunLock _ = RunLock.take(folder)) {
      ledger.settle(folder);
    }
    return ledger.find(run.id().text());
  }

  /// The run to which it belongs, here: of the ledger or, if that does not have it, of the entries
  /// in the folder.
  ///
  /// @param name names the folder for the user
  /// @throws Problem if neither has it
  private RunRecord origin(RunLedger ledger, Optional<String> id, String name) {
    return among(ledger, id)
        .or(() -> among(new RunLedger(folder.ledger()), id))
        .map(run -> run.at(folder.path()))
        .orElseThrow(() ->
            new Problem(
                wording("RunCopy.the_ledger_does_not_know_it"),
                name,
                wording("RunCopy.evaluate_its_checkpoint", name)));
  }

  private Optional<RunRecord> among(RunLedger ledger, Optional<String> id) {
    return ledger.runs().stream()
        .filter(run -> id.filter(run.id().text()::equals).isPresent())
        .filter(this::isOf)
        .findFirst();
  }

  /// The id of its run. Reads a checkpoint.
  private Optional<String> id() {
    return states(folder)
        .filter(Files::isRegularFile)
        .findFirst()
        .map(Checkpoints::read)
        .flatMap(RunCopy::run);
  }

  private static Optional<String> run(Checkpoint checkpoint) {
    return Optional.ofNullable(RunCheckpoint.version(checkpoint).get("run")).map(id -> id.asText());
  }
}
