package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventScanTest {
  private static final MemoryRollout ROLLOUT =
      new MemoryRollout("toy", 2, 30, 3)
          .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 10))
          .with(
              "removed",
              Dtype.BOOL,
              (tick, agent) -> agent == 1 && tick >= 7 && tick < 20 ? 1 : 0,
              2)
          .with(
              "collision",
              Dtype.I1,
              (tick, agent) -> agent == 1 ? (tick == 3 ? 1 : tick == 4 ? 2 : 0) : 0,
              2);

  private static TimelineEvent event(EventKind kind, int first, int last) {
    return new TimelineEvent(kind, 1, new TickRange(first, last));
  }

  @Test
  void stretchesEndWithTheirTrialAndStandInOrder() {
    assertEquals(
        List.of(
            event(EventKind.COLLISION, 3, 3),
            event(EventKind.OFFROAD, 4, 4),
            event(EventKind.LIMBO, 7, 9),
            event(EventKind.LIMBO, 10, 19)),
        EventScan.of(ROLLOUT, 1, new Cancellation()));
  }

  @Test
  void eventsOfOthersDoNotCount() {
    assertEquals(List.of(), EventScan.of(ROLLOUT, 0, new Cancellation()));
  }

  @Test
  void eventThatLastsToTheEndIsFound() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 5, 1)
            .with("terminal", Dtype.BOOL, (tick, _) -> tick == 4 ? 1 : 0, 1);

    assertEquals(
        List.of(new TimelineEvent(EventKind.TERMINAL, 0, new TickRange(4, 4))),
        EventScan.of(rollout, 0, new Cancellation()));
  }
}
