package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RolloutRoundTripTest {
  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("x.rollout");
  }

  @Test
  void everyNumberComesBack() {
    TestRecordings.write(file, TestRecordings.COLUMNS, 23, 5);
    try (Rollout rollout = Rollouts.open(file)) {
      assertEquals(23, rollout.ticks());
      assertSame(rollout, TestRecordings.COLUMNS);
    }
  }

  @Test
  void randomColumnsOfEveryElementTypeComeBack() {
    Random random = new Random(11);
    for (int round = 0; round < 25; round++) {
      List<Column> columns = new ArrayList<>();
      for (Dtype dtype : Dtype.values()) {
        int inner = random.nextInt(4);
        columns.add(
            new Column(
                ChannelSpec.perTick("c/" + dtype, dtype, "1", "", "agent", "slot"),
                List.of(TestRecordings.AGENTS, inner)));
      }
      int ticks = random.nextInt(40);
      Path named = folder.resolve(round + ".rollout");
      TestRecordings.write(named, columns, ticks, 1 + random.nextInt(12));
      try (Rollout rollout = Rollouts.open(named)) {
        assertEquals(ticks, rollout.ticks());
        assertSame(rollout, columns);
        Rollouts.verify(named);
      }
    }
  }

  @Test
  void oneThatIsOpenedLooselyIsReadableAfterItIsClosed() {
    TestRecordings.write(file, TestRecordings.COLUMNS, 23, 5);
    Rollout rollout = Rollouts.openLoosely(file);
    rollout.close();
    rollout.close();
    assertSame(rollout, TestRecordings.COLUMNS);
  }

  @Test
  void manifestSummaryAndArraysComeBack() {
    TestRecordings.write(file, TestRecordings.COLUMNS, 12, 5);
    try (Rollout rollout = Rollouts.open(file)) {
      assertEquals(TestRecordings.manifest(TestRecordings.COLUMNS, 5), rollout.manifest());
      Summary summary = rollout.summary().orElseThrow();
      assertEquals(12, summary.ticks());
      assertEquals(List.of(0.5, 1.0), summary.trialScores());
      assertTrue(summary.hash().matches("[0-9a-f]{64}"), summary.hash());
      assertArrayEquals(
          TestRecordings.ROAD.array().floats(),
          rollout.fixed("road/points").orElseThrow().floats());
      assertEquals(
          TestRecordings.number(0, 12, 4), rollout.last("observation").orElseThrow().value(4));
      assertTrue(rollout.last("action").isEmpty());
    }
  }

  @Test
  void equalRecordingsHaveEqualBytes() throws Exception {
    TestRecordings.write(file, TestRecordings.COLUMNS, 12, 5);
    Path again = folder.resolve("again.rollout");
    TestRecordings.write(again, TestRecordings.COLUMNS, 12, 5);
    assertEquals(-1, Files.mismatch(file, again));
  }

  @Test
  void anAbandonedRecordingLeavesNothing() throws Exception {
    try (RolloutWriter writer =
        RolloutWriter.create(
            file, TestRecordings.manifest(TestRecordings.COLUMNS, 5), TestRecordings.COLUMNS)) {
      writer.fixed(TestRecordings.ROAD);
    }
    try (var left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void readingAfterClosingIsRefused() {
    TestRecordings.write(file, TestRecordings.COLUMNS, 3, 5);
    Rollout rollout = Rollouts.open(file);
    Channel channel = rollout.channel("action").orElseThrow();
    long _ = channel.integer(0, 0);
    rollout.close();
    assertThrows(IllegalStateException.class, () -> channel.integer(0, 0));
  }

  @Test
  void aForgottenRowIsRefused() {
    try (RolloutWriter writer =
        RolloutWriter.create(
            file, TestRecordings.manifest(TestRecordings.COLUMNS, 5), TestRecordings.COLUMNS)) {
      assertThrows(IllegalStateException.class, writer::endTick);
    }
  }

  @Test
  void nothingIsThereUnderTheNameBeforeTheEnd() {
    try (RolloutWriter writer =
        RolloutWriter.create(
            file, TestRecordings.manifest(TestRecordings.COLUMNS, 5), TestRecordings.COLUMNS)) {
      assertFalse(Files.exists(file));
      assertTrue(Files.exists(RolloutFile.partOf(file)));
      assertEquals(0, writer.ticks());
    }
  }

  private static void assertSame(Rollout rollout, List<Column> columns) {
    for (int c = 0; c < columns.size(); c++) {
      Channel channel = rollout.channel(columns.get(c).spec().name()).orElseThrow();
      assertEquals(columns.get(c).rowLength(), channel.rowLength());
      float[] row = new float[channel.rowLength()];
      for (int t = 0; t < rollout.ticks(); t++) {
        channel.read(t, 0, row, row.length);
        for (int i = 0; i < row.length; i++) {
          assertEquals(TestRecordings.number(c, t, i), row[i]);
          assertEquals(TestRecordings.number(c, t, i), channel.integer(t, i));
          assertEquals(TestRecordings.number(c, t, i), channel.value(t, i));
        }
      }
    }
  }
}
