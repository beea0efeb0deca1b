package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.TrainingTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs that are named, found, deleted and restored.
class RunTrashTest {
  private static final Instant NOW = Instant.parse("2026-11-21T19:30:15Z");

  @TempDir private Path home;
  private RunLedger ledger;
  private RunTrash trash;

  @BeforeEach
  void open() {
    ledger = new RunLedger(home.resolve("ledger.jsonl"));
    trash = new RunTrash(ledger);
  }

  @Test
  void aDeletedRunLeavesTheListAndComesBackWholeWithItsLabel() throws IOException {
    RunRecord run = run("darkroom-1", RunStatus.FINISHED);
    run("darkroom-2", RunStatus.FINISHED);
    RunLabel.edit(new RunFolder(run.start().folder()), label -> label.named("mine"));
    assertEquals(
        1000 + Files.size(run.start().folder().resolve("label.json")), RunTrash.bytes(run));

    trash.delete(run);
    assertEquals(List.of("darkroom-2"), ids(ledger.runs()));
    assertFalse(Files.exists(run.start().folder()));
    assertThrows(Problem.class, () -> ledger.find("mine"));
    assertEquals(List.of("darkroom-1"), ids(trash.restorable()));

    assertThrows(Problem.class, () -> trash.restore(""));
    trash.restore("darkroom-1");
    assertEquals(List.of("darkroom-1", "darkroom-2"), ids(ledger.runs()));
    assertEquals("darkroom-1", ledger.find("mine").id().text());
    assertEquals(List.of(), trash.restorable());
    assertEquals(1000, Files.size(run.start().folder().resolve("versions/update-1.safetensors")));
  }

  @Test
  void aDeletedRunIsRestoredByItsName() throws IOException {
    RunRecord run = run("darkroom-1", RunStatus.FINISHED);
    RunRecord other = run("darkroom-2", RunStatus.FINISHED);
    RunLabel.edit(new RunFolder(run.start().folder()), label -> label.named("mine"));
    trash.delete(run);
    trash.delete(other);
    assertEquals("mine", trash.label(run).name());
    assertThrows(Problem.class, () -> trash.restore("darkroom"));
    assertEquals(run.id(), trash.restore("mine").id());
  }

  @Test
  void whatIsPurgedIsGoneFromTheDiskAndStaysInTheLedger() throws IOException {
    RunRecord run = run("darkroom-1", RunStatus.FAILED);
    trash.delete(run);
    assertEquals(1000, trash.purge(run));
    assertEquals(List.of(), trash.restorable());
    assertThrows(Problem.class, () -> trash.restore("darkroom-1"));
    assertEquals(List.of("darkroom-1"), ids(ledger.deleted()));
  }

  @Test
  void aRunThatTrainsOrThatAProcessWorksOnIsNotDeleted() throws IOException {
    RunRecord going = run("darkroom-1", RunStatus.RUNNING);
    Problem training = assertThrows(Problem.class, () -> trash.delete(going));
    assertEquals("the run is training", training.what());

    RunRecord stopped = run("darkroom-2", RunStatus.STOPPED);
    try (RunLock _ = RunLock.take(new RunFolder(stopped.start().folder()))) {
      assertThrows(Problem.class, () -> trash.delete(stopped));
    }
    assertEquals(2, ledger.runs().size());
    assertTrue(Files.isDirectory(stopped.start().folder()));
    trash.delete(stopped);
    assertEquals(1, ledger.runs().size());
  }

  @Test
  void aRunWhoseDeletionWasCutOffIsRestored() throws IOException {
    RunRecord run = run("darkroom-1", RunStatus.STOPPED);
    ledger.append(new LedgerEntry.Deleted(run.id(), NOW));
    assertEquals(List.of("darkroom-1"), ids(trash.restorable()));
    trash.restore("dark");
    assertEquals(List.of("darkroom-1"), ids(ledger.runs()));
  }

