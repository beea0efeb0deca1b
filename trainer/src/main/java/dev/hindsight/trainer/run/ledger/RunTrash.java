package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.FolderDeletion;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Deletes runs so that they can be restored: a deleted run's folder moves into `.deleted` beside
/// it, and the ledger says so. Only [#purge] frees the disk space. Blocks: for a background thread.
public final class RunTrash {
  private final RunLedger ledger;

  /// @param ledger lists the runs
  public RunTrash(RunLedger ledger) {
    this.ledger = ledger;
  }

  /// Bytes of all files of a run; 0 if its folder is gone.
  public static long bytes(RunRecord run) {
    return bytes(run.start().folder());
  }

  private static long bytes(Path folder) {
    AtomicLong bytes = new AtomicLong();
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              bytes.addAndGet(attributes.size());
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              // A going run replaces its files.
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.get();
  }

  /// Deletes a run.
  ///
  /// @return whether its files were deleted: false if they were not there, so that only the list of
  ///   runs lacks it from now on
  /// @throws Problem if it is running, or another process works on it
  public boolean delete(RunRecord run) {
    switch (run.status()) {
      case RUNNING ->
          throw new Problem(
              wording("RunTrash.the_run_is_training"),
              run.id().text(),
              wording("RunTrash.stop_it_first"));
      case ELSEWHERE ->
          throw new Problem(
              wording("RunTrash.the_run_may_be_training_on_another"),
              run.id().text(),
              wording("RunTrash.delete_it_there", run.process().map(RunProcess::host).orElse("?")));
      case FINISHED, STOPPED, GATE_FAILED, NOT_FINITE, FAILED, DIED -> {
        // Its process is gone, or has ended it.
      }
    }
    Path folder = run.start().folder();
    if (!Files.isDirectory(folder)) {
      ledger.append(new LedgerEntry.Deleted(run.id(), Instant.now()));
      return false;
    }
    try (RunLock _ = RunLock.take(new RunFolder(folder))) {
      ledger.append(new LedgerEntry.Deleted(run.id(), Instant.now()));
    }
    move(folder, trashed(run));
    return true;
  }

  /// The deleted runs that can be restored, oldest first.
  public List<RunRecord> restorable() {
    return ledger.deleted().stream()
        .filter(run -> Files.isDirectory(trashed(run)) || Files.isDirectory(run.start().folder()))
        .toList();
  }

  /// Restores a deleted run.
  ///
  /// @param id its id, its name, or a unique prefix of its id
  /// @throws Problem if there is none, or its place is taken
  public RunRecord restore(String id) {
    List<RunRecord> deleted = id.isBlank() ? List.of() : restorable();
    List<RunRecord> named = deleted.stream().filter(run -> label(run).name().equals(id)).toList();
    List<RunRecord> all =
        named.size() == 1
            ? named
            : deleted.stream().filter(run -> run.id().text().startsWith(id)).toList();
    RunRecord run =
        all.stream()
            .filter(one -> one.id().text().equals(id) || all.size() == 1)
            .findFirst()
            .orElseThrow(() ->
                new Problem(
                    wording("RunTrash.no_such_deleted_run"),
                    id,
                    wording("RunTrash.see_them_with_restore")));
    // A process that was killed while it deleted has left the folder where it was.
    if (Files.isDirectory(trashed(run))) {
      move(trashed(run), run.start().folder());
    }
    ledger.append(new LedgerEntry.Restored(run.id(), Instant.now()));
    return run;
  }

  /// Name, tags and note of a deleted run.
  public RunLabel label(RunRecord run) {
    Path folder = trashed(run);
    return RunLabel.of(new RunFolder(Files.isDirectory(folder) ? folder : run.start().folder()));
  }

  /// Removes the files of a deleted run from the disk. The ledger keeps its entries.
  ///
  /// @return the freed bytes
  public long purge(RunRecord run) {
    Path folder = trashed(run);
    if (!Files.isDirectory(folder) && Files.isDirectory(run.start().folder())) {
      move(run.start().folder(), folder);
    }
    long freed = bytes(folder);
    try {
      FolderDeletion.delete(folder);
    } catch (NoSuchFileException _) {
      return 0;
    } catch (IOException e) {
      throw new Problem(
          wording("RunTrash.the_folder_cannot_be_deleted"),
          folder.toString(),
          wording("RunTrash.close_programs_that_use_it"),
          e);
    }
    return freed;
  }

  private static Path trashed(RunRecord run) {
    Path folder = run.start().folder();
    return folder.resolveSibling(".deleted").resolve(run.id().text());
  }

  private static void move(Path from, Path to) {
    try {
      Files.createDirectories(to.toAbsolutePath().getParent());
      AtomicFile.rename(from, to);
    } catch (IOException e) {
      throw failed(from, e);
    }
  }

  private static Problem failed(Path folder, IOException e) {
    return new Problem(
        wording("RunTrash.the_folder_cannot_be_moved"),
        folder.toString(),
        wording("RunTrash.close_programs_that_use_it"),
        e);
  }
}
