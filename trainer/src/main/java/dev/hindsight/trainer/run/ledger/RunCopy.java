package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// A run's folder in another place than that of its training: moved, renamed, copied, or brought
/// from another machine. Its checkpoints name the run. It can be read, but the run goes on, and is
/// changed, only where it was trained. Reads files: for a background thread.
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
    return copy.get()
        .origin(ledger)
        .map(run -> run.at(copy.get().folder().path()))
        .orElseThrow(() ->
            new Problem(
                wording("RunCopy.the_ledger_does_not_know_it"),
                nameOrFolder,
                wording("RunCopy.evaluate_its_checkpoint", nameOrFolder)));
  }

  /// The run in the ledger to which it belongs.
  Optional<RunRecord> origin(RunLedger ledger) {
    Optional<String> name =
        states(folder)
            .filter(Files::isRegularFile)
            .findFirst()
            .map(Checkpoints::read)
            .flatMap(RunCopy::run);
    return ledger.runs().stream()
        .filter(run -> name.filter(run.id().text()::equals).isPresent())
        .findFirst();
  }

  private static Optional<String> run(Checkpoint checkpoint) {
    return Optional.ofNullable(RunCheckpoint.version(checkpoint).get("run")).map(id -> id.asText());
  }
}
