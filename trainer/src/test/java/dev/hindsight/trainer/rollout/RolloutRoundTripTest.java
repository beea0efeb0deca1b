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
    Recordings.write(file, Recordings.COLUMNS, 23, 5);
    try (Rollout rollout = Rollouts.open(file)) {
      assertEquals(23, rollout.ticks());
      assertSame(rollout, Recordings.COLUMNS);
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
                List.of(Recordings.AGENTS, inner)));
      }
      int ticks = random.nextInt(40);
      Path named = folder.resolve(round + ".rollout");
      Recordings.write(named, columns, ticks, 1 + random.nextInt(12));
      try (Rollout rollout = Rollouts.open(named)) {
        assertEquals(ticks, rollout.ticks());
        assertSame(rollout, columns);
        Rollouts.verify(named);
      }
    }
  }

  @Test
  void manifestSummaryAndArraysComeBack() {
    Recordings.write(file, Recordings.COLUMNS, 12, 5);
    try (Rollout rollout = Rollouts.open(file)) {
      assertEquals(Recordings.manifest(Recordings.COLUMNS, 5), rollout.manifest());
      Summary summary = rollout.summary().orElseThrow();
      assertEquals(12, summary.ticks());
      assertEquals(List.of(0.5, 1.0), summary.trialScores());
      assertTrue(summary.hash().matches("[0-9a-f]{64}"), summary.hash());
      assertArrayEquals(
          Recordings.ROAD.array().floats(), rollout.fixed("road/points").orElseThrow().floats());
      assertEquals(Recordings.number(0, 12, 4), rollout.last("observation").orElseThrow().value(4));
      assertTrue(rollout.last("action").isEmpty());
    }
  }

  @Test
  void equalRecordingsHaveEqualBytes() throws Exception {
    Recordings.write(file, Recordings.COLUMNS, 12, 5);
    Path again = folder.resolve("again.rollout");
    Recordings.write(again, Recordings.COLUMNS, 12, 5);
    assertEquals(-1, Files.mismatch(file, again));
  }

  @Test
  void anAbandonedRecordingLeavesNothing() throws Exception {
    try (RolloutWriter writer =
        RolloutWriter.create(
            file, Recordings.manifest(Recordings.COLUMNS, 5), Recordings.COLUMNS)) {
      writer.fixed(Recordings.ROAD);
    }
    try (var left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void readingAfterClosingIsRefused() {
    Recordings.write(file, Recordings.COLUMNS, 3, 5);
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
            file, Recordings.manifest(Recordings.COLUMNS, 5), Recordings.COLUMNS)) {
      assertThrows(IllegalStateException.class, writer::endTick);
    }
  }

  @Test
  void nothingIsThereUnderTheNameBeforeTheEnd() {
    try (RolloutWriter writer =
        RolloutWriter.create(
            file, Recordings.manifest(Recordings.COLUMNS, 5), Recordings.COLUMNS)) {
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
          assertEquals(Recordings.number(c, t, i), row[i]);
          assertEquals(Recordings.number(c, t, i), channel.integer(t, i));
          assertEquals(Recordings.number(c, t, i), channel.value(t, i));
        }
      }
    }
  }
}
