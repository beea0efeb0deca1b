package dev.hindsight.inspector.lookback;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The trained dark room policy attends to the tick at which it was rewarded in the first trial
/// that found the goal: the reward of tick t is observed at t + 1, and the weight is there.
class RewardedMomentTest {
  /// The head that attends to it.
  private static final String HEAD = "layer 1 head 2";

  private static final int TICKS = 1000;

  @Test
  void theLookBackStripShowsTheMassThere(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      AttentionReadingCache library = new AttentionReadingCache(rollout);
      List<DarkRoomRecordings.LaterQuery> asked = DarkRoomRecordings.asked(rollout);
      double mass = 0;
      double even = 0;
      int heaviest = 0;
      for (DarkRoomRecordings.LaterQuery one : asked) {
        LookBack back =
            LookBack.of(
                library.reading(0, one.query(), new Cancellation()).trace(),
                rollout.trials(),
                one.query());
        LookBack.WeightRow head = back.row(HEAD);
        mass += head.mass(new Span(one.paid(), one.paid() + 1));
        even += 1.0 / (one.query() - one.begun() + 1);
        heaviest += head.heaviest(1).getFirst().tick() == one.paid() ? 1 : 0;
      }
      assertTrue(asked.size() > 100, "queries: " + asked.size());
      String measured =
          "%d queries: mass %.3f, if it were even %.3f, heaviest in %.3f"
              .formatted(
                  asked.size(),
                  mass / asked.size(),
                  even / asked.size(),
                  (double) heaviest / asked.size());
      assertTrue(mass / asked.size() > 0.65, measured);
      assertTrue(even / asked.size() < 0.15, measured);
      assertTrue(heaviest > 0.9 * asked.size(), measured);
    }
  }
}
