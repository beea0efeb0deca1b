package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.task.TaskHandle;
import dev.hindsight.trainer.task.Tasks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveRolloutTest {
  private static final List<Column> COLUMNS = TestRecordings.COLUMNS;

  @TempDir Path folder;

  @Test
  void aTickCanBeReadAsSoonAsItHasEnded() {
    try (RolloutWriter writer = writer(4);
        Rollout live = writer.live()) {
      for (int tick = 0; tick < 30; tick++) {
        TestRecordings.tick(writer, COLUMNS, tick);
        assertEquals(tick + 1, live.ticks());
        assertTick(live, tick);
        assertTick(live, tick / 2);
      }
      assertThrows(
          IndexOutOfBoundsException.class,
          () -> live.channel("action").orElseThrow().integer(30, 0));
    }
  }

  @Test
  void aFollowerNeverSeesAnotherTicksNumbers() {
    AtomicBoolean ended = new AtomicBoolean();
    try (Tasks tasks = new Tasks(1);
        RolloutWriter writer = writer(3);
        Rollout live = writer.live()) {
      Random random = new Random(5);
      TaskHandle<Integer> follower =
          tasks.start(
              "follow",
              (_, _) -> {
                int looked = 0;
                while (!ended.get() || looked == 0) {
                  int ticks = live.ticks();
                  if (ticks > 0) {
                    assertTick(live, Math.max(0, ticks - 1 - random.nextInt(Math.min(ticks, 8))));
                    looked++;
                  }
                }
                return looked;
              });
      for (int tick = 0; tick < 4000; tick++) {
        TestRecordings.tick(writer, COLUMNS, tick);
      }
      ended.set(true);
      assertTrue(follower.await() > 0);
    }
  }

  @Test
  void theViewOutlivesTheRecording() {
    RolloutWriter writer = writer(4);
    Rollout live = writer.live();
    for (int tick = 0; tick < 10; tick++) {
      TestRecordings.tick(writer, COLUMNS, tick);
    }
    assertFalse(live.complete());
    Summary summary = writer.finish(Summary.of(List.of(), Map.of(), 1));
    writer.close();
    assertTrue(live.complete());
    assertEquals(summary, live.summary().orElseThrow());
    for (int tick = 0; tick < 10; tick++) {
      assertTick(live, tick);
    }
    live.close();
    assertThrows(
        IllegalStateException.class, () -> live.channel("action").orElseThrow().integer(0, 0));
  }

  @Test
  void whatWasWrittenBeforeItWasCutOffIsReadAgain() {
    RolloutWriter writer = writer(4);
    try (Rollout live = writer.live()) {
      for (int tick = 0; tick < 10; tick++) {
        TestRecordings.tick(writer, COLUMNS, tick);
      }
      assertTrue(live.growing());
      assertFalse(LiveGrowth.outdates(live, 9));
      writer.close();
      assertFalse(live.growing());
      assertFalse(live.complete());
      assertTrue(LiveGrowth.outdates(live, 9));
      assertFalse(LiveGrowth.outdates(live, 10));
    }
  }

  @Test
  void theTrialsGrowWithTheTicks() {
    try (RolloutWriter writer = writer(4);
        Rollout live = writer.live()) {
      for (int tick = 0; tick < 40; tick++) {
        TestRecordings.tick(writer, COLUMNS, tick);
        TrialIndex trials = live.trials();
        int stretch = trials.stretchAt(tick);
        assertEquals(trials.count() - 1, stretch);
        assertEquals(tick + 1, trials.end(stretch));
        assertEquals(TestRecordings.number(3, tick, 0), trials.trial(stretch));
      }
    }
  }

  private RolloutWriter writer(int chunkTicks) {
    return RolloutWriter.create(
        folder.resolve("x.rollout"), TestRecordings.manifest(COLUMNS, chunkTicks), COLUMNS);
  }

  private static void assertTick(Rollout rollout, int tick) {
    for (int c = 0; c < COLUMNS.size(); c++) {
      Channel channel = rollout.channels().get(c);
      float[] row = new float[channel.rowLength()];
      channel.read(tick, 0, row, row.length);
      for (int i = 0; i < row.length; i++) {
        assertEquals(TestRecordings.number(c, tick, i), row[i]);
        assertEquals(TestRecordings.number(c, tick, i), channel.integer(tick, i));
      }
    }
  }
}
