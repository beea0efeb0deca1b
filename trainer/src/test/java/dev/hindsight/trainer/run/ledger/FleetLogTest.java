package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.FleetState.WorkerPhase;
import dev.hindsight.trainer.run.FleetState.WorkerStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lines about workers in the folder of a run.
class FleetLogTest {
  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("fleet.jsonl");
  }

  private static FleetState state(long update, long started) {
    return new FleetState(
        update,
        update,
        2,
        0.25,
        1,
        2,
        5,
        new FleetBooks(
            1,
            started,
            Map.of("task_done", 3L, "infra_crash", 1L),
            started - 4,
            true,
            100,
            7,
            5,
            1,
            0,
            Map.of(-1L, 1L, 0L, 2L, 3L, 1L),
            0,
            1,
            0,
            0),
        List.of(
            new WorkerStatus(
                0, "host", WorkerPhase.COLLECTING, 2, update - 1, 1, 12.5, 10, 100, 0.5)));
  }

  private static List<Long> updates(List<FleetState> states) {
    return states.stream().map(FleetState::update).toList();
  }

  @Test
  void whatIsReadIsWhatWasWritten() {
    new FleetLog(file()).append(state(1, 9));

    assertEquals(List.of(state(1, 9)), FleetLog.read(file()));
    assertEquals(List.of(), FleetLog.read(folder.resolve("none.jsonl")));
  }

  @Test
  void aResumedRunRemovesNothingAndItsLineOfAnUpdateCounts() throws IOException {
    FleetLog before = new FleetLog(file());
    before.append(state(1, 9));
    before.append(state(2, 10));
    before.append(state(3, 11));

    // Resumed from the checkpoint of update 1.
    FleetLog resumed = new FleetLog(file());
    resumed.append(state(2, 20));

    assertEquals(4, Files.readAllLines(file()).size());
    assertEquals(List.of(state(1, 9), state(2, 20), state(3, 11)), FleetLog.read(file()));
  }

  @Test
  void halfALineOfAProcessThatDiedDamagesNoOther() throws IOException {
    new FleetLog(file()).append(state(1, 9));
    Files.write(
        file(), "{\"update\":2,\"ver".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);

    new FleetLog(file()).append(state(2, 10));

    assertEquals(List.of(1L, 2L), updates(FleetLog.read(file())));
  }

  @Test
  void theFileIsBoundedAndItsNewestLineStays() throws IOException {
    long line = FleetLog.line(state(1000, 9)).length() + 1L;
    FleetLog log = new FleetLog(file(), 20 * line);
    for (long update = 1; update <= 1000; update++) {
      log.append(state(update, 9));
      assertTrue(Files.size(file()) <= 20 * line, "after " + update);
      assertEquals(update, FleetLog.read(file()).getLast().update());
    }
    List<Long> kept = updates(FleetLog.read(file()));
    assertTrue(kept.size() >= 10, kept::toString);
    assertTrue(kept.getFirst() < 900, () -> "the oldest are the sparsest: " + kept);
  }

  @Test
  void aFolderThatIsGoneIsOneSentence() {
    FleetLog log = new FleetLog(folder.resolve("gone").resolve("fleet.jsonl"));

    Problem problem = assertThrows(Problem.class, () -> log.append(state(1, 9)));

    assertTrue(problem.getMessage().contains("fleet.jsonl"), problem::getMessage);
  }
}
