package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.run.ledger.LedgerEntry;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunCopy;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.ledger.RunTrash;
import dev.hindsight.trainer.run.ledger.RunVersions;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run goes on where its folder is now.
class MovedRunTest {
  @TempDir private Path folder;
  private SmallRun runs = new SmallRun(Path.of("unused"));

  @BeforeEach
  void makeRuns() {
    runs = new SmallRun(folder.resolve("here"));
  }

  private TrainingResult stopped() {
    return runs.run(
        SmallRun.request(),
        2,
        new TrainingCommand.ChangeSetting("ent_coef", "0.02"),
        new TrainingCommand.ScaleLearningRate(0.5),
        new TrainingCommand.Stop());
  }

  private static Path home(TrainingResult result) {
    return Objects.requireNonNull(result.checkpoint().orElseThrow().getParent());
  }

  private Path moved(TrainingResult result) throws IOException {
    Path parent = Files.createDirectories(folder.resolve("elsewhere"));
    return Files.move(home(result), parent.resolve("my best run"));
  }

  private static TrainingResult resume(RunLedger ledger, Path from) {
    return resume(ledger, RunCopy.toChange(ledger, from.toString()));
  }

  private static TrainingResult resume(
      RunLedger ledger, RunRecord record, TrainingCommand... commands) {
    RunContext place =
        new RunContext(record.start().folder(), ledger, List.of(), new BuiltInPolicyLibrary());
    TrainingRun run =
        TrainingRun.resume(record, SmallRun.spec(record.start().request()), place, _ -> {});
    List.of(commands).forEach(run::command);
    return run.run(Progress.SILENT, new Cancellation());
  }

