package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.task.TaskHandle;
import dev.hindsight.trainer.task.Tasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLedgerTest {
  private static final Instant NOW = Instant.parse("2026-11-21T19:30:15.123456789Z");
  private static final RunId RUN = new RunId("darkroom-20261121-193015");

  @TempDir private Path folder;
  private RunLedger runLedger;

  @BeforeEach
  void open() {
    runLedger = new RunLedger(folder.resolve("deep").resolve("ledger.jsonl"));
  }

  @Test
  void everyKindOfEntryComesBackAsItWas() {
    List<LedgerEntry> entries = all();
    entries.forEach(runLedger::append);
    assertEquals(entries, runLedger.entries());
  }

  @Test
  void halfALineIsPassedOverAndEndedByTheNextEntry() throws IOException {
    List<LedgerEntry> entries = all();
    runLedger.append(entries.getFirst());
    String torn = LedgerJson.line(entries.get(1));
    Files.writeString(
        runLedger.file(), torn.substring(0, torn.length() / 2), StandardOpenOption.APPEND);
    assertEquals(List.of(entries.getFirst()), runLedger.entries());
    runLedger.append(entries.get(2));
    assertEquals(List.of(entries.getFirst(), entries.get(2)), runLedger.entries());
  }

  @Test
  void kindsOfALaterVersionArePassedOver() throws IOException {
    runLedger.append(all().getFirst());
    Files.writeString(
        runLedger.file(),
        "{\"run\":\"a\",\"time\":\"2026-11-21T19:30:15Z\",\"kind\":\"dreamt\"}\n",
        StandardOpenOption.APPEND);
    assertEquals(1, runLedger.entries().size());
  }

  @Test
  void entriesOfManyThreadsDoNotTearEachOther() {
    LedgerEntry entry = all().getFirst();
    List<TaskHandle<Boolean>> writers = new ArrayList<>();
    try (Tasks tasks = new Tasks(4)) {
      for (int i = 0; i < 4; i++) {
        writers.add(
            tasks.start(
                "writer",
                (_, _) -> {
                  for (int n = 0; n < 10; n++) {
                    runLedger.append(entry);
                  }
                  return true;
                }));
      }
      writers.forEach(TaskHandle::await);
    }
    assertEquals(40, runLedger.entries().size());
  }

  @Test
  void aRunWhoseProcessIsGoneHasDied() {
    runLedger.append(all().getFirst());
    RunProcess here = RunProcess.current();
    runLedger.append(new LedgerEntry.TakenUp(RUN, NOW, here, 0));
    assertEquals(RunStatus.RUNNING, runLedger.find(RUN.text()).status());
    // The number is in use, by a process that began at another time.
    RunProcess former = new RunProcess(here.pid(), here.startedMillis() - 5000, here.host());
    runLedger.append(new LedgerEntry.TakenUp(RUN, NOW, former, 0));
    assertEquals(RunStatus.DIED, runLedger.find(RUN.text()).status());
    runLedger.append(new LedgerEntry.TakenUp(RUN, NOW, new RunProcess(1, 1, "elsewhere"), 0));
    assertEquals(RunStatus.ELSEWHERE, runLedger.find(RUN.text()).status());
  }

  @Test
  void anEndCountsUntilTheRunIsTakenUpAgain() {
    all().forEach(runLedger::append);
    assertEquals(RunStatus.STOPPED, runLedger.find(RUN.text()).status());
    runLedger.append(new LedgerEntry.TakenUp(RUN, NOW, RunProcess.current(), 3));
    RunRecord record = runLedger.find(RUN.text());
    assertEquals(RunStatus.RUNNING, record.status());
    assertEquals(2, record.takenUp());
    assertEquals(progress(), record.progress().orElseThrow());
  }

  @Test
  void aRunIsFoundByTheBeginningOfItsNameAndByItsFolder() {
    all().forEach(runLedger::append);
    assertEquals(RUN, runLedger.find("darkroom-2026").id());
    assertEquals(RUN, runLedger.find("/runs/" + RUN).id());
    assertEquals(RUN, runLedger.find("/runs").id());
    Problem problem = assertThrows(Problem.class, () -> runLedger.find("drive"));
    assertEquals("the ledger has no such run", problem.what());
  }

  @Test
  void aLedgerThatIsNotThereIsEmpty() {
    assertEquals(List.of(), runLedger.runs());
  }

  private static List<LedgerEntry> all() {
    return List.of(
        new LedgerEntry.Begun(RUN, NOW, start()),
        new LedgerEntry.TakenUp(RUN, NOW, RunProcess.current(), 0),
        new LedgerEntry.Checked(RUN, NOW, new Gate("engine", Gate.Status.PASS, "\"2.7\"\n")),
        new LedgerEntry.Advanced(RUN, NOW, progress()),
        new LedgerEntry.Changed(RUN, NOW, RunRecord.LEARNING_RATE_FACTOR, 0.5, 2),
        new LedgerEntry.Changed(RUN, NOW, RunRecord.ALARM + "kl", 0.5, 2, "The KL is \"high\""),
        new LedgerEntry.Deleted(RUN, NOW),
        new LedgerEntry.Restored(RUN, NOW),
        new LedgerEntry.Ended(RUN, NOW, RunStatus.STOPPED, "stopped by the user", progress()));
  }

  private static RunProgress progress() {
    return new RunProgress(3, 150, 1000, 900, 1.5, Optional.of(0.75), 0.5, List.of(0.25, 0.75));
  }

  private static RunStart start() {
    return new RunStart(
        "darkroom",
        "5x5",
        "ppo",
        List.of("a map"),
        Map.of("a map", "3d"),
        Map.of("updates", "150"),
        Map.of("ppo.updates", "150"),
        Map.of("ppo.updates", List.of("100", "150")),
        7,
        TrainingTask.Device.CPU,
        "0.1.0",
        "a parent",
        "1f",
        "scripted",
        "2e",
        Path.of("/runs").resolve(RUN.text()),
        150);
  }
}
