package dev.hindsight.trainer.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import java.util.stream.IntStream;
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
              (tick, agent) -> agent == 1 ? (tick == 3 ? 1 : tick == 4 ? 2 : 0) : tick == 5 ? 1 : 0,
              2);

  private static List<String> words(EventLog log) {
    return IntStream.range(0, log.count())
        .mapToObj(event ->
            log.kind(event)
                + " "
                + log.agent(event)
                + " "
                + (log.caused(event) ? log.tick(event) : "-")
                + (log.to(event) > log.from(event)
                    ? " [" + log.from(event) + "," + log.to(event) + ")"
                    : ""))
        .toList();
  }

  @Test
  void stretchesEndWithTheirTrialAndStandInOrder() {
    assertEquals(
        List.of(
            "COLLISION 1 2 [3,4)",
            "OFFROAD 1 3 [4,5)",
            "GOAL 1 6",
            "LIMBO 1 6 [7,10)",
            "LIMBO 1 - [10,20)"),
        words(EventScan.of(ROLLOUT, 1, new Cancellation())));
  }

  @Test
  void eventsOfOthersDoNotCount() {
    assertEquals(
        List.of("COLLISION 0 4 [5,6)"), words(EventScan.of(ROLLOUT, 0, new Cancellation())));
  }

  @Test
  void allAgentsTogetherAreTheSumOfEach() {
    assertEquals(
        List.of(
            "COLLISION 1 2 [3,4)",
            "OFFROAD 1 3 [4,5)",
            "COLLISION 0 4 [5,6)",
            "GOAL 1 6",
            "LIMBO 1 6 [7,10)",
            "LIMBO 1 - [10,20)"),
        words(EventScan.ofAll(ROLLOUT, new Cancellation())));
  }

  @Test
  void aScanGoesOnWhereItStopped() {
    for (int stop = 0; stop <= ROLLOUT.ticks(); stop++) {
      EventScan scan = EventScan.beginAll(ROLLOUT);
      EventLog _ = scan.upTo(stop, new Cancellation());

      assertEquals(
          words(EventScan.ofAll(ROLLOUT, new Cancellation())),
          words(scan.upTo(ROLLOUT.ticks(), new Cancellation())),
          "stopped at " + stop);
    }
  }

  @Test
  void eventThatLastsToTheEndIsFound() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 5, 1)
            .with("terminal", Dtype.BOOL, (tick, _) -> tick == 4 ? 1 : 0, 1);

    assertEquals(List.of("TERMINAL 0 4"), words(EventScan.of(rollout, 0, new Cancellation())));
  }

  @Test
  void eventsFromATickOnAreFoundByHalving() {
    EventLog log = EventScan.of(ROLLOUT, 1, new Cancellation());

    assertEquals(
        List.of(0, 1, 2, 2, 4, 5), IntStream.of(0, 3, 4, 5, 8, 11).mapToObj(log::firstAt).toList());
  }
}
