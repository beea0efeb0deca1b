package dev.hindsight.inspector.derived;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionLibrary;
import dev.hindsight.inspector.attention.RoomRecordings;
import dev.hindsight.inspector.counterfactual.Grouping;
import dev.hindsight.inspector.counterfactual.Interrogation;
import dev.hindsight.inspector.counterfactual.MemoryCredit;
import dev.hindsight.inspector.counterfactual.Question;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The strip of memory credit under the timeline is what the panel What if says.
class CreditChannelsTest {
  private static final int TICKS = 80;

  @TempDir private Path folder;

  private static MemoryCredit credit(Interrogation interrogation, int tick) {
    return interrogation.credit(0, tick, Grouping.TICK, Ablation.Fill.ZERO, new Cancellation());
  }

  private static DerivedChannel column(DerivedChannels derived, String name, int tick) {
    return derived.named(name, tick).orElseThrow();
  }

  @Test
  void ofEveryQueryTheColumnIsTheCreditOfThatQuery() {
    try (Rollout rollout = RoomRecordings.trained(folder, TICKS)) {
      AttentionLibrary library = new AttentionLibrary(rollout);
      try (Interrogation interrogation = new Interrogation(rollout, library);
          DerivedChannels derived = DerivedChannels.of(rollout, library)) {
        for (int query : new int[] {17, 18, 41, TICKS - 1}) {
          MemoryCredit credit = credit(interrogation, query);
          for (Question question :
              new Question[] {Question.ACTION, Question.VALUE, Question.POLICY}) {
            DerivedChannel column = column(derived, DerivedChannels.worth(question), query);
            for (int tick = 0; tick < TICKS; tick++) {
              int group = credit.groupAt(tick);
              assertEquals(
                  group < 0 ? Double.NaN : credit.worth(question)[group],
                  column.value(tick, 0),
                  1e-6,
                  question + " to " + query + " of " + tick);
            }
          }
        }
      }
    }
  }

  @Test
  void ofATrialItIsTheMeanOverItsQueries() {
    try (Rollout rollout = RoomRecordings.trained(folder, TICKS)) {
      AttentionLibrary library = new AttentionLibrary(rollout);
      TrialIndex trials = rollout.trials();
      try (Interrogation interrogation = new Interrogation(rollout, library);
          DerivedChannels derived = DerivedChannels.of(rollout, library)) {
        int at = 41;
        int stretch = trials.stretchAt(at);
        double[] sums = new double[TICKS];
        for (int query = trials.start(stretch); query < trials.end(stretch); query++) {
          MemoryCredit credit = credit(interrogation, query);
          for (int i = 0; i < credit.groups().size(); i++) {
            sums[credit.groups().get(i).from()] += credit.worth(Question.POLICY)[i];
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
    try (Rollout rollout = RoomRecordings.trained(folder, TICKS);
        DerivedChannels derived = DerivedChannels.of(rollout, new AttentionLibrary(rollout))) {
      TrialIndex trials = rollout.trials();
      int start = trials.start(2);
      String query = DerivedChannels.worth(Question.POLICY);
      String trial = DerivedChannels.TRIAL_WORTH;
      assertEquals(DerivedChannel.Pace.EVERY_TICK, column(derived, query, start).pace());
      assertEquals(DerivedChannel.Pace.EVERY_TRIAL, column(derived, trial, start).pace());
      assertEquals(DerivedChannel.Pace.ONCE, column(derived, DerivedChannels.LEAK, start).pace());
      assertNotEquals(column(derived, query, start).of(), column(derived, query, start + 1).of());
      assertEquals(column(derived, trial, start).of(), column(derived, trial, start + 1).of());
      assertNotEquals(column(derived, trial, start).of(), column(derived, trial, start - 1).of());
    }
  }

  @Test
  void nobodyWaitsForATrialThatIsNoLongerWanted() {
    try (Rollout rollout = RoomRecordings.trained(folder, TICKS);
        DerivedChannels derived = DerivedChannels.of(rollout, new AttentionLibrary(rollout))) {
      Cancellation given = new Cancellation();
      given.cancel();
      assertThrows(
          CancellationException.class,
          () -> column(derived, DerivedChannels.TRIAL_WORTH, 41).work(0, TICKS, given));
    }
  }
}
