package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A saved recording holds the numbers of all its columns.
class RecordingExportTest {
  @TempDir private Path folder;

  private Rollout recording() {
    Path file = folder.resolve("x.rollout");
    TestRecordings.write(file, TestRecordings.COLUMNS, 11, 4);
    return Rollouts.open(file);
  }

  private Path export(Rollout rollout, String name, RequestedTicks ticks) {
    Path out = folder.resolve(name);
    new RecordingExport(rollout, ticks, RecordingExport.formOf(name).orElseThrow(), out)
        .run(Progress.SILENT, new Cancellation());
    return out;
  }

  @Test
  void arraysHaveTheNumbersAndTypesOfTheColumns() throws Exception {
    try (Rollout rollout = recording();
        ZipFile zip =
            new ZipFile(export(rollout, "x.npz", RequestedTicks.of(new Span(3, 9))).toFile())) {
      assertEquals(rollout.channels().size(), zip.size());
      for (Channel channel : rollout.channels()) {
        byte[] bytes =
            zip.getInputStream(zip.getEntry(channel.spec().name() + ".npy")).readAllBytes();
        NpyArray array = Npy.parse(ByteBuffer.wrap(bytes), channel.spec().name());
        assertEquals(channel.spec().type(), array.dtype());
        assertEquals(6, array.shape()[0]);
        for (int i = 0; i < array.length(); i++) {
          int tick = 3 + i / channel.rowLength();
          assertEquals(channel.value(tick, i % channel.rowLength()), array.value(i));
        }
      }
    }
  }

  @Test
  void aTableHasARowForEachTickAndAgent() throws Exception {
    try (Rollout rollout = recording()) {
      List<String> lines = Files.readAllLines(export(rollout, "x.csv", RequestedTicks.ALL));
      assertEquals(1 + 11 * TestRecordings.AGENTS, lines.size());
      assertTrue(lines.getFirst().startsWith("tick,agent,observation.0,"), lines.getFirst());
      String[] row = lines.get(1 + 7 * TestRecordings.AGENTS + 2).split(",", -1);
      assertEquals("7", row[0]);
      assertEquals("2", row[1]);
      Channel observation = rollout.channel("observation").orElseThrow();
      assertEquals((float) observation.value(7, 2 * 5 + 1), Float.parseFloat(row[3]));
    }
  }

  /// The goals and scores of two episodes of three ticks, exported as `.npz` and opened again.
  private List<String> again(String name, MemoryRollout.Value event, MemoryRollout.Value score) {
    MemoryRollout played =
        new MemoryRollout("toy", 1, 6, 1)
            .with("observation", Dtype.F4, (tick, _) -> tick, 1, 1)
            .with("reward", Dtype.F4, (_, _) -> 1, 1)
            .with("terminal", Dtype.BOOL, (tick, _) -> tick % 3 == 2 ? 1 : 0, 1)
            .with("event", Dtype.U1, event, 1)
            .with("trial_score", Dtype.F4, score, 1);
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"));
        Rollout rollout = RecordingOpener.open(export(played, name, RequestedTicks.ALL))) {
      return ScoreReader.read(rollout, Progress.SILENT, new Cancellation()).episodes().stream()
          .map(episode -> episode.trials().getFirst().agents().getFirst())
          .map(agent -> agent.exact(EventKind.GOAL) + " " + agent.score())
          .toList();
    }
  }

  @Test
  void aWorldWithoutScoresOrGoalsHasNoneWhenItsArraysAreOpenedAgain() {
    assertEquals(
        List.of("false NaN", "false NaN"), again("none.npz", (_, _) -> 0, (_, _) -> Double.NaN));
    assertEquals(
        List.of("false 2.5", "false -1.0"),
        again("own.npz", (_, _) -> 0, (t, _) -> t == 2 ? 2.5 : t == 5 ? -1 : Double.NaN));
    assertEquals(
        List.of("true 0.0", "true 0.0"),
        again("missed.npz", (_, _) -> 0, (t, _) -> t % 3 == 2 ? 0 : Double.NaN));
    assertEquals(
        List.of("true 1.0", "true 0.0"),
        again("one.npz", (t, _) -> t == 1 ? 1 : 0, (_, _) -> Double.NaN));
  }

  @Test
  void aWorldWithGoalsKeepsThemWhereItsArraysEndBeforeAnyTrial() {
    MemoryRollout cut =
        new MemoryRollout("toy", 1, 4, 1)
            .with("observation", Dtype.F4, (tick, _) -> tick, 1, 1)
            .with("event", Dtype.U1, (_, _) -> 0, 1)
            .with("goal_reached", Dtype.BOOL, (_, _) -> 0, 1)
            .with("trial_score", Dtype.F4, (_, _) -> Double.NaN, 1);
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"));
        Rollout rollout = RecordingOpener.open(export(cut, "cut.npz", RequestedTicks.ALL))) {
      assertTrue(new TickEvents(rollout).tellsGoals());
    }
  }
}
