package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.fleet.ChaosDrill.ChaosRates;
import dev.hindsight.trainer.fleet.ChaosDrill.Disturbance;
import dev.hindsight.trainer.fleet.ChaosDrill.DrillPart;
import dev.hindsight.trainer.fleet.ChaosDrill.DrillResult;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.task.Cancellation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Workers that are killed a thousand times, lines that lose, repeat and delay, and workers that
/// use too much memory.
class FleetChaosTest {
  private static TrainingTask task(String... settings) {
    EnvironmentType room = BuiltInEnvironments.named("darkroom");
    Map<String, String> typed =
        new HashMap<>(Map.of("policy", "mlp", "num_envs", "8", "hidden_size", "8"));
    for (String one : settings) {
      typed.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
    }
    return new TrainingTask(
        List.of(room.prepare(room.settings().parse(Map.of(), "test"), Optional.empty())),
        new PpoType().settings().parse(typed, "test"),
        5,
        TrainingTask.Device.CPU);
  }

  private static DrillResult drill(int seconds, double kills, double line, double slow) {
    AtomicLong clock = new AtomicLong();
    return new ChaosDrill(
            task("fleet_workers=4", "learner_queue_timeout_sec=3600"),
            seconds,
            clock::get,
            () -> clock.addAndGet(1_000_000_000L))
        .run(new ChaosRates(kills, line, slow), 1, new Cancellation());
  }

  /// A kill in every second of the test's clock; as many episodes as these do not settle a mean.
  @Test
  void sixtyKillsLoseNothingAndCountNothingTwice() {
    DrillResult result = drill(60, 1, 0, 0);
    assertEquals(60, result.chaos().kills(), result::toString);
    assertTrue(result.baseline().sound() && result.chaos().sound(), result::toString);
    assertEquals(60 * 8, result.chaos().episodes());
    assertEquals(0, result.chaos().books().refusedDeliveries());
    assertTrue(result.chaos().books().failures() > 30, result::toString);
  }

  @Test
  @Tag("nightly")
  void aThousandKillsLoseNothingAndCountNothingTwice() {
    DrillResult result = drill(1000, 1, 0, 0);
    assertEquals(1000, result.chaos().kills(), result::toString);
    assertTrue(result.passed(), result::toString);
    assertEquals(1000 * 8, result.chaos().episodes());
    assertEquals(0, result.chaos().books().refusedDeliveries());
    assertTrue(result.chaos().books().failures() > 500, result::toString);
  }

  @Test
  void batchesThatAreLostRepeatedOrLateChangeNoMeanAndNoBook() {
    DrillResult result = drill(150, 0.05, 0.1, 0);
    Disturbance line = result.chaos().line();
    assertTrue(line.lost() > 10 && line.doubled() > 10 && line.late() > 10, result::toString);
    assertTrue(result.passed(), result::toString);
    assertEquals(150 * 8, result.chaos().episodes(), "one batch of each worker for each update");
    assertTrue(result.chaos().books().refusedDeliveries() > 0, "second deliveries are refused");
    assertEquals(Disturbance.NONE, result.baseline().line());
  }

  /// Slow is not dead: no worker is replaced, and every batch has the bits that it has otherwise.
  @Test
  void slowWorkersChangeNoReturnAndNoneIsReplaced() {
    DrillResult result = drill(30, 0, 0, 0.5);
    assertTrue(result.chaos().line().slowed() > 5, result::toString);
    assertTrue(result.passed(), result::toString);
    assertEquals(result.baseline().meanReturn(), result.chaos().meanReturn());
    assertEquals(result.baseline().books(), result.chaos().books());
    assertEquals(0, result.chaos().books().failures());
  }

  /// Planted: books that took second deliveries would not have refused them, and a refusal without
  /// one is a mistake.
  @Test
  void aRefusalWithoutASecondDeliveryIsAMistake() {
    FleetBooks books =
        new FleetBooks(
            1, 10, Map.of("task_done", 10L), 0, true, 1, 0, 1, 0, 0, Map.of(), 2, 0, 0, 0);
    assertTrue(new DrillPart(1, 10, 0.5, 0, 0, new Disturbance(0, 2, 0, 0), books).sound());
    assertFalse(new DrillPart(1, 10, 0.5, 0, 0, new Disturbance(0, 1, 0, 0), books).sound());
  }

  @Test
  void aWorkerThatUsesTooMuchMemoryIsReplacedByOneWithTheNextSeed() {
    MemoryGauge gauge = (worker, _) -> worker == 1 ? 0.86 : 0.85;
    try (FixedPolicyFleet fleet =
        new FixedPolicyFleet(
            task("fleet_workers=2", "rounds_ahead=0"),
            (report, receiver) -> receiver.accept(report),
            gauge)) {
      for (int i = 1; i <= 4; i++) {
        fleet.collect();
      }
      FleetBooks books = fleet.books();
      // Before updates 2, 3 and 4; exactly 0.85 is not too much.
      assertEquals(3, books.recycled());
      assertEquals(0, books.failures());
      assertTrue(books.balanced(), books::toString);
    }
  }

  @Test
  void theHeapsGaugeIsAShare() {
    double used = MemoryGauge.HEAP.of(0, new WorkerPulse());
    assertTrue(used >= 0 && used <= 1, () -> "a share of " + used);
  }
}
