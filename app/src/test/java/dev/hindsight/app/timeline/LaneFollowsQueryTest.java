package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.counterfactual.CreditMeasure;
import dev.hindsight.inspector.derived.DerivedChannels;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Tasks;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A lane of memory credit follows the cursor.
class LaneFollowsQueryTest {
  private static final int TICKS = 60;
  private static final String WORTH = DerivedChannels.worth(CreditMeasure.POLICY);
  private static final LaneSource.Numeric LANE = new LaneSource.ChannelComponent(WORTH, 0);

  /// This thread owns the lanes.
  private final BlockingQueue<Runnable> owned = new LinkedBlockingQueue<>();

  private void handle() throws InterruptedException {
    owned.take().run();
  }

  private static LaneState lanes(LaneSource source) {
    return new LaneState(List.of(LaneState.Lane.of(source)), 0, TimeWindow.all(TICKS));
  }

  private LaneData.Loader columns(Tasks tasks, Rollout rollout, DerivedChannels derived) {
    return new LaneData.Loader(
        new LaneSeries.Finder(rollout, derived, Optional.empty()),
        new BackgroundTasks(tasks, owned::add, _ -> {}),
        () -> {});
  }

  private static float at(LaneData column, int tick) {
    return ((LaneData.Ready) column).series().value(tick);
  }

  @Test
  void theNumbersOfBeforeStandUntilThoseOfTheNewQueryAreRead(@TempDir Path folder)
      throws InterruptedException {
    try (Tasks tasks = new Tasks(1);
        Rollout rollout = DarkRoomRecordings.trained(folder, TICKS);
        DerivedChannels derived = DerivedChannels.of(rollout, new AttentionReadingCache(rollout))) {
      LaneData.Loader columns = columns(tasks, rollout, derived);
      LaneState shown = lanes(LANE);
      assertTrue(columns.cursorAt(shown, 40));
      columns.load(shown, 0, TICKS);
      assertEquals(new LaneData.Empty("reading…"), columns.of(LANE, 0));
      handle();
      float before = (float) derived.named(WORTH, 40).orElseThrow().value(30, 0);
      assertEquals(before, at(columns.of(LANE, 0), 30));

      assertTrue(columns.cursorAt(shown, 45));
      columns.load(shown, 0, TICKS);
      assertEquals(before, at(columns.of(LANE, 0), 30));
      assertTrue(Float.isNaN(at(columns.of(LANE, 0), 42)));
      handle();
      assertEquals(
          (float) derived.named(WORTH, 45).orElseThrow().value(30, 0), at(columns.of(LANE, 0), 30));
      assertFalse(Float.isNaN(at(columns.of(LANE, 0), 42)));
      columns.close();
    }
  }

  @Test
  void aLaneOfWhatTheRecordingHoldsDoesNotCareWhereTheCursorStands(@TempDir Path folder) {
    try (Tasks tasks = new Tasks(1);
        Rollout rollout = DarkRoomRecordings.trained(folder, TICKS);
        DerivedChannels derived = DerivedChannels.of(rollout, new AttentionReadingCache(rollout))) {
      LaneData.Loader columns = columns(tasks, rollout, derived);
      assertFalse(columns.cursorAt(lanes(new LaneSource.ChannelComponent("reward", 0)), 40));
      assertFalse(
          columns.cursorAt(lanes(new LaneSource.ChannelComponent(DerivedChannels.LEAK, 0)), 41));
    }
  }
}
