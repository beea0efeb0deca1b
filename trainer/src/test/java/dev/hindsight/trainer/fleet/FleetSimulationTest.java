package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.fleet.FleetForecast.Bound;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Simulated fleets whose speed can be computed by hand.
class FleetSimulationTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;
  private static final int UPDATES = 40;
  private static final double EXACT = 1e-9;

  /// @param collect seconds that each environment adds
  /// @param learn seconds of an update
  private static FleetModel model(
      int workers, int environments, int ahead, double collect, double learn) {
    return new FleetModel(
        workers,
        environments,
        ahead,
        0,
        collect,
        0,
        learn / environments,
        10,
        1000,
        5000,
        INFINITE,
        0,
        0,
        INFINITE);
  }

  private static FleetModel over(FleetModel of, double bandwidth, double latency) {
    return new FleetModel(
        of.workers(),
        of.environments(),
        of.roundsAhead(),
        of.collectFixed(),
        of.collectEach(),
        of.spread(),
        of.learnEach(),
        of.stepsEach(),
        of.bytesEach(),
        of.weightBytes(),
        bandwidth,
        latency,
        of.cores(),
        of.memory());
  }

  private static FleetModel on(FleetModel of, int cores, double memory, double spread) {
    return new FleetModel(
        of.workers(),
        of.environments(),
        of.roundsAhead(),
        of.collectFixed(),
        of.collectEach(),
        spread,
        of.learnEach(),
        of.stepsEach(),
        of.bytesEach(),
        of.weightBytes(),
        of.bandwidth(),
        of.latency(),
        cores,
        memory);
  }

  private static FleetForecast run(FleetModel model) {
    return new FleetSimulation(model, UPDATES, 1).run();
  }

  @ParameterizedTest
  @CsvSource({"1, 8", "2, 4", "8, 1"})
  void workersAndLearnerThatTakeTurnsAddUp(int workers, double collect) {
    FleetForecast forecast = run(model(workers, 8, 0, 1, 3));

    assertEquals(collect + 3, forecast.secondsPerUpdate(), EXACT);
    assertEquals(80 / (collect + 3), forecast.stepsPerSecond(), EXACT);
    assertEquals(3 / (collect + 3), forecast.learnerBusy(), EXACT);
    assertEquals(3 / (collect + 3), forecast.workersIdle(), EXACT);
    assertEquals(Map.of(0L, (long) UPDATES * workers), forecast.lags());
    assertEquals(collect > 3 ? Bound.WORKERS : Bound.LEARNER, forecast.bound());
  }

  @ParameterizedTest
  @CsvSource({"1, 8, WORKERS", "2, 4, WORKERS", "4, 3, LEARNER", "8, 3, LEARNER"})
  void oneRoundAheadTheSlowerOfBothDecides(int workers, double period, Bound bound) {
    FleetForecast forecast = run(model(workers, 8, 1, 1, 3));

    assertEquals(period, forecast.secondsPerUpdate(), EXACT);
    assertEquals(3 / period, forecast.learnerBusy(), EXACT);
    assertEquals(1 - 8.0 / workers / period, forecast.workersIdle(), EXACT);
    assertEquals(Map.of(0L, (long) workers, 1L, (long) (UPDATES - 1) * workers), forecast.lags());
    assertEquals(bound, forecast.bound());
  }

  @Test
  void theWorkerWithOneEnvironmentMoreDecides() {
    assertEquals(4, run(model(3, 10, 1, 1, 1)).secondsPerUpdate(), EXACT);
  }

  /// Turns of one worker: weights, under way, collect, under way, batch, learn.
  @Test
  void aSlowNetworkAddsItsPartsToATurn() {
    FleetForecast forecast = run(over(model(1, 8, 0, 1, 3), 2000, 0.25));

    double turn = 5000 / 2000.0 + 0.25 + 8 + 0.25 + 8000 / 2000.0 + 3;
    assertEquals(turn, forecast.secondsPerUpdate(), EXACT);
    assertEquals(4 / turn, forecast.networkBusy(), EXACT);
    assertEquals(13_000 / turn, forecast.bytesPerSecond(), EXACT);
  }

  /// A hundred workers: their weights alone take 100 * 5000 / 50,000 = 10 s to leave the learner.
  @Test
  void aNetworkThatCannotSendTheWeightsInTimeBinds() {
    FleetForecast forecast = run(over(model(100, 100, 1, 1, 3), 50_000, 0));

    assertEquals(Bound.NETWORK, forecast.bound());
    assertTrue(forecast.networkBusy() > 0.8, forecast::toString);
    // The last worker gets its weights after 10 s and collects for 1 s; its batch takes 0.02 s.
    assertEquals(11.02, forecast.secondsPerUpdate(), 1e-6);
  }

  @ParameterizedTest
  @CsvSource({
    // One core: nothing runs side by side, so running ahead gains nothing.
    "1, 1, 11",
    "1, 2, 11",
    // Two cores, one worker: both have their own.
    "2, 1, 8",
    // Two cores, two workers and the learner: 4 + 4 + 3 seconds of work on 2 cores.
    "2, 2, 5.5",
    // As many cores as parts.
    "3, 2, 4"
  })
  void sharedCoresServeAllAlike(int cores, int workers, double period) {
    FleetForecast forecast = run(on(model(workers, 8, 1, 1, 3), cores, INFINITE, 0));

    assertEquals(period, forecast.secondsPerUpdate(), EXACT);
    assertEquals(11 / (period * cores), forecast.coresBusy(), EXACT);
  }

  @Test
  void memoryThatDoesNotSufficeBindsWhateverElse() {
    FleetModel plenty = model(4, 8, 1, 1, 3);
    // What it learns from, what has arrived meanwhile, four times the weights.
    double needed = 8000 + 8000 + 4 * 5000;

    assertEquals(needed, run(plenty).memory(), EXACT);
    assertEquals(Bound.LEARNER, run(on(plenty, 0, needed, 0)).bound());
    assertEquals(Bound.MEMORY, run(on(plenty, 0, needed - 1, 0)).bound());
    assertEquals(2000 + 5000, run(plenty).workerMemory(), EXACT);
  }

  @Test
  void workersThatDifferWaitForTheSlowestAndTheSameSeedGivesTheSame() {
    FleetModel even = model(16, 64, 1, 1, 1);
    FleetModel uneven = on(even, 0, INFINITE, 0.3);

    FleetForecast forecast = run(uneven);

    assertEquals(forecast, run(uneven));
    assertNotEquals(forecast, new FleetSimulation(uneven, UPDATES, 2).run());
    assertTrue(
        forecast.secondsPerUpdate() > 1.3 * run(even).secondsPerUpdate(), forecast::toString);
    assertTrue(forecast.workersIdle() > 0.2, forecast::toString);
  }

  @Test
  void thePartThatDoesNotDependOnEnvironmentsIsTheLineThroughTwoMeasurements() {
    CollectionTimes many = new CollectionTimes(100, 5, 0, 1, 1, 1, 1);
    assertEquals(1, many.fixed(new CollectionTimes(25, 2, 0, 1, 1, 1, 1)), EXACT);
    assertEquals(
        0, many.fixed(new CollectionTimes(25, 1, 0, 1, 1, 1, 1)), "less than nothing is nothing");
    assertEquals(5, many.fixed(new CollectionTimes(25, 6, 0, 1, 1, 1, 1)), EXACT);
  }
}
