package dev.hindsight.inspector.advantage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The critic by quarter of the episode, against a computation by hand from the columns alone.
class CalibrationTest {
  private static final int LIMIT = 20;

  /// Three episodes of at most 20 ticks that each end after 14: no tick is in the last quarter, and
  /// tick 30 is in limbo.
  private static final int TICKS = 42;

  private static final double GAMMA = 0.97;

  private static float value(int tick) {
    return (float) Math.sin(tick);
  }

  private static float reward(int tick) {
    return tick % 14 == 13 ? 1 : tick % 5 == 0 ? -0.25f : 0;
  }

  private static boolean limbo(int tick) {
    return tick == 30;
  }

  private static MemoryRollout recording() {
    return new MemoryRollout("planted", 1, TICKS, 1)
        .withTimeout(LIMIT)
        .with("trial", Dtype.I4, (_, _) -> 0)
        .with("trial_tick", Dtype.I4, (t, _) -> t % 14)
        .with("value", Dtype.F4, (t, _) -> value(t), 1)
        .with("reward", Dtype.F4, (t, _) -> reward(t), 1)
        .with("removed", Dtype.BOOL, (t, _) -> limbo(t) ? 1 : 0, 1)
        .with("terminal", Dtype.BOOL, (t, _) -> t % 14 == 13 ? 1 : 0, 1)
        .with("truncation", Dtype.BOOL, (_, _) -> 0, 1);
  }

  private static AgentSteps steps() {
    return AgentSteps.read(recording(), 0, Progress.SILENT, new Cancellation());
  }

  private static List<Calibration> calibrations() {
    AdvantageTrace trace = AdvantageTrace.of(steps(), AdvantageRules.of(recording()).own().rule());
    return Calibration.of(steps(), trace, trace.returns(), 1);
  }

  @Test
  void quartersHoldTheMeansOfTheirTicks() {
    double[] returns = new double[TICKS];
    double[] advantages = new double[TICKS];
    double laterReturn = 0;
    double laterAdvantage = 0;
    double laterValue = 0;
    for (int t = TICKS - 1; t >= 0; t--) {
      if (limbo(t)) {
        continue;
      }
      boolean end = t % 14 == 13;
      returns[t] = reward(t) + (end ? 0 : GAMMA * laterReturn);
      advantages[t] =
          reward(t) - value(t) + (end ? 0 : GAMMA * (laterValue + 0.95 * laterAdvantage));
      laterReturn = returns[t];
      laterAdvantage = advantages[t];
      laterValue = value(t);
    }
    List<Calibration> found = calibrations();
    assertEquals(
        List.of("all ticks", "trial 1", "Quarter 1", "Quarter 2", "Quarter 3", "Quarter 4"),
        found.stream().map(Calibration::name).toList());
    for (int quarter = 0; quarter < 3; quarter++) {
      int count = 0;
      double value = 0;
      double came = 0;
      double advantage = 0;
      double squares = 0;
      for (int t = 0; t < TICKS; t++) {
        if (!limbo(t) && t % 14 / 5 == quarter) {
          count++;
          value += value(t);
          came += returns[t];
          advantage += advantages[t];
          squares += (returns[t] - value(t)) * (returns[t] - value(t));
        }
      }
      Calibration of = found.get(2 + quarter);
      assertEquals(count, of.count(), of.name());
      assertEquals(value / count, of.value(), 1e-5, of.name());
      assertEquals(came / count, of.meanReturn(), 1e-5, of.name());
      assertEquals(advantage / count, of.advantage(), 1e-5, of.name());
      assertEquals(Math.sqrt(squares / count), of.error(), 1e-5, of.name());
    }
    assertEquals(
        found.getFirst().count(),
        found.subList(2, 6).stream().mapToInt(Calibration::count).sum(),
        "each tick is in one quarter");
  }

  @Test
  void aQuarterWithoutTicksHasNoDataInsteadOfAnErrorOfZero() throws Exception {
    Calibration last = calibrations().getLast();
    assertFalse(last.known());
    assertTrue(Double.isNaN(last.error()) && Double.isNaN(last.advantage()));
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("value", recording())) {
        panel.show(4, 0);
        panel.work();
        LiveTree<?> table = panel.find("value.calibration", LiveTree.class);
        assertEquals(6, table.getExpandedItemCount());
        table.getSelectionModel().select(5);
        assertEquals("Quarter 4\tno data", table.copyText().strip(), table.copyText());
      }
      return true;
    });
  }

  @Test
  void withoutAnEndOfTrialsInTimeThereAreNoQuarters() {
    MemoryRollout timeless = recording().withTimeout(0);
    AgentSteps steps = AgentSteps.read(timeless, 0, Progress.SILENT, new Cancellation());
    AdvantageTrace trace = AdvantageTrace.of(steps, AdvantageRules.of(timeless).own().rule());
    assertEquals(2, Calibration.of(steps, trace, trace.returns(), 1).size());
  }
}
