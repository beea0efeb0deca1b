package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.session.HealthAlarm.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Alarms about runs whose numbers are finite and yet mean that they do not learn.
class HealthMonitorTest {
  private static final SplittableRandom NOISE = new SplittableRandom(11);

  @TempDir private Path folder;

  @Test
  void aRunThatLearnsGivesNoAlarm() {
    // Rises, becomes certain while it scores high, and stays there.
    assertEquals(
        List.of(),
        all(
            200,
            update -> {
              double learned = Math.min(1, update / 60.0);
              return report(
                  update,
                  0.3 + 0.6 * learned + noise(0.05),
                  Map.of("losses/entropy", 1.5 - 1.49 * learned));
            }));
  }

  @Test
  void aPolicyThatWasGoodFromTheStartIsNotBelowIt() {
    assertEquals(List.of(), all(40, update -> report(update, 0.5 + noise(0.2), Map.of())));
  }

  @Test
  void theEntropyOfActionsThatAreNumbersMayBeNegative() {
    assertEquals(List.of(), all(40, update -> report(update, 0.9, Map.of("losses/entropy", -0.5))));
    assertEquals(
        List.of(),
        all(40, update -> report(update, 0.9, Map.of("losses/entropy", update < 5 ? 1.0 : -0.5))));
  }

  @Test
  void theAlarmOfThePolicysMovesSaysOverHowManyUpdatesTheyAreAveraged() {
    HealthMonitor health = new HealthMonitor(OptionalDouble.empty(), 100);
    List<HealthAlarm> alarms = List.of();
    for (int update = 1; update <= 5; update++) {
      alarms = health.add(report(update, 0.5, Map.of("losses/approx_kl", update == 1 ? 10.0 : 0)));
    }
    assertEquals(
        "the last 5 updates changed the policy by 2 nats (KL) on average, too much for the data"
            + " they learned from",
        alarms.getFirst().cause());
  }

  @Test
  void eachPlantedFaultIsNamed() {
    assertEquals(
        List.of(Kind.KL),
        all(30, update -> report(update, rising(update), Map.of("losses/approx_kl", 2.0))));
    assertEquals(
        List.of(Kind.ENTROPY),
        all(30, update -> report(update, 0.3, Map.of("losses/entropy", update < 5 ? 1.5 : 0.001))));
    assertEquals(
        List.of(Kind.VALUES),
        all(
            30,
            update -> report(update, rising(update), Map.of("losses/explained_variance", -3.0))));
    assertEquals(
        List.of(Kind.GRADIENT),
        all(30, update -> report(update, rising(update), Map.of("losses/gradient_norm", 600.0))));
    assertEquals(
        List.of(Kind.BELOW_START),
        all(30, update -> report(update, update < 10 ? 0.6 : 0.2, Map.of())));
    assertEquals(List.of(Kind.STALL), all(80, update -> report(update, 0.3, Map.of())));
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aCollapseWithinTheFirstUpdatesIsBelowTheStart(long good) {
    assertEquals(
        List.of(Kind.BELOW_START),
        all(30, update -> report(update, (update <= good ? 0.6 : 0.1) + noise(0.04), Map.of())),
        "after update " + good);
  }

  @Test
  void aRunThatFluctuatesOrLearnsIsAlmostNeverBelowItsStart() {
    int runs = 2000;
    int alarmed = 0;
    for (int i = 0; i < runs; i++) {
      double learns = i % 2 == 0 ? 0 : 0.01;
      boolean rare = i % 4 < 2;
      List<Kind> kinds =
          all(
              59,
              update ->
                  report(
                      update,
                      rare
                          ? (NOISE.nextInt(3) == 0 ? 0.3 : 0) + learns * update
                          : 0.4 + learns * update + noise(0.2),
                      Map.of()));
      alarmed += kinds.contains(Kind.BELOW_START) ? 1 : 0;
    }
    assertTrue(alarmed <= runs / 100, alarmed + " of " + runs);
  }

  @Test
  void whatIsOverGivesNoAlarmAnyMore() {
    assertEquals(
        List.of(),
        last(
            40,
            update ->
                report(
                    update, rising(update), Map.of("losses/approx_kl", update < 15 ? 5.0 : 0.01))));
  }

  @Test
  void aDivergedRunIsNotHealthyAndAnOrdinaryOneIs() {
    SmallRun runs = new SmallRun(folder);
    TrainingResult diverged =
        runs.run(
            SmallRun.request()
                .with(Map.of("learning_rate", "1", "updates", "16", "num_envs", "16")));
    assertTrue(
        diverged.alarms().stream().anyMatch(alarm -> alarm.kind() == Kind.KL)
            || diverged.alarms().stream().anyMatch(alarm -> alarm.kind() == Kind.ENTROPY),
        diverged.alarms().toString());
    assertTrue(runs.events().stream().anyMatch(TrainingEvent.HealthChanged.class::isInstance));
    assertTrue(
        runs.ledger().find(diverged.run().text()).changes().stream()
            .anyMatch(change -> change.what().startsWith("alarm_")));
    assertEquals(
        diverged.alarms().stream().map(alarm -> alarm.kind().id()).collect(Collectors.toSet()),
        runs.ledger().find(diverged.run().text()).alarms().stream()
            .map(RunRecord.RaisedAlarm::kind)
            .collect(Collectors.toSet()),
        "the ledger says which alarms held at the end");
    TrainingResult ordinary =
        runs.run(SmallRun.request().with(Map.of("updates", "16", "num_envs", "16")));
    assertEquals(List.of(), ordinary.alarms());
  }

  private static double rising(long update) {
    return Math.min(0.9, 0.1 + 0.05 * update);
  }

  private static double noise(double most) {
    return NOISE.nextDouble(-most, most);
  }

  private static List<Kind> last(long updates, LongFunction<UpdateReport> reports) {
    return kinds(updates, reports).getLast();
  }

  /// Every kind of alarm that was given at any update.
  private static List<Kind> all(long updates, LongFunction<UpdateReport> reports) {
    return kinds(updates, reports).stream().flatMap(List::stream).distinct().toList();
  }

  private static List<List<Kind>> kinds(long updates, LongFunction<UpdateReport> reports) {
    HealthMonitor monitor = new HealthMonitor(OptionalDouble.of(0.5), 60);
    List<List<Kind>> kinds = new ArrayList<>();
    for (long update = 1; update <= updates; update++) {
      kinds.add(monitor.add(reports.apply(update)).stream().map(HealthAlarm::kind).toList());
    }
    return kinds;
  }

  /// A healthy report, but for some metrics.
  private static UpdateReport report(long update, double score, Map<String, Double> others) {
    Map<String, Double> metrics =
        new HashMap<>(
            Map.of(
                "losses/approx_kl", 0.01,
                "losses/entropy", 1.4,
                "losses/explained_variance", 0.5,
                "losses/gradient_norm", 1.0));
    metrics.putAll(others);
    return new UpdateReport(update, 100, 100, List.of(0.2, score), metrics);
  }
}
