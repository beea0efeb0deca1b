package dev.hindsight.inspector.derived;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.counterfactual.CounterfactualQueries;
import dev.hindsight.inspector.counterfactual.CreditMeasure;
import dev.hindsight.inspector.counterfactual.MemoryCredit;
import dev.hindsight.inspector.counterfactual.MomentGrouping;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The timeline's strip of memory credit agrees with the What if panel.
class CreditChannelsTest {
  private static final int TICKS = 80;

  @TempDir private Path folder;

  private static MemoryCredit credit(CounterfactualQueries counterfactualQueries, int tick) {
    return counterfactualQueries.credit(
        0, tick, MomentGrouping.TICK, Ablation.Fill.ZERO, new Cancellation());
  }

  private static DerivedChannel column(DerivedChannels derived, String name, int tick) {
    return derived.named(name, tick).orElseThrow();
  }

  @Test
  void ofEveryQueryTheColumnIsTheCreditOfThatQuery() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      AttentionReadingCache library = new AttentionReadingCache(rollout);
      try (CounterfactualQueries interrogation = new CounterfactualQueries(rollout, library);
          DerivedChannels derived = DerivedChannels.of(rollout, library)) {
        for (int query : new int[] {17, 18, 41, TICKS - 1}) {
          MemoryCredit credit = credit(interrogation, query);
          for (CreditMeasure creditMeasure :
              new CreditMeasure[] {
                CreditMeasure.ACTION, CreditMeasure.VALUE, CreditMeasure.POLICY
              }) {
            DerivedChannel column = column(derived, DerivedChannels.worth(creditMeasure), query);
            for (int tick = 0; tick < TICKS; tick++) {
              int group = credit.groupAt(tick);
              assertEquals(
                  group < 0 ? Double.NaN : credit.worth(creditMeasure)[group],
                  column.value(tick, 0),
                  1e-6,
                  creditMeasure + " to " + query + " of " + tick);
            }
          }
        }
      }
    }
  }

  @Test
  void ofATrialItIsTheMeanOverItsQueries() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      AttentionReadingCache library = new AttentionReadingCache(rollout);
      TrialIndex trials = rollout.trials();
      try (CounterfactualQueries interrogation = new CounterfactualQueries(rollout, library);
          DerivedChannels derived = DerivedChannels.of(rollout, library)) {
        int at = 41;
        int stretch = trials.stretchAt(at);
        double[] sums = new double[TICKS];
        for (int query = trials.start(stretch); query < trials.end(stretch); query++) {
          MemoryCredit credit = credit(interrogation, query);
          for (int i = 0; i < credit.groups().size(); i++) {
            sums[credit.groups().get(i).from()] += credit.worth(CreditMeasure.POLICY)[i];
          }
        }
        DerivedChannel column = column(derived, DerivedChannels.TRIAL_WORTH, at);
        int first = library.reading(0, at, new Cancellation()).trace().span().from();
        int length = trials.end(stretch) - trials.start(stretch);
        double most = 0;
        for (int tick = 0; tick < TICKS; tick++) {
          boolean counts = tick >= first && tick < trials.end(stretch) - 1;
          most = Math.max(most, sums[tick] / length);
          assertEquals(
              counts ? sums[tick] / length : Double.NaN, column.value(tick, 0), 1e-6, "" + tick);
        }
        assertTrue(most > 1e-3, "something was worth something: " + most);
      }
    }
  }

  @Test
  void columnsOfAQueryAreOthersAtEveryTickAndThoseOfATrialInEveryTrial() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS);
        DerivedChannels derived = DerivedChannels.of(rollout, new AttentionReadingCache(rollout))) {
      TrialIndex trials = rollout.trials();
      int start = trials.start(2);
      String query = DerivedChannels.worth(CreditMeasure.POLICY);
      String trial = DerivedChannels.TRIAL_WORTH;
      assertEquals(DerivedChannel.Recalculation.EVERY_TICK, column(derived, query, start).pace());
      assertEquals(DerivedChannel.Recalculation.EVERY_TRIAL, column(derived, trial, start).pace());
      assertEquals(
          DerivedChannel.Recalculation.ONCE, column(derived, DerivedChannels.LEAK, start).pace());
      assertNotEquals(column(derived, query, start).of(), column(derived, query, start + 1).of());
      assertEquals(column(derived, trial, start).of(), column(derived, trial, start + 1).of());
      assertNotEquals(column(derived, trial, start).of(), column(derived, trial, start - 1).of());
    }
  }

  @Test
  void nobodyWaitsForATrialThatIsNoLongerWanted() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS);
        DerivedChannels derived = DerivedChannels.of(rollout, new AttentionReadingCache(rollout))) {
      Cancellation given = new Cancellation();
      given.cancel();
      assertThrows(
          CancellationException.class,
          () -> column(derived, DerivedChannels.TRIAL_WORTH, 41).work(0, TICKS, given));
    }
  }
}
