package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class FollowedRolloutTest {
  private static final List<Column> COLUMNS = TestRecordings.COLUMNS;
  private static final int CHUNK_TICKS = 4;

  @TempDir Path folder;

  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("x.rollout");
  }

  @Test
  void itGrowsWithTheFileAndItsChannelsStayTheSame() {
    try (RolloutWriter writer = writer()) {
      ticks(writer, 0, 2 * CHUNK_TICKS + 1);
      FollowedRollout followed = Rollouts.follow(file);
      Channel seen = followed.channel("observation").orElseThrow();
      int before = followed.ticks();

      ticks(writer, 2 * CHUNK_TICKS + 1, 5 * CHUNK_TICKS + 1);

      assertEquals(before, followed.ticks(), "nothing is taken in by itself");
      assertEquals(RolloutGrowth.GROWING, followed.refresh());
      assertEquals(5 * CHUNK_TICKS, followed.ticks());
      assertEquals(followed.trials().end(followed.trials().count() - 1), followed.ticks());
      assertSame(seen, followed.channel("observation").orElseThrow());
      assertTicks(followed);
      assertFalse(followed.complete());
      assertEquals(RolloutGrowth.GROWING, followed.refresh(), "a slow writer is still a writer");
    }
  }

  @Test
  void theFinishedRecordingTakesItsPlace() {
    FollowedRollout followed;
    try (RolloutWriter writer = writer()) {
      ticks(writer, 0, CHUNK_TICKS + 1);
      followed = Rollouts.follow(RolloutFile.partOf(file));
      ticks(writer, CHUNK_TICKS + 1, 3 * CHUNK_TICKS + 2);
      writer.finish(Summary.of(List.of(), Map.of(), 1));
    }

    assertEquals(RolloutGrowth.FINISHED, followed.refresh());
    assertEquals(RolloutGrowth.FINISHED, followed.refresh());
    assertTrue(followed.complete());
    assertEquals(file, followed.file());
    assertEquals(3 * CHUNK_TICKS + 2, followed.ticks());
    assertTicks(followed);
    followed.close();
    assertThrows(
        IllegalStateException.class, () -> followed.channel("action").orElseThrow().value(0, 0));
  }

  /// The link stays what it is, also if the file that it leads to did not exist.
  @Test
  void throughASymbolicLinkTheFileThatItLeadsToIsWritten() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere")).resolve("y.rollout");
    Files.createSymbolicLink(file, elsewhere);
    for (int round = 0; round < 2; round++) {
      FollowedRollout followed;
      try (RolloutWriter writer = writer()) {
        ticks(writer, 0, CHUNK_TICKS + 1);
        followed = Rollouts.follow(file);
        assertTrue(Files.exists(RolloutFile.partOf(elsewhere)));
        assertThrows(Problem.class, () -> RolloutFile.create(elsewhere), "one place, one writer");
        ticks(writer, CHUNK_TICKS + 1, 3 * CHUNK_TICKS + 2);
        writer.finish(Summary.of(List.of(), Map.of(), 1));
      }
      assertEquals(RolloutGrowth.FINISHED, followed.refresh());
      assertTicks(followed);
      assertTrue(Files.isSymbolicLink(file));
      assertTrue(Files.isRegularFile(elsewhere, LinkOption.NOFOLLOW_LINKS));
    }
  }

  @Test
  void aCircleOfLinksIsRefusedInOneLine() throws IOException {
    Files.createSymbolicLink(file, file);
    Problem circle = assertThrows(Problem.class, () -> RolloutFile.create(file));
    assertEquals(
        "x.rollout: the recording cannot be written: its symbolic links form a loop - choose another name",
        circle.getMessage().replace(folder + "/", ""));
  }

  @Test
  void oneThatWasCancelledIsGoneAndNotTakenForAnEarlierOneOfItsName() {
    TestRecordings.write(file, COLUMNS, 40, CHUNK_TICKS);
    FollowedRollout followed;
    try (RolloutWriter writer =
        RolloutWriter.create(file, TestRecordings.madeAt("2026-02-02T00:00:00Z"), COLUMNS)) {
      ticks(writer, 0, CHUNK_TICKS + 1);
      followed = Rollouts.follow(RolloutFile.partOf(file));
    }

    assertEquals(RolloutGrowth.GONE, followed.refresh());
    assertFalse(followed.complete());
    assertEquals(CHUNK_TICKS, followed.ticks());
    assertTicks(followed);
  }

  @Test
  void theDeathOfTheWriterIsSeenAndWhatItLeftStaysReadable() throws Exception {
    Process process = KilledRecorderTest.endless(file);
    FollowedRollout followed;
    try (BufferedReader reports = process.inputReader(StandardCharsets.UTF_8)) {
      String report = reports.readLine();
      while (Integer.parseInt(report) < 100) {
        report = reports.readLine();
      }
      followed = Rollouts.follow(file);
      assertTrue(followed.ticks() > 0);
      assertEquals(RolloutGrowth.GROWING, followed.refresh());
      assertTrue(process.toHandle().destroyForcibly());
      String _ = reports.readAllAsString();
    }
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));

    // The first look finds what was written last, the second that it was the last.
    RolloutGrowth _ = followed.refresh();
    assertEquals(RolloutGrowth.STOPPED, followed.refresh());
    int left = followed.ticks();
    assertTrue(left >= 90, left + " ticks");
    assertFalse(followed.complete());
    assertFalse(followed.growing());
    assertTrue(LiveGrowth.outdates(followed, left - 1), "the last tick was never looked at");
    assertFalse(LiveGrowth.outdates(followed, left));
    try (RolloutWriter writer = writer()) {
      ticks(writer, 0, CHUNK_TICKS + 1);
      assertTicks(followed);
      assertEquals(RolloutGrowth.GONE, followed.refresh());
      assertEquals(left, followed.ticks());
    }
  }

  @Test
  void whereThereIsNothingItSaysSo() {
    assertThrows(Problem.class, () -> Rollouts.follow(file));
    assertFalse(Rollouts.unfinished(file));
    try (RolloutWriter _ = writer()) {
      assertTrue(Rollouts.unfinished(file));
      assertTrue(Rollouts.unfinished(RolloutFile.partOf(file)));
    }
  }

  @Test
  void aFollowerThatLeavesDoesNotLetAnotherWriterIn() throws Exception {
    try (RolloutWriter writer = writer()) {
      ticks(writer, 0, 1);
      writer.live().close();

      assertEquals("taken", KilledRecorderTest.refused(file));
    }
  }

  private RolloutWriter writer() {
    return RolloutWriter.create(file, TestRecordings.manifest(COLUMNS, CHUNK_TICKS), COLUMNS);
  }

  private static void ticks(RolloutWriter writer, int from, int to) {
    for (int tick = from; tick < to; tick++) {
      TestRecordings.tick(writer, COLUMNS, tick);
    }
  }

  private static void assertTicks(Rollout rollout) {
    for (int c = 0; c < COLUMNS.size(); c++) {
      Channel channel = rollout.channels().get(c);
      float[] row = new float[channel.rowLength()];
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        channel.read(tick, 0, row, row.length);
        for (int i = 0; i < row.length; i++) {
          assertEquals(TestRecordings.number(c, tick, i), row[i]);
          assertEquals(TestRecordings.number(c, tick, i), channel.integer(tick, i));
        }
      }
    }
  }
}
