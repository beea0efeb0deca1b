package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.fleet.WorkerPulse.WorkerProcess;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.FleetState.WorkerPhase;
import dev.hindsight.trainer.run.FleetState.WorkerStatus;
import java.util.BitSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is said of two workers, by a clock that the test moves.
class FleetMonitorTest {
  private static final long SECOND = 1_000_000_000;

  private final FleetSettings settings =
      FleetSettings.of(
          new PpoType().settings().parse(Map.of("learner_queue_timeout_sec", "5"), "test"));
  private final FleetBooks books =
      new FleetBooks(2, 0, Map.of(), 0, true, 0, 0, 0, 0, 0, Map.of(), 0, 0, 0, 0);
  private long now = 100 * SECOND;
  private final WorkerPulse[] pulses = {new WorkerPulse(), new WorkerPulse()};
  private final BitSet delivered = new BitSet();
  private final FleetMonitor monitor = new FleetMonitor(2, () -> now);

  private FleetState state() {
    return monitor.state(7, settings, books, delivered, _ -> 3, worker -> pulses[worker]);
  }

  private WorkerStatus first() {
    return state().workers().getFirst();
  }

  @Test
  void aWorkerThatOwesABatchAndRunsNoTickIsStaleAfterTheQueueTimeout() {
    monitor.ordered(0, 6);
    assertEquals(WorkerPhase.STARTING, first().phase());
    pulses[0].reached(10);
    now += 4 * SECOND;
    assertEquals(WorkerPhase.COLLECTING, first().phase());
    assertEquals(0, first().silent(), "it has run ticks since");
    now += 5 * SECOND - 1;
    assertFalse(state().stale(first()));
    now += 1;
    assertTrue(state().stale(first()));
    assertEquals(1, state().staleWorkers(), "the other one owes nothing");
  }

  @Test
  void aWorkerWhoseBatchAwaitsTheLearnerOwesNothingHoweverLongItIsSilent() {
    monitor.ordered(0, 6);
    monitor.ordered(1, 6);
    delivered.set(0);
    now += 60 * SECOND;
    assertEquals(WorkerPhase.WAITING, first().phase());
    assertEquals(1, state().batchesWaiting());
    assertEquals(1, state().ordersOut());
    assertEquals(1, state().staleWorkers(), "only the other one");
  }

  @Test
  void speedIsThatOfTheLastBatchFromOrderToArrival() {
    monitor.ordered(0, 6);
    // The learner looks at it only 6 s after it has arrived.
    now += 8 * SECOND;
    monitor.delivered(0, 500, now - 6 * SECOND);
    now += SECOND;
    assertEquals(250, first().stepsPerSecond(), 1e-9);
    assertEquals(1, first().lag());
    assertEquals(3, first().generation());
    assertEquals(7, first().silent(), 1e-9);
    assertEquals(250, state().metrics().get("fleet/collected_per_second"));
    assertEquals(0, state().metrics().get("fleet/slowest_worker"));
  }

  @Test
  void drainingEndsWithTheWorkerThatWasToBeDrained() {
    monitor.ordered(0, 6);
    monitor.drains(0);
    assertEquals(WorkerPhase.DRAINING, first().phase());
    assertTrue(monitor.draining(0));
    monitor.delivered(0, 1, now);
    assertEquals(WorkerPhase.WAITING, first().phase());
    monitor.replaced(0);
    assertFalse(monitor.draining(0));
    pulses[0] = new WorkerPulse();
    monitor.ordered(0, 7);
    assertEquals(WorkerPhase.STARTING, first().phase());
  }

  @Test
  void theLearnersWaitGrowsWhileItWaitsAndStandsStillWhileItLearns() {
    monitor.begins(4);
    monitor.waits();
    now += 3 * SECOND;
    assertEquals(3, state().waited(), 1e-9);
    assertEquals(3, monitor.waitedEnough(), 1e-9);
    now += 9 * SECOND;
    assertEquals(3, state().waited(), 1e-9);
    monitor.learned(5);
    assertEquals(5, state().update());
  }

  @Test
  void aWorkerElsewhereShowsItsOwnPlaceAndMemory() {
    pulses[1].in(new WorkerProcess("10.77.0.2:4711", 30, 40));
    assertEquals("", first().host());
    assertTrue(first().memory() > 0);
    WorkerStatus second = state().workers().getLast();
    assertEquals("10.77.0.2:4711", second.host());
    assertEquals(30, second.memory());
    assertEquals(40, second.memoryLimit());
    assertTrue(
        state().metrics().getOrDefault("fleet/memory", 0.0) >= 0.75,
        "the fullest of all processes");
  }

  @Test
  void aNumberWithoutAProcessIsNotShownInTheLearners() {
    FleetSettings elsewhere =
        FleetSettings.of(
            new PpoType()
                .settings()
                .parse(Map.of("fleet_bind", "127.0.0.1:7355", "fleet_workers", "2"), "test"));
    pulses[0].in(new WorkerProcess("10.77.0.2:4711", 30, 40));
    pulses[0].absent(true);
    WorkerStatus lost =
        monitor
            .state(7, elsewhere, books, delivered, _ -> 3, worker -> pulses[worker])
            .workers()
            .getFirst();
    assertEquals("no process", lost.host());
    assertEquals(0, lost.memory());
  }
}
