package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChannelExportTest {
  private static final MemoryRollout ROLLOUT =
      new MemoryRollout("toy", 2, 6, 2)
          .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 3))
          .with("pose", Dtype.F4, (tick, index) -> tick + index / 8.0, 2, 3)
          .with("removed", Dtype.BOOL, (tick, agent) -> tick == 4 && agent == 1 ? 1 : 0, 2);

  @TempDir private Path folder;

  private ChannelExport.Report export(String channel, OptionalInt agent, String name) {
    return new ChannelExport(
            ROLLOUT, channel, agent, RequestedTicks.of(Span.through(2, 4)), folder.resolve(name))
        .run(Progress.SILENT, new Cancellation());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void csvHasARowForEachTickOfTheAgent() throws IOException {
    export("pose", OptionalInt.of(1), "pose.csv");

    assertEquals(
        """
        tick,trial,trial_tick,time [s],agent,pose.0,pose.1,pose.2
        2,0,2,0.2,1,2.375,2.5,2.625
        3,1,0,0.3,1,3.375,3.5,3.625
        4,1,1,0.4,1,4.375,4.5,4.625
        """,
        Files.readString(folder.resolve("pose.csv")).replace("\r\n", "\n"));
    assertEquals(List.of("pose.csv"), files());
  }

  @Test
  void csvHasARowForEachTickAndAgent() throws IOException {
    export("removed", OptionalInt.empty(), "removed.csv");

    assertEquals(
        """
        tick,trial,trial_tick,time [s],agent,removed
        2,0,2,0.2,0,0
        2,0,2,0.2,1,0
        3,1,0,0.3,0,0
        3,1,0,0.3,1,0
        4,1,1,0.4,0,0
        4,1,1,0.4,1,1
        """,
        Files.readString(folder.resolve("removed.csv")).replace("\r\n", "\n"));
  }

  @Test
  void csvHeaderNamesTheUnit() throws IOException {
    Path recorded = folder.resolve("x.rollout");
    TestRecordings.write(recorded, TestRecordings.COLUMNS, 5, 4);
    try (Rollout rollout = Rollouts.open(recorded)) {
      Path out = folder.resolve("o.csv");
      new ChannelExport(rollout, "observation", OptionalInt.of(0), RequestedTicks.ALL, out)
          .run(Progress.SILENT, new Cancellation());

      assertEquals(
          "tick,trial,trial_tick,time [s],agent,observation.0 [1],observation.1 [1],"
              + "observation.2 [1],observation.3 [1],observation.4 [1]",
          Files.readAllLines(out).getFirst());
    }
  }

  @Test
  void npyOfAllKeepsTheAxisOfAgents() {
    export("pose", OptionalInt.empty(), "pose.npy");
    NpyArray array = Npy.read(folder.resolve("pose.npy"));

    assertEquals(Dtype.F4, array.dtype());
    assertArrayEquals(new int[] {3, 2, 3}, array.shape());
    assertEquals(3 + 4 / 8.0, array.value(6 + 4));
  }

  @Test
  void npyOfOneLeavesTheAxisOfAgentsOut() {
    export("pose", OptionalInt.of(1), "pose.npy");
    NpyArray array = Npy.read(folder.resolve("pose.npy"));

    assertArrayEquals(new int[] {3, 3}, array.shape());
    assertEquals(4 + 5 / 8.0, array.value(8));
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void npyHoldsEveryElementTypeExactly(Dtype dtype) {
    MemoryRollout rollout =
        new MemoryRollout("toy", 3, 4, 1).with("x", dtype, (tick, index) -> (tick + index) % 2, 3);
    Path out = folder.resolve("x.npy");
    new ChannelExport(rollout, "x", OptionalInt.empty(), RequestedTicks.ALL, out)
        .run(Progress.SILENT, new Cancellation());
    NpyArray array = Npy.read(out);

    assertEquals(dtype, array.dtype());
    assertArrayEquals(new int[] {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, array.ints());
  }

  @ParameterizedTest
  @CsvSource({
    "none, 0, 0, 3, x.csv",
    "trial, 0, 0, 3, x.csv",
    "pose, 2, 0, 3, x.csv",
    "pose, 0, -1, 3, x.csv",
    "pose, 0, 0, 6, x.csv",
    "pose, 0, 4, 3, x.csv",
    "pose, 0, 0, 3, x.txt",
    "pose, 0, 0, 3, none/x.csv"
  })
  void whatCannotBeDoneIsToldAndLeavesNothing(
      String channel, int agent, int from, int to, String name) throws IOException {
    ChannelExport export =
        new ChannelExport(
            ROLLOUT,
            channel,
            OptionalInt.of(agent),
            new RequestedTicks(from, OptionalInt.of(to)),
            folder.resolve(name));

    assertThrows(Problem.class, () -> export.run(Progress.SILENT, new Cancellation()));
    assertEquals(List.of(), files());
  }

  @Test
  void whatIsWrongWithARangeIsSaid() {
    int ticks = ROLLOUT.ticks();
    assertEquals(
        "a range cannot go from 2 back to 1",
        assertThrows(Problem.class, () -> new RequestedTicks(2, OptionalInt.of(1)).in(ROLLOUT))
            .what());
    assertEquals(
        "it has no tick " + ticks,
        assertThrows(Problem.class, () -> RequestedTicks.of(ticks).in(ROLLOUT)).what());
    assertEquals(
        "it has no ticks 0 to " + ticks,
        assertThrows(Problem.class, () -> new RequestedTicks(0, OptionalInt.of(ticks)).in(ROLLOUT))
            .what());
  }

  @Test
  void aCancelledExportLeavesWhatWasThere() throws IOException {
    Path out = folder.resolve("pose.csv");
    Files.writeString(out, "before");
    Cancellation cancellation = new Cancellation();
    ChannelExport export =
        new ChannelExport(ROLLOUT, "pose", OptionalInt.empty(), RequestedTicks.ALL, out);

    assertThrows(
        CancellationException.class,
        () ->
            export.run(
                (ticks, total, _) -> {
                  if (ticks == total) {
                    cancellation.cancel();
                  }
                },
                cancellation));
    assertEquals("before", Files.readString(out));
    assertEquals(List.of("pose.csv"), files());
    assertTrue(cancellation.isCancelled());
  }
}
