package dev.hindsight.inspector.attention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Breakpoints on a policy's attention, for a correct policy and for one with limbo left open.
class AttentionSignalsTest {
  private static final int TICKS = 60;

  @TempDir private Path folder;

  private static ConditionHits hits(Rollout rollout, String text) {
    Signals signals = BuiltInSignals.of(rollout);
    Condition condition = Condition.of(text, signals.vocabulary());
    return ConditionScan.of(condition, signals, Progress.SILENT, new Cancellation());
  }

  @Test
  void policyThatLooksIntoLimboIsCaughtAndTheRightOneIsNot() {
    Map<String, String> waiting = Map.of("after_goal", "limbo");
    try (Rollout open =
            DarkRoomRecordings.record(folder, waiting, FaultyMemory.MemoryFault.LIMBO_OPEN, TICKS);
        Rollout right = DarkRoomRecordings.withLimbo(folder, TICKS)) {
      assertTrue(hits(open, "!removed[a] && limbo_mass[a] > 0.01").count() > 0);
      assertEquals(0, hits(right, "limbo_mass[a] > 0.0").count());
    }
  }

  @Test
  void attentionThatIsNotANumberIsNotSure() {
    try (Rollout rollout =
        new AlteredRollout(DarkRoomRecordings.trained(folder, TICKS))
            .with("observation", (_, _, _) -> Double.NaN)) {
      assertEquals(0, hits(rollout, "entropy[a] < 1").count());
    }
  }

  @Test
  void entropyIsThatOfTheHeadThatIsSurest() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      Signal entropy = BuiltInSignals.of(rollout).open("entropy", new Cancellation());
      AttentionReadingCache library = new AttentionReadingCache(rollout);
      for (int tick = 0; tick < TICKS; tick++) {
        AttentionReading reading = library.reading(0, tick, new Cancellation());
        var looked =
            dev.hindsight.inspector.lookback.LookBack.of(reading.trace(), rollout.trials(), tick);
        double least =
            looked.rows().stream()
                .filter(weightRow -> weightRow.name().contains("head"))
                .mapToDouble(dev.hindsight.inspector.lookback.LookBack.WeightRow::entropy)
                .min()
                .orElseThrow();
        assertEquals(least, entropy.at(tick, 0, 0), 1e-6);
      }
    }
  }
}
