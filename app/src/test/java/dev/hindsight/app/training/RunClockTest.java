package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunClockTest {
  private final RunClock clock = new RunClock();

  @Test
  void stepsAndTimeAddUpOverUpdatesAndEvaluations() {
    clock.add(report(1, Map.of("performance/update", 2.0)));
    clock.add(report(2, Map.of("performance/update", 3.0, "performance/evaluate", 10.0)));

    assertEquals(2, clock.at(ChartAxis.UPDATES, 1));
    assertEquals(200, clock.at(ChartAxis.AGENT_STEPS, 1));
    assertEquals(15, clock.at(ChartAxis.TIME, 1));
  }

  @Test
  void aRunThatDidNotMeasureItsUpdatesYetAddsUpTheirParts() {
    clock.add(
        report(
            1,
            Map.of(
                "performance/simulate", 1.0,
                "performance/forward", 0.5,
                "performance/learn", 0.25)));

    assertEquals(1.75, clock.at(ChartAxis.TIME, 0));
  }

  @Test
  void aChangeLiesBetweenTheUpdateBeforeItAndTheNextOneOnEveryAxis() {
    clock.add(report(1, Map.of("performance/update", 2.0)));
    clock.add(report(2, Map.of("performance/update", 3.0)));

    assertEquals(1.5, clock.after(ChartAxis.UPDATES, 1));
    assertEquals(100, clock.after(ChartAxis.AGENT_STEPS, 1));
    assertEquals(2, clock.after(ChartAxis.TIME, 1));
    assertEquals(0, clock.after(ChartAxis.TIME, 0), "before the first update");
  }

  private static UpdateReport report(long update, Map<String, Double> metrics) {
    return new UpdateReport(update, 100, 100, List.of(), metrics);
  }
}
