package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What memory was worth is asked about the actions that could be taken, and about no others.
class MaskedAblationTest {
  private static final int TICKS = 80;
  private static final int QUERY = 41;
  private static final int ACTIONS = 4;

  @TempDir private Path folder;

  /// The recording, in which only two of the four actions were legal.
  private static Rollout masked(Rollout rollout) {
    MemoryRollout mask =
        new MemoryRollout("darkroom", 1, TICKS, 1)
            .with(
                RecordedActionMask.COLUMN,
                Dtype.BOOL,
                (_, action) -> action == 1 || action == 3 ? 1 : 0,
                1,
                ACTIONS);
    return (Rollout)
        Proxy.newProxyInstance(
            MaskedAblationTest.class.getClassLoader(),
            new Class<?>[] {Rollout.class},
            (_, method, arguments) ->
                method.getName().equals("channel") && RecordedActionMask.COLUMN.equals(arguments[0])
                    ? mask.channel(RecordedActionMask.COLUMN)
                    : method.invoke(rollout, arguments));
  }

  private static AblationEffect effect(Rollout rollout) {
    try (CounterfactualQueries queries =
        new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      return queries.effect(
          0,
          QUERY,
          Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.EarlierTrials()),
          new Cancellation());
    }
  }

  private static double[] worth(Rollout rollout) {
    try (CounterfactualQueries queries =
        new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      return queries
          .credit(0, QUERY, MomentGrouping.TICK, Ablation.Fill.ZERO, new Cancellation())
          .worth(CreditMeasure.POLICY);
    }
  }

  @Test
  void anAblationIsJudgedByTheLegalActionsAlone() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      Rollout masked = masked(rollout);
      AblationEffect all = effect(rollout);
      AblationEffect legal = effect(masked);
      double[] with = Categorical.probabilities(legal.with());
      assertEquals(0, with[0] + with[2]);
      assertEquals(1, with[1] + with[3], 1e-9);
      float[] two = {all.with()[1], all.with()[3]};
      float[] without = {all.without()[1], all.without()[3]};
      assertEquals(Categorical.divergence(two, without), legal.divergence(), 1e-9);
      assertNotEquals(all.divergence(), legal.divergence(), 1e-9);
      assertEquals(Optional.empty(), legal.warning(masked));
    }
  }

  @Test
  void creditIsThatOfTheLegalActionsAlone() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      double[] all = worth(rollout);
      double[] legal = worth(masked(rollout));
      double apart = 0;
      for (int i = 0; i < all.length; i++) {
        assertTrue(Double.isFinite(legal[i]));
        apart = Math.max(apart, Math.abs(all[i] - legal[i]));
      }
      assertTrue(apart > 1e-6, "by at most " + apart);
    }
  }
}