  @Test
  void aRunIsFoundByItsNameAndAnAmbiguousNameIsRefusedWithTheCandidates() throws IOException {
    RunRecord one = run("darkroom-1", RunStatus.FINISHED);
    RunRecord two = run("drive-2", RunStatus.FINISHED);
    RunLabel.edit(new RunFolder(one.start().folder()), label -> label.named("fast"));
    RunLabel.edit(new RunFolder(two.start().folder()), label -> label.named("slow"));
    Path best = Files.createFile(new RunFolder(one.start().folder()).best());
    assertEquals(Optional.of(best), RunVersions.find(ledger, "fast"));
    assertEquals(Optional.of(best), RunVersions.find(ledger, "fast@best"));
    assertEquals("drive-2", ledger.find("slow").id().text());

    RunLabel.edit(new RunFolder(two.start().folder()), label -> label.named("fast"));
    for (String text : List.of("fast", "d")) {
      Problem several = assertThrows(Problem.class, () -> RunVersions.find(ledger, text));
      assertTrue(several.remedy().contains("drive-2, darkroom-1"), several.remedy());
    }
    RunLabel.edit(new RunFolder(two.start().folder()), label -> label.named("darkroom-1"));
    assertEquals("darkroom-1", ledger.find("darkroom-1").id().text(), "an id comes before a name");
    assertEquals(Optional.empty(), RunVersions.find(ledger, "none"));
  }

  @Test
  void wordsAndAlarmsChooseRuns() throws IOException {
    RunRecord one = run("darkroom-1", RunStatus.FINISHED);
    run("drive-2", RunStatus.STOPPED);
    RunLabel.edit(
        new RunFolder(one.start().folder()), label -> label.named("Slow one").tagged("baseline"));
    ledger.append(
        new LedgerEntry.Changed(one.id(), NOW, RunRecord.ALARM + "kl", 2, 7, "KL is 2: stop"));
    ledger.append(new LedgerEntry.Changed(one.id(), NOW, RunRecord.ALARM + "stall", 0.5, 8));

    assertEquals(List.of("darkroom-1"), chosen(RunFilter.of("slow FINISHED")));
    assertEquals(List.of("darkroom-1"), chosen(RunFilter.of("#baseline")));
    assertEquals(List.of(), chosen(RunFilter.of("#base")));
    assertEquals(List.of("darkroom-1"), chosen(RunFilter.of("base kl")));
    assertEquals(List.of("drive-2"), chosen(RunFilter.of("drive ppo")));
    assertEquals(List.of(), chosen(RunFilter.of("drive").alarmed()));
    assertEquals(List.of("darkroom-1"), chosen(RunFilter.ALL.alarmed()));
    assertEquals(List.of("drive-2", "darkroom-1"), chosen(RunFilter.ALL));

    List<String> causes = ledger.find("darkroom-1").alarms().stream().map(a -> a.cause()).toList();
    assertEquals(List.of("KL is 2: stop", "alarm stall at 0.5"), causes);
    for (String kind : List.of("kl", "stall")) {
      ledger.append(new LedgerEntry.Changed(one.id(), NOW, RunRecord.ALARM_OVER + kind, 0, 9));
    }
    assertEquals(List.of(), chosen(RunFilter.ALL.alarmed()), "what is over is no alarm");
  }

  private List<String> chosen(RunFilter filter) {
    return ListedRun.all(ledger).stream()
        .filter(filter::test)
        .map(run -> run.record().id().text())
        .toList();
  }

  private static List<String> ids(List<RunRecord> runs) {
    return runs.stream().map(run -> run.id().text()).toList();
  }

  private RunRecord run(String id, RunStatus status) throws IOException {
    RunId run = new RunId(id);
    Path folder = home.resolve("runs").resolve(id);
    Files.createDirectories(folder.resolve("versions"));
    Files.write(folder.resolve("versions/update-1.safetensors"), new byte[1000]);
    RunStart start =
        new RunStart(
            id.replaceAll("-.*", ""),
            "5x5",
            "ppo",
            List.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            7,
            TrainingTask.Device.CPU,
            "0.1.0",
            "",
            "",
            "",
            "",
            folder,
            150);
    ledger.append(
        new LedgerEntry.Begun(
            run, NOW.plusSeconds(Integer.parseInt(id.replaceAll(".*-", ""))), start));
    ledger.append(new LedgerEntry.TakenUp(run, NOW, RunProcess.current(), 0));
    if (status != RunStatus.RUNNING) {
      RunProgress progress = new RunProgress(1, 150, 9, 9, 1, Optional.empty(), 1, List.of());
      ledger.append(new LedgerEntry.Ended(run, NOW, status, "", progress));
    }
    return ledger.find(id);
  }
}
