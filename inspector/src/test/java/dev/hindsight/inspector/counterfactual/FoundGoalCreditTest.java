package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// If the dark room policy finds its goal in the first trial, the find is the moment worth most to
/// the second; if the events are moved elsewhere, the summary says that it is not.
class FoundGoalCreditTest {
  private static final int TICKS = 1000;

  @TempDir private Path folder;

  /// The goals found in first trials.
  private static List<FoundGoalCredit.FoundGoal> early(Rollout rollout) {
    try (CounterfactualQueries queries =
        new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      return FoundGoalCredit.of(rollout, queries, 0, Progress.SILENT, new Cancellation())
          .found()
          .stream()
          .filter(one -> one.trial() == 0 && one.spans() > 2)
          .toList();
    }
  }

  private static double hits(List<FoundGoalCredit.FoundGoal> found) {
    return (double) found.stream().filter(FoundGoalCredit.FoundGoal::hit).count() / found.size();
  }

  @Test
  void theFindIsWorthMostToTheNextTrial() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      List<FoundGoalCredit.FoundGoal> found = early(rollout);
      assertTrue(found.size() > 5, found.toString());
      assertTrue(hits(found) >= 0.75, found.toString());
      for (FoundGoalCredit.FoundGoal one : found) {
        assertEquals(2, one.window().ticks());
        assertTrue(one.heaviest().to() <= one.queries().from(), one.toString());
        assertTrue(one.goalTick() < one.queries().from(), one.toString());
      }
    }
  }

  @Test
  void eventsElsewhereAreNotWhereTheCreditPoints() {
    Rollout recorded = DarkRoomRecordings.trained(folder, TICKS);
    Channel events = recorded.channel("event").orElseThrow();
    int ahead = 3;
    try (Rollout moved =
        new AlteredRollout(recorded)
            .with(
                "event",
                (tick, i, _) ->
                    tick + ahead < TICKS && (int) events.value(tick + ahead, i) == EventBits.GOAL
                        ? EventBits.GOAL
                        : 0)) {
      List<FoundGoalCredit.FoundGoal> found = early(moved);
      assertTrue(found.size() > 5, found.toString());
      assertTrue(hits(found) < 0.4, found.toString());
    }
  }
}