  private static Path copied(Path run, Path copy) throws IOException {
    Files.createDirectories(copy);
    try (Stream<Path> files = Files.list(run)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  @Test
  void aFolderThatWasMovedAndRenamedGoesOnToTheSameBits() throws IOException {
    TrainingResult whole = runs.resume(stopped().run());
    TrainingResult stopped = stopped();
    Path moved = moved(stopped);

    TrainingResult resumed = resume(runs.ledger(), moved);

    assertEquals(stopped.run(), resumed.run());
    assertEquals(SmallRun.tensors(whole), SmallRun.tensors(resumed));
    assertEquals(moved, home(resumed));
    assertTrue(Files.notExists(home(stopped)), "nothing is made where it was");
    assertEquals(SmallRun.UPDATES, MetricsLog.read(new RunFolder(moved).metrics()).size());
    RunRecord known = runs.ledger().find(stopped.run().text());
    assertEquals(moved, known.start().folder());
    assertEquals(RunStatus.FINISHED, known.status());
    assertEquals(known, runs.ledger().find(moved.toString()));
  }

  @Test
  void onAnotherMachineTheFolderTellsTheLedgerWhatItMustKnow() throws IOException {
    TrainingResult whole = runs.resume(stopped().run());
    TrainingResult stopped = stopped();
    RunRecord before = runs.ledger().find(stopped.run().text());
    Path moved = moved(stopped);
    assertTrue(!Files.readString(moved.resolve("ledger.jsonl")).contains(folder.toString()));
    RunLedger other = new RunLedger(folder.resolve("other machine/ledger.jsonl"));
    assertEquals(before.at(moved), RunCopy.find(other, moved.toString()));

    TrainingResult resumed = resume(other, moved);

    assertEquals(SmallRun.tensors(whole), SmallRun.tensors(resumed));
    RunRecord known = other.find(stopped.run().text());
    assertEquals(moved, known.start().folder());
    assertEquals(before.changes(), known.changes().subList(0, before.changes().size()));
    assertEquals(before.begun(), known.begun());
    assertEquals(RunStatus.FINISHED, known.status());
  }

  /// As those of earlier versions.
  @Test
  void aFolderWithoutTheEntriesGetsThemWhenItsRunGoesOn() throws IOException {
    TrainingResult stopped = stopped();
    Path entries = new RunFolder(home(stopped)).ledger();
    Files.delete(entries);
    runs.resume(stopped.run());

    RunRecord own = new RunLedger(entries).find(stopped.run().text());

    RunRecord known = runs.ledger().find(stopped.run().text());
    assertEquals(known, own.at(home(stopped)));
  }

  /// Two folders of one run would grow apart under one name.
  @Test
  void aCopyOfARunThatIsStillThereIsRefused() throws IOException {
    TrainingResult stopped = stopped();
    Path copy = copied(home(stopped), folder.resolve("copy"));
    Problem refused =
        assertThrows(Problem.class, () -> RunCopy.toChange(runs.ledger(), copy.toString()));
    assertEquals(
        copy
            + ": this is a copy of the run in "
            + home(stopped)
            + " - use the run there, or start a new one from the copy with 'hindsight train"
            + " --from "
            + copy
            + "'",
        refused.getMessage());
  }

  /// As ids of earlier versions were, without a random part.
  @Test
  void aRunOfAnotherMachineWithTheSameIdIsTakenForAnother() throws IOException {
    TrainingResult stopped = stopped();
    RunRecord here = runs.ledger().find(stopped.run().text());
    Path brought = copied(home(stopped), folder.resolve("brought"));
    Instant begun = here.begun().plusNanos(1000);
    Path entries = new RunFolder(brought).ledger();
    Files.writeString(
        entries, Files.readString(entries).replace(here.begun().toString(), begun.toString()));

    RunRecord shown = RunCopy.find(runs.ledger(), brought.toString());
    Problem refused =
        assertThrows(Problem.class, () -> RunCopy.toChange(runs.ledger(), brought.toString()));

    assertEquals(begun, shown.begun());
    assertTrue(refused.what().startsWith("this is the folder of another run"), refused.what());
    Problem unsettled = assertThrows(Problem.class, () -> RunCopy.settled(runs.ledger(), shown));
    assertEquals(refused.what(), unsettled.what());
    assertEquals(here, runs.ledger().find(stopped.run().text()));
  }

  @Test
  void ofTwoCopiesThatAreResumedAtOnceOneGoesOn() throws IOException {
    Path one = moved(stopped());
    Path two = copied(one, folder.resolve("two"));
    RunRecord first = RunCopy.toChange(runs.ledger(), one.toString());
    RunRecord second = RunCopy.toChange(runs.ledger(), two.toString());
    resume(runs.ledger(), first);
    RunRecord known = runs.ledger().find(first.id().text());

    Problem refused = assertThrows(Problem.class, () -> resume(runs.ledger(), second));

    assertEquals("this is a copy of the run in " + one, refused.what());
    assertEquals(known, runs.ledger().find(first.id().text()));
  }

  /// As on a full disk: the folder moves to another one, and a link takes its place.
  @Test
  void aFolderThatALinkLeadsToIsNoCopy() throws IOException {
    TrainingResult stopped = stopped();
    Path moved = moved(stopped);
    Files.createSymbolicLink(home(stopped), moved);

    assertEquals(moved, home(resume(runs.ledger(), moved)));
  }

  @Test
  void whatChangedOnAnotherMachineHoldsWhenTheFolderComesBack() throws IOException {
    TrainingResult stopped = stopped();
    Path home = home(stopped);
    Path moved = moved(stopped);
    RunLedger other = new RunLedger(folder.resolve("other machine/ledger.jsonl"));
    resume(
        other,
        RunCopy.toChange(other, moved.toString()),
        new TrainingCommand.ChangeSetting("ent_coef", "0.03"),
        new TrainingCommand.ScaleLearningRate(0.25),
        new TrainingCommand.Stop());
    RunRecord there = other.find(stopped.run().text());
    assertEquals("0.03", there.settings().get("ppo.ent_coef"));
    Path apart = copied(moved, folder.resolve("apart"));
    TrainingResult whole = resume(other, other.find(stopped.run().text()));
    Files.move(apart, home);

    TrainingResult resumed = runs.resume(stopped.run());

    assertEquals(SmallRun.tensors(whole), SmallRun.tensors(resumed));
    RunRecord known = runs.ledger().find(stopped.run().text());
    assertEquals(there.settings(), known.settings());
    assertEquals(there.changes(), known.changes());
    assertEquals(3, known.takenUp());
  }

  @Test
  void aCopyOfADeletedRunThatCanBeRestoredIsRefused() throws IOException {
    TrainingResult stopped = stopped();
    Path copy = copied(home(stopped), folder.resolve("copy"));
    RunTrash trash = new RunTrash(runs.ledger());
    RunRecord run = runs.ledger().find(stopped.run().text());
    trash.delete(run);

    Problem refused =
        assertThrows(Problem.class, () -> RunCopy.toChange(runs.ledger(), copy.toString()));

    assertEquals(run.id() + " was deleted", refused.what());
    trash.purge(run);
    resume(runs.ledger(), copy);
    assertEquals(copy, runs.ledger().find(run.id().text()).start().folder());
    assertEquals(
        1, runs.ledger().entries().stream().filter(LedgerEntry.Begun.class::isInstance).count());
  }

  @Test
  void aMissingVersionOfARenamedFolderIsSaidToBeMissing() throws IOException {
    TrainingResult stopped = stopped();
    Path moved = moved(stopped);
    Problem missing =
        assertThrows(Problem.class, () -> RunVersions.find(runs.ledger(), moved + "@99"));
    assertEquals("the run my best run has no version 99", missing.what());
  }
}
