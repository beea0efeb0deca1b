package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// The alarms of buckets and of the reference begin strictly above their limits, and hold until the
/// next measurement.
class AlarmLimitsTest {
  private final HealthMonitor monitor = new HealthMonitor(OptionalDouble.empty(), Long.MAX_VALUE);

  private List<HealthAlarm.Kind> after(Map<String, Double> metrics) {
    return monitor.add(new UpdateReport(1, 1, 1, List.of(), metrics)).stream()
        .map(HealthAlarm::kind)
        .toList();
  }

  @Test
  void exactlyTheLimitIsNoAlarmAndMoreIsOneUntilItIsMeasuredAgain() {
    assertEquals(List.of(), after(Map.of("bucket/variance", 0.25, "gap/mean", 0.15)));
    assertEquals(
        List.of(HealthAlarm.Kind.BUCKETS),
        after(Map.of("bucket/variance", Math.nextUp(0.25), "gap/mean", 0.15)));
    assertEquals(
        List.of(HealthAlarm.Kind.BUCKETS, HealthAlarm.Kind.REFERENCE_GAP),
        after(Map.of("gap/mean", Math.nextUp(0.15))));
    assertEquals(
        List.of(HealthAlarm.Kind.BUCKETS, HealthAlarm.Kind.REFERENCE_GAP), after(Map.of()));
  }
}
